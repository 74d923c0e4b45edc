// What the tests of looks ask a browser. Each function answers with what is wrong, in a few words.
({
  // Texts whose contrast is below 4.5 with forced colours. Behind a text there is a plate in the page's colour then, unless
  // it takes itself out of that.
  unreadable() {
    const parse = (colour) => {
      const found = colour.match(/[\d.]+/g).map(Number);
      return found.length < 4 ? [...found.slice(0, 3), 1] : found;
    };
    const lit = (colour) => {
      const [r, g, b] = colour.slice(0, 3).map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const probe = document.createElement("i");
    probe.style = "color: Canvas; forced-color-adjust: none";
    document.body.append(probe);
    const plate = parse(getComputedStyle(probe).color);
    probe.remove();
    const ground = (e) => {
      for (; e; e = e.parentElement) {
        const colour = parse(getComputedStyle(e).backgroundColor);
        if (colour[3] > 0.5) return colour;
      }
      return plate;
    };
    const found = new Set();
    for (const [text, e] of this.texts()) {
      const style = getComputedStyle(e);
      const [one, other] = [lit(parse(style.color)), lit(style.forcedColorAdjust === "none" ? ground(e) : plate)];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) found.add(`${contrast.toFixed(1)}: ${this.called(e)}`);
    }
    return [...found];
  },

  // What is wider than the window, cut off, too narrow for its words, over another text, or eats the window.
  misplaced() {
    const found = new Set();
    const [W, H] = [innerWidth, innerHeight];
    const wide = document.documentElement.scrollWidth;
    if (wide > W) found.add(`the page is ${wide} wide`);
    for (const e of document.querySelectorAll("body *")) {
      if (!this.shown(e) || !e.clientWidth || e.matches("input, textarea, .sky")) continue;
      const style = getComputedStyle(e);
      const [across, below] = [e.scrollWidth > e.clientWidth + 2, e.scrollHeight > e.clientHeight + 2];
      const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (across && style.overflowX !== "visible" && !shortened) found.add(`scrolls sideways: ${this.called(e)}`);
      const cut = ["hidden", "clip"].includes(style.overflowY) && !e.matches("body, main");
      if (below && cut && !shortened) found.add(`cut off below: ${this.called(e)}`);
      const words = e.matches("button, .button, .chip > span, .kind > span, summary, .tag") && style.display !== "inline";
      if (across && words) found.add(`too narrow: ${this.called(e)}`);
      const box = e.getBoundingClientRect();
      const stays = ["sticky", "fixed"].includes(style.position) && !e.closest("[popover]");
      if (stays && box.width * Math.min(box.height, H) > W * H * 0.55) found.add(`does not scroll away: ${this.called(e)}`);
    }
    const placed = [];
    const range = document.createRange();
    for (const [text, e] of this.texts()) {
      const [left, top, right, bottom] = this.window(e);
      const size = parseFloat(getComputedStyle(e).fontSize);
      range.selectNodeContents(text);
      for (const r of range.getClientRects()) {
        if (r.width > 3 && (r.right > W + 1 || r.left < -1)) found.add(`outside: ${this.called(e)}`);
        const box = [Math.max(r.left, left), Math.max(r.top, top), Math.min(r.right, right), Math.min(r.bottom, bottom)];
        if (box[2] - box[0] > 3 && box[3] > box[1]) placed.push({ e, box, size, layer: this.layer(e) });
      }
    }
    placed.forEach((one, i) => {
      for (const other of placed.slice(i + 1)) {
        if (one.e === other.e || one.layer !== other.layer) continue;
        const [a, b] = [one.box, other.box];
        const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
        const down = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
        if (across > 2 && down > 0.35 * Math.min(one.size, other.size)) found.add(`${this.called(one.e)} lies over ${this.called(other.e)}`);
      }
    });
    return [...found];
  },

  shown: (e) => !e.closest(".hide, .skip, svg, script, noscript") && e.checkVisibility({ visibilityProperty: true, opacityProperty: true }),

  called: (e) => `${e.tagName.toLowerCase()}.${e.className} ${e.textContent.trim().slice(0, 30).replace(/\s+/g, " ")}`,

  *texts() {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (text.data.trim() && this.shown(text.parentElement)) yield [text, text.parentElement];
    }
  },

  // The part of the window in which something can be seen, if parts that scroll are around it.
  window(e) {
    let box = [-1e9, -1e9, 1e9, 1e9];
    for (; e && e !== document.body; e = e.parentElement) {
      if (getComputedStyle(e).overflow === "visible") continue;
      const r = e.getBoundingClientRect();
      box = [Math.max(box[0], r.left), Math.max(box[1], r.top), Math.min(box[2], r.right), Math.min(box[3], r.bottom)];
    }
    return box;
  },

  // What it scrolls with, where that is not the page.
  layer(e) {
    for (; e; e = e.parentElement) if (["sticky", "fixed"].includes(getComputedStyle(e).position)) return e;
    return null;
  },
})
