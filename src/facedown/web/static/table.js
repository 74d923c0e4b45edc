// Keeps a table's page alive: reads its stream, swaps the regions that changed without losing what is half typed, posts
// forms without leaving the page, speaks each event once. The page works without it.

const layout = document.querySelector("[data-stream]");
const speaker = document.getElementById("say");
const lost = document.getElementById("lost");
const notice = document.getElementById("notice");
const moving = document.getElementById("moving");
const narrow = matchMedia("(max-width: 58.6875em)");
const whenBack = []; // what goes on with the next frame
let skew = 0; // the server's clock minus ours, in milliseconds
let source = null;
let wait = 500;
let unreached = false; // the notice says that a form could not be sent
let unsent = 0; // moves that wait for the connection
const sending = new Map(); // key of a form -> what it has sent, until that is answered

// regions -------------------------------------------------------------------------------------------------------------
const keyOf = (el) => {
  const owner = el.closest("[data-key]");
  const name = (owner ? owner.dataset.key : "") + "|" + (el.name || el.id);
  return el.type === "radio" || el.type === "checkbox" || el.tagName === "BUTTON" ? name + "|" + el.value : name;
};

const dirty = (el) => {
  if (el.type === "radio" || el.type === "checkbox") return el.checked !== el.defaultChecked;
  if (el.tagName === "SELECT") return [...el.options].some((o) => o.selected !== o.defaultSelected);
  return el.type !== "hidden" && !el.readOnly && el.value !== el.defaultValue;
};

const fields = (region) => [...region.querySelectorAll("input, select, textarea")];

// Whether a region shows this already, however its letters are written.
function shows(region, html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.innerHTML.trim() === region.innerHTML.trim();
}

function swap(region, html) {
  const drafts = new Map(fields(region).filter(dirty).map((el) => [keyOf(el), el]));
  const open = new Set([...region.querySelectorAll("details[open]")].map((d) => d.dataset.key || d.className));
  const folded = new Set([...region.querySelectorAll("details.fold:not([open])")].map((d) => d.dataset.key));
  const active = region.contains(document.activeElement) ? document.activeElement : null;
  const key = active && (active.name || active.id || active.tagName === "BUTTON") ? keyOf(active) : null;
  const summary = active && active.tagName === "SUMMARY" ? active.parentElement.dataset.key || active.parentElement.className : null;
  const caret = active && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;

  region.innerHTML = html;

  for (const el of fields(region)) {
    const draft = drafts.get(keyOf(el));
    if (!draft) continue;
    if (el.type === "radio" || el.type === "checkbox") el.checked = draft.checked;
    else if (el.tagName !== "SELECT" || [...el.options].some((o) => o.value === draft.value)) el.value = draft.value;
  }
  for (const d of region.querySelectorAll("details")) {
    if (open.has(d.dataset.key || d.className)) d.open = true;
    else if (folded.has(d.dataset.key)) d.open = false;
  }
  if (key !== null) {
    const again = [...region.querySelectorAll("input, select, textarea, button")].find((el) => keyOf(el) === key);
    if (again) {
      again.focus({ preventScroll: true });
      try { if (caret && caret[0] !== null) again.setSelectionRange(...caret); } catch { /* no caret in this kind of field */ }
    } else {
      region.tabIndex = -1;
      region.focus({ preventScroll: true });
    }
  } else if (summary !== null) {
    const d = [...region.querySelectorAll("details")].find((d) => (d.dataset.key || d.className) === summary);
    (d ? d.querySelector("summary") : region).focus({ preventScroll: true });
  }
}

// What is half written outlives a reload, in this tab alone: kept when the page goes, taken back once when it comes. On a
// shared device nothing is kept: the next who looks may be somebody else.
const DRAFTS = "facedown.drafts " + location.pathname;
const writing = () => fields(document).filter((el) => el.matches("form[data-key] :is(textarea, input[type=text], input:not([type]))"));

function keep() {
  const shared = document.querySelector(".curtain");
  const drafts = shared ? {} : Object.fromEntries(writing().filter(dirty).map((el) => [keyOf(el), el.value]));
  if (Object.keys(drafts).length) sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
  else sessionStorage.removeItem(DRAFTS);
}

function takeBack() {
  const drafts = JSON.parse(sessionStorage.getItem(DRAFTS) || "{}");
  sessionStorage.removeItem(DRAFTS);
  for (const el of writing()) {
    if (!(keyOf(el) in drafts)) continue;
    el.value = drafts[keyOf(el)];
    for (let d = el.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
  }
}

addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keep());

// the stream ----------------------------------------------------------------------------------------------------------
function listen() {
  if (source) source.close();
  source = new EventSource(layout.dataset.stream + ("designed" in layout.dataset ? "?designed" : ""));
  source.onmessage = (event) => {
    wait = 500;
    lost.hidden = true;
    for (const go of whenBack.splice(0)) go();
    if (unreached) notice.replaceChildren(); // that the server cannot be reached is not true any more
    unreached = false;
    const frame = JSON.parse(event.data);
    if (frame.reload) return location.reload();
    skew = frame.now - Date.now();
    document.title = frame.title;
    document.dispatchEvent(new CustomEvent("facedown:asked", { detail: frame.asked }));
    if (frame.code !== layout.dataset.code) renew(frame);
    if (frame.lost) moving.replaceChildren();
    settle(frame.regions);
    const before = scene();
    document.dispatchEvent(new CustomEvent("facedown:before", { detail: frame }));
    for (const [name, html] of Object.entries(frame.regions)) {
      const region = document.getElementById(name);
      if (region && !shows(region, html)) swap(region, html);
    }
    const told = frame.say || grow(frame.grow);
    prepare();
    follow(before, scene());
    document.dispatchEvent(new CustomEvent("facedown:after", { detail: frame }));
    if (told.length) speaker.textContent = told.join(" ");
  };
  source.onerror = () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 8000);
    }
  };
}

// New lines of a log that is sent only once: newest first. What they say, oldest first.
function grow(html) {
  const log = document.querySelector("[data-grows]");
  if (!html || !log) return [];
  const made = document.createElement("template");
  made.innerHTML = html;
  const lines = [...made.content.children];
  for (const line of lines) line.classList.add("fresh");
  log.prepend(made.content);
  while (log.children.length > 60) log.lastElementChild.remove();
  return lines.reverse().map((line) => (line.querySelector("p > b") || { textContent: "" }).textContent + line.querySelector(".t").textContent);
}

// The host has given the table another code.
function renew(frame) {
  layout.dataset.code = frame.code;
  layout.dataset.stream = `/t/${frame.code}/stream`;
  document.getElementById("spoken").textContent = frame.spoken;
  history.replaceState(null, "", `/t/${frame.code}`);
}

// On a phone what comes next is at the top: after one's turn, at the end, when the device is handed on.
const scene = () => ({
  yours: Boolean(document.querySelector("#ask .you")),
  over: Boolean(document.querySelector("#ask .over")),
  curtain: (document.querySelector(".curtain.down h2") || {}).textContent,
});

function follow(was, is) {
  const typing = document.activeElement && document.activeElement.matches("textarea, input:not([type=radio], [type=checkbox])");
  const turned = (was.yours && !is.yours) || (!was.over && is.over) || was.curtain !== is.curtain;
  if (turned && narrow.matches && !typing && !("designed" in layout.dataset)) scrollTo(0, 0);
}

function reveal(box) {
  const head = document.querySelector(".head");
  if (head) scrollTo(0, box.getBoundingClientRect().top + scrollY - head.offsetHeight - 24);
  else box.scrollIntoView({ block: "nearest" });
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && source && source.readyState !== EventSource.OPEN) listen();
});
addEventListener("online", listen);
addEventListener("pageshow", (event) => event.persisted && listen());

// forms ---------------------------------------------------------------------------------------------------------------
function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

function prepare() {
  for (const el of document.querySelectorAll("[data-nonce]")) el.value ||= nonce();
  tick();
  local();
}

// In the banner that stays in sight, so that nobody misses it.
function show(problem) {
  const box = document.createElement("div");
  box.className = problem.good ? "notice good" : "notice";
  box.setAttribute("role", problem.good ? "status" : "alert");
  const why = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = problem.title;
  why.append(strong);
  if (problem.rule && problem.rule !== "table") {
    const rule = document.createElement("span");
    rule.className = "rule";
    rule.textContent = problem.rule;
    why.append(" ", rule);
  }
  const next = document.createElement("p");
  next.textContent = problem.next;
  const seen = document.createElement("button");
  seen.type = "button";
  seen.className = "second";
  seen.textContent = say("OK");
  seen.addEventListener("click", () => box.remove());
  box.append(why, next, seen);
  notice.replaceChildren(box);
}

document.addEventListener("facedown:problem", (event) => show(event.detail));

const forms = (key) => [...document.querySelectorAll("form[data-key]")].filter((form) => form.dataset.key === key);

// What was sent is no draft any more; the form may have been replaced meanwhile. `sent`: it still has to say this.
function done(key, sent) {
  for (const form of forms(key)) {
    if (sent && String(new URLSearchParams(new FormData(form))) !== String(sent)) continue;
    const focused = form.contains(document.activeElement);
    form.removeAttribute("aria-busy");
    form.reset();
    form.dispatchEvent(new Event("facedown:sent", { bubbles: true }));
    const act = form.closest("details");
    if (act) act.open = false;
    if (act && focused) act.querySelector("summary").focus({ preventScroll: true });
    prepare();
  }
}

// A frame that asks the next thing where something is on its way came before the answer did: that was taken, and what is
// filled in from now on is the next.
function settle(regions) {
  for (const [key, body] of sending) {
    const id = body.get("id");
    const field = id && forms(key).map((form) => form.querySelector("[name=id]")).find((el) => el && el.value === id);
    const region = field && Object.keys(regions).find((name) => document.getElementById(name)?.contains(field));
    if (!region || regions[region].includes(`"${id}"`)) continue;
    sending.delete(key);
    done(key);
  }
}

// Tells the lost connection apart: with a move that waits for it, or without.
function waits(more) {
  unsent += more;
  lost.querySelector(".what").textContent = unsent
    ? say("Your move is not sent yet. It goes out by itself when the connection is back.")
    : say("Your last move is safe. Trying again…");
  if (unsent) lost.hidden = false;
}

// A form with an id counts once however often it is sent: it is sent until it arrives. Others are tried four times.
async function send(form, body) {
  const headers = { accept: "application/json", "x-csrftoken": body.get("_csrf_token") };
  const known = body.has("id");
  let late = false;
  try {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers });
        return { answer, said: await answer.json(), late };
      } catch (error) {
        if (!known && tries === 3) throw error;
        if (known && tries === 1) {
          late = true;
          waits(1);
        }
        await new Promise((go) => {
          if (tries) whenBack.push(go);
          setTimeout(go, Math.min(700 * (tries + 1), 5000));
        });
      }
    }
  } finally {
    if (late) waits(-1);
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const key = form.dataset.key || form;
  if (sending.has(key)) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  sending.set(key, body);
  form.setAttribute("aria-busy", "true");
  notice.replaceChildren();
  try {
    const { answer, said, late } = await send(form, body);
    if (!answer.ok) return show(said);
    if (late) show({ title: say("The connection is back."), next: say("What you chose meanwhile has been sent."), good: true });
    if (sending.get(key) === body) done(key, body.has("id") ? null : body);
    if ("html" in said) {
      moving.innerHTML = said.html; // drawn by the server, like the regions
      prepare();
      if (said.html) reveal(moving);
    }
    if (said.reload || new URL(said.go, location).pathname !== location.pathname) location.assign(said.go);
  } catch {
    unreached = true;
    show({ title: say("The server cannot be reached."), next: say("Nothing is lost. Try again when the connection is back.") });
  } finally {
    if (sending.get(key) === body) sending.delete(key);
    if (!sending.has(key)) form.removeAttribute("aria-busy");
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  document.execCommand("copy"); // the newer way needs https
  button.textContent = say("Copied");
  setTimeout(() => (button.textContent = say("Copy")), 2000);
});

// clocks --------------------------------------------------------------------------------------------------------------
function tick() {
  for (const el of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil((el.dataset.ends - Date.now() - skew) / 1000));
    const text = left < 120 ? say("{n} s", { n: left }) : say("{n} min", { n: Math.ceil(left / 60) });
    if (el.textContent !== text) el.textContent = text;
  }
  for (const el of moving.querySelectorAll("[data-until]")) if (el.dataset.until < Date.now() + skew) el.remove();
}

function local() {
  for (const el of document.querySelectorAll("[data-at]")) {
    el.textContent = new Date(Number(el.dataset.at)).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  }
}

setInterval(tick, 500);
prepare();
takeBack();
listen();
