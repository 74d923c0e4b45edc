// Says that it is your move: a dot on the page's icon, and if this browser wants it a sound and a shake, also while the
// page is in the background. table.js tells it by an event; what is wanted stays in this browser.

const icon = document.getElementById("icon");
const panel = document.getElementById("signals");
const calm = icon.href.replace("icon-move.svg", "icon.svg");
let mine = null;
let audio = null;

const wants = (name) => localStorage.getItem("facedown." + name) === "yes";

function play() {
  audio ||= new AudioContext();
  audio.resume();
  for (const [i, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const start = audio.currentTime + 0.16 * i;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, start);
    loud.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  }
}

const shake = () => navigator.vibrate && navigator.vibrate([90, 60, 90]);

document.addEventListener("facedown:asked", (event) => {
  icon.href = event.detail ? calm.replace("icon.svg", "icon-move.svg") : calm;
  if (event.detail && mine === false) {
    if (wants("sound")) play();
    if (wants("shake")) shake();
  }
  mine = event.detail;
});

for (const box of panel.querySelectorAll("input")) {
  if (box.name === "shake" && !navigator.vibrate) box.closest("label").remove();
  box.checked = wants(box.name);
  box.addEventListener("change", () => {
    localStorage.setItem("facedown." + box.name, box.checked ? "yes" : "no");
    if (box.checked) (box.name === "sound" ? play : shake)(); // a sample; and browsers want a tap before the first sound
  });
}
// After a reload a browser lets sound through from the first tap or key on.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => wants("sound") && (audio ||= new AudioContext()).resume(), { once: true });
}
panel.hidden = false;
