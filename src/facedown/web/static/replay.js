// Steps through a replay without leaving the page: the server draws each step, the parts that show it are put in place.
// Without script the same links and the same form do it.
const PARTS = ["what", "shown", "back", "on", "eyes", "lines"];
const slider = document.getElementById("slider");
const replay = document.getElementById("replay");
let wanted = null;
let busy = false;

const address = (step) => `?as=${replay.dataset.as}&step=${step}`;

async function show(step) {
  wanted = step;
  if (busy) return; // one at a time; the newest wish counts
  busy = true;
  try {
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      const answer = await fetch(address(now));
      if (!answer.ok) return location.assign(address(now));
      put(new DOMParser().parseFromString(await answer.text(), "text/html"));
      history.replaceState(null, "", address(now));
    }
  } catch {
    location.assign(address(slider.value));
  } finally {
    busy = false;
  }
}

function put(page) {
  const focused = document.activeElement?.getAttribute("aria-label");
  for (const id of PARTS) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!old || !fresh || old.innerHTML === fresh.innerHTML) continue;
    const top = old.scrollTop;
    old.innerHTML = fresh.innerHTML;
    old.scrollTop = top;
  }
  const step = page.getElementById("replay").dataset;
  slider.max = step.last;
  if (wanted === null) slider.value = step.step;
  Object.assign(replay.dataset, { step: step.step, last: step.last });
  if (focused && document.activeElement === document.body) {
    document.querySelector(`#steps [aria-label="${CSS.escape(focused)}"]`)?.focus();
  }
  seeLine();
}

function seeLine() {
  const lines = document.getElementById("lines");
  const at = lines.querySelector("[aria-current]");
  if (at) lines.scrollTop = at.offsetTop - lines.clientHeight / 2;
}

slider.addEventListener("input", () => show(slider.value));
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.dataset.go);
});
seeLine();
