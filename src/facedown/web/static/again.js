// A page of a table that lets nobody in now: looks again now and then, and opens as soon as it may.

let left = 90; // half an hour

const timer = setInterval(async () => {
  if (document.visibilityState !== "visible" || document.activeElement.matches("input")) return;
  if (--left === 0) clearInterval(timer);
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* later */ }
}, 20_000);
