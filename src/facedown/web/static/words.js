// What the other scripts say, in the language of the page: English stands in them, others come with the page.

const words = JSON.parse(document.documentElement.dataset.words || "{}");

globalThis.say = (text, values = {}) =>
  (words[text] || text).replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));
