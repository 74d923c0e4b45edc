// What a designed table adds to table.js: choosing step by step (tap then tap, or keys), why something cannot be done,
// the log's count, the rules beside the table, what this browser wants. Moves stay ordinary forms.

const form = document.getElementById("move");
const ask = document.getElementById("ask");
const why = document.getElementById("why");
const rail = document.getElementById("rail");
const help = document.getElementById("help");
const rules = document.getElementById("rules");
const find = document.getElementById("find");
const unread = document.getElementById("unread");
const valid = new Map(); // name of a field -> the input that was chosen last
let byKey = false; // the last thing that was used is the keyboard

// choosing ------------------------------------------------------------------------------------------------------------
const all = JSON.parse(form.dataset.steps);
const steps = () => (form.querySelector("[data-go]") ? all : null); // nothing is chosen while nothing is asked
const chosen = (name) => [...form.elements].find((el) => el.name === name && el.checked);
const fill = (text) => text.replace(/\{([\w.]+)\}/g, (_, name) => (chosen(name) || { dataset: { says: "…" } }).dataset.says.trim());

function update() {
  if (!steps()) {
    for (const label of document.querySelectorAll(".slot.can, .slot.no")) label.classList.remove("can", "no");
    return;
  }
  const kind = chosen("kind");
  const step = all[kind ? kind.value : ""];
  for (const el of form.elements) {
    if (el.type !== "radio" || el.name === "kind") continue;
    const asked = Boolean(kind && step.of.includes(el.name));
    const fits = asked && (el.dataset.for || "").split(" ").includes(kind.value);
    if (el.checked && kind && !fits) el.checked = false;
    const label = el.closest(".slot");
    if (!label) continue;
    label.classList.toggle("can", fits);
    label.classList.toggle("no", asked && !fits);
    if (asked && !fits) el.setAttribute("aria-disabled", "true");
    else el.removeAttribute("aria-disabled");
  }
  const missing = kind ? step.of.filter((name) => !chosen(name)).length : 1;
  const done = kind ? step.of.findIndex((name) => !chosen(name)) : 0;
  const what = ask.querySelector(".you .what");
  if (what) {
    const slot = chosen("one.slot");
    const text = kind ? fill(step.what[done < 0 ? step.what.length - 1 : done]) : slot ? say("What about your {card} card?", { card: slot.dataset.says }) : what.dataset.what;
    if (what.textContent !== text) what.textContent = text;
  }
  const go = form.querySelector("[data-go]");
  if (go) {
    go.textContent = kind ? fill(missing ? step.wait || step.go : step.go) : say("Do it");
    if (missing) go.setAttribute("aria-disabled", "true");
    else go.removeAttribute("aria-disabled");
  }
}

function tell(reason) {
  const [text, rule] = reason.split("|");
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sign.setAttribute("class", "i s");
  sign.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#i-warn");
  sign.append(use);
  const words = document.createElement("span");
  words.textContent = text + " ";
  if (rule) {
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${rules.dataset.from}#${rule}`;
    link.dataset.rule = rule;
    link.textContent = rule;
    words.append(link);
  }
  why.replaceChildren(sign, words);
  why.hidden = false;
}

function hush() {
  why.hidden = true;
  why.replaceChildren();
}

// What cannot be chosen stays where it is, says why, and leaves what was chosen before as it was.
function refuse(input, reason) {
  const before = valid.get(input.name);
  input.checked = false;
  if (!byKey && before && before.isConnected && before !== input) before.checked = true;
  tell(reason);
}

form.addEventListener("change", choose);
document.getElementById("others").addEventListener("change", choose);
function choose(event) {
  const input = event.target;
  if (input.type !== "radio" || !steps()) return event.target.dataset.no && refuse(input, input.dataset.no);
  const kind = chosen("kind");
  const no = input.name === "kind" ? input.dataset.no : kind && !(input.dataset.for || "").split(" ").includes(kind.value) && input.dataset["no" + kind.value[0].toUpperCase() + kind.value.slice(1)];
  if (no) refuse(input, no);
  else {
    hush();
    valid.set(input.name, input);
    if (input.name === "pair.seat.their_slot" && !kind) {
      const swap = [...form.elements].find((el) => el.name === "kind" && el.value === "swap" && !el.dataset.no);
      if (swap) swap.checked = true;
    }
  }
  update();
}
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);

// A second tap takes a choice back.
document.addEventListener("pointerdown", (event) => {
  const input = event.target.closest(".slot > input, .key > input, .kind > input");
  if (input) input.dataset.was = input.checked ? "on" : "";
});
document.addEventListener("click", (event) => {
  const input = event.target.closest(".slot > input, .key > input, .kind > input");
  if (!input || input.dataset.was !== "on" || byKey) return;
  input.checked = false;
  input.dataset.was = "";
  update();
});

document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  const kind = chosen("kind");
  const step = all[kind ? kind.value : ""];
  const missing = !kind || step.of.some((name) => !chosen(name));
  if (!missing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (steps()) tell(ask.querySelector(".what").textContent + ".");
}, true);
form.addEventListener("facedown:sent", () => {
  valid.clear();
  hush();
  update();
});

// the stream ----------------------------------------------------------------------------------------------------------
let asked = null;
let frames = 0;
document.addEventListener("facedown:after", (event) => {
  const { regions, grow } = event.detail;
  if ("keys" in regions && frames) hush();
  update();
  const over = Boolean(document.querySelector("#ask .over"));
  document.body.classList.toggle("over", over);
  document.body.classList.toggle("playing", !over);
  if (frames) document.body.classList.add("live");
  if (asked === false && over) document.body.classList.add("ended");
  asked = over;
  frames += 1;
  if (grow && !rail.matches(":popover-open")) {
    unread.textContent = Number(unread.textContent || 0) + (grow.match(/<li/g) || []).length;
    unread.hidden = false;
  }
});
// where there is room it stands beside the table, and is no sheet any more
matchMedia("(min-width: 62.5em)").addEventListener("change", ({ matches }) => matches && rail.matches(":popover-open") && rail.hidePopover());
rail.addEventListener("toggle", () => {
  unread.textContent = "";
  unread.hidden = true;
});
// any tap ends a scene: its last picture stays
addEventListener("pointerdown", () => {
  for (const a of document.getAnimations()) if (a.effect.getComputedTiming().endTime < 20_000) a.finish();
});

// the rules -----------------------------------------------------------------------------------------------------------
let loaded = null;
async function load() {
  const answer = await fetch(rules.dataset.from);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  rules.replaceChildren(...page.querySelector(".prose").childNodes);
}

async function open(rule) {
  if (!help.matches(":popover-open")) help.showPopover();
  try {
    await (loaded ||= load());
  } catch {
    loaded = null;
    rules.textContent = say("The rules cannot be reached just now.");
    return;
  }
  find.value = "";
  search();
  for (const el of rules.querySelectorAll(".here")) el.classList.remove("here");
  const at = rule && document.getElementById(rule);
  if (!at) return rule || find.focus();
  const block = at.closest("li, tr, p") || at;
  block.classList.add("here");
  block.tabIndex = -1;
  block.focus({ preventScroll: true });
  block.scrollIntoView({ block: "center" });
}

function search() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let hits = 0;
  let head = null;
  for (const el of rules.children) {
    const is = /^H[23]$/.test(el.tagName);
    if (is) head = el;
    const fits = words.every((word) => el.textContent.toLowerCase().includes(word));
    el.hidden = Boolean(words.length) && !fits;
    if (fits && !is) {
      hits += 1;
      if (head) head.hidden = false;
    }
  }
  document.getElementById("found").textContent = words.length ? hits === 0 ? say("no places") : hits === 1 ? say("1 place") : say("{n} places", { n: hits }) : "";
}
find.addEventListener("input", search);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule], #tohelp");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  open(link.dataset.rule || "");
});

// what this browser wants ---------------------------------------------------------------------------------------------
const keep = (name, value) => (document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`);
const root = document.documentElement;
const prefs = document.getElementById("prefs");
for (const input of prefs.querySelectorAll("input")) {
  if (input.name === "aid") input.checked = root.dataset.aid !== "off";
}
prefs.addEventListener("change", ({ target }) => {
  if (target.name === "aid") {
    keep("fdaid", target.checked ? "on" : "off");
    root.dataset.aid = target.checked ? "on" : "off";
  }
});

update();
