// Motion from the events of a frame: things go from the place where they lay to the place where they lie, places being
// what everybody sees. A frame that comes late, or brings too much at once, jumps to its end.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const WAY = 260;
const TURN = 480;
const BEAT = 900;
const EASE = "cubic-bezier(.2, .8, .2, 1)";
let was = new Map();

const at = (place) => {
  const el = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (!el) return null;
  const cards = el.matches(".cardframe") ? [el] : el.querySelectorAll(".cardframe");
  return cards.length ? cards[cards.length - 1] : el;
};

const scenes = (frame) => (document.visibilityState === "visible" && frame.scenes && frame.scenes.length <= 2 ? frame.scenes : []);

document.addEventListener("facedown:before", ({ detail }) => {
  was = new Map();
  for (const scene of scenes(detail)) {
    for (const [from] of scene.moves || []) {
      const el = at(from);
      if (el) was.set(from, el.getBoundingClientRect());
    }
  }
});

document.addEventListener("facedown:after", ({ detail }) => {
  for (const scene of scenes(detail)) {
    for (const [from, to] of scene.moves || []) move(was.get(from), at(to));
    for (const place of scene.turns || []) turn(at(place));
    for (const place of scene.leans || []) lean(at(place));
  }
});

function edge(el) {
  el.animate([{ boxShadow: "0 0 0 4px var(--ok)" }, { boxShadow: "0 0 0 4px transparent" }], { duration: 2000 });
}

function move(from, el) {
  if (!from || !el) return;
  if (still.matches) return edge(el);
  const to = el.getBoundingClientRect();
  if (!to.width) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  el.animate(
    [{ transform: start, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
    { duration: WAY * 2, easing: EASE },
  );
}

function turn(el) {
  if (!el) return;
  if (still.matches) return edge(el);
  el.animate(
    [{ transform: "perspective(400px) rotateY(180deg) scale(1.1)" }, { transform: "perspective(400px) rotateY(0)" }],
    { duration: TURN, easing: EASE },
  );
}

function lean(el) {
  if (!el) return;
  if (still.matches) return edge(el);
  el.animate(
    [{ transform: "none" }, { transform: "translateY(-8px) rotate(-4deg)", offset: 0.25 }, { transform: "translateY(-8px) rotate(4deg)", offset: 0.6 }, { transform: "none" }],
    { duration: BEAT, easing: "ease-in-out" },
  );
}
