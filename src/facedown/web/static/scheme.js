// Light, dark, or like the device: changed at once, and kept for the next page. Without script the form does the same.
for (const form of document.querySelectorAll("[data-scheme]")) {
  form.addEventListener("submit", (event) => {
    const chosen = event.submitter?.value;
    if (!chosen) return;
    event.preventDefault();
    event.stopPropagation();
    const root = document.documentElement;
    if (chosen === "device") delete root.dataset.theme;
    else root.dataset.theme = chosen;
    const meta = document.querySelector("meta[name=color-scheme]");
    if (meta) meta.content = chosen === "device" ? "light dark" : chosen;
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === chosen));
    const body = new URLSearchParams(new FormData(form, event.submitter));
    fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
  });
}
for (const menu of document.querySelectorAll("details.menu")) {
  const shut = () => { menu.open = false; };
  document.addEventListener("pointerdown", (event) => { if (!menu.contains(event.target)) shut(); });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) { shut(); menu.querySelector("summary").focus(); }
  });
}
