// Keeps a table screen alive: reads its stream, and shows the regions that changed.
const main = document.querySelector("[data-stream]");
const lost = document.getElementById("lost");
let wait = 500;

function listen() {
  const source = new EventSource(main.dataset.stream);
  source.onmessage = (event) => {
    wait = 500;
    lost.hidden = true;
    const frame = JSON.parse(event.data);
    if (frame.reload) return location.reload();
    document.title = frame.title;
    for (const [name, html] of Object.entries(frame.regions)) {
      const region = document.getElementById(name);
      if (region && region.innerHTML.trim() !== html.trim()) region.innerHTML = html;
    }
  };
  source.onerror = () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 8000);
    }
  };
}

listen();
