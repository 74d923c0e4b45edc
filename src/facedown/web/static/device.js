// A link that moves a seat carries its code behind the #, which no server sees. It is taken out of the address at once.
// Without script the code is typed into the same form.

function read() {
  const found = /^#seat=([A-Z0-9]{8})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  const form = document.querySelector("form[data-device]");
  if (form) {
    form.elements.device.value = found[1];
    form.requestSubmit();
  } else {
    const title = say("This link moves a seat to another device.");
    const next = say("This browser has a seat at this table already: open the link on the device that is to have that seat.");
    document.dispatchEvent(new CustomEvent("facedown:problem", { detail: { title, next } }));
  }
}

addEventListener("hashchange", read);
read();
