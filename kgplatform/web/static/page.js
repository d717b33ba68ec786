// What the pages do beyond HTML and htmx; whatever it does is asked for by attributes.
"use strict";

// [data-copy="ID"] copies the text of an element.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
  say("Copied.");
});

// [data-confirm="QUESTION"] on a form asks before it is sent; [data-print] prints the page.
document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// [data-graph-from="ADDRESS"] is drawn by Cytoscape, which is loaded where there is one.
function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(script);
  });
}
let drawing = null;
async function drawGraphs(root) {
  const places = [...root.querySelectorAll("[data-graph-from]:not([data-drawn])")]
    .filter((place) => !place.closest("details:not([open])"));
  if (!places.length) return;
  drawing ??= load(document.body.dataset.cytoscape).then(() => load(document.body.dataset.graph));
  await drawing;
  for (const place of places) window.kgplatform.draw(place);
}
document.addEventListener("DOMContentLoaded", () => drawGraphs(document));
document.addEventListener("htmx:load", (event) => drawGraphs(event.detail.elt.parentElement ?? document));
document.addEventListener("toggle", (event) => {
  if (event.target.open) drawGraphs(event.target);
}, true);

// [data-focus] takes the focus when it comes into the page, so that keys go on there;
// [data-show="WORDS"] comes into sight, and its words are read out.
document.addEventListener("htmx:load", (event) => {
  const part = event.detail.elt;
  if (!part.matches) return;
  part.querySelector("[data-focus]")?.focus();
  if (part.matches("[data-focus]")) part.focus();
  if (!part.matches("[data-show]")) return;
  part.scrollIntoView({ block: "nearest" });
  say(part.dataset.show);
});

// form[data-clear] is emptied of its text once it was sent; [data-enter] sends its form by Enter.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (event.detail.successful && form.matches("form[data-clear]")) {
    form.querySelector("textarea").value = "";
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target.matches("[data-enter]")) {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
});

// [data-close="ID"] empties an element and leads back to what filled it; so does Escape.
let opener = null;
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.target.id !== "evidence") return;
  opener = event.detail.elt;
  for (const shown of document.querySelectorAll("a.shown")) shown.classList.remove("shown");
  opener.classList.add("shown");
});
function close(id) {
  const place = document.getElementById(id);
  if (!place || !place.childElementCount) return;
  place.replaceChildren();
  opener?.classList.remove("shown");
  opener?.focus();
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-close]");
  if (button) close(button.dataset.close);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close("evidence");
});

// While the server does not answer, the page says so.
const lost = document.createElement("p");
lost.className = "problem lost";
lost.role = "alert";
lost.textContent = "The server does not answer: what is shown may be out of date. Look whether kgplatform serve runs, then try again or load the page anew.";
for (const kind of ["htmx:sendError", "htmx:sseError"]) {
  document.addEventListener(kind, () => document.getElementById("main").before(lost));
}
for (const kind of ["htmx:afterOnLoad", "htmx:sseOpen"]) {
  document.addEventListener(kind, () => lost.remove());
}

// form[data-drop] takes files that are dropped on it.
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form[data-drop]");
    if (!form) return;
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
    if (kind !== "drop" || !event.dataTransfer.files.length) return;
    form.querySelector("input[type=file]").files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.elt.matches("form[data-drop]")) event.detail.elt.reset();
});

// [data-clock] counts the seconds since it came into the page.
const begun = new WeakMap();
window.setInterval(() => {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (!begun.has(clock)) begun.set(clock, Date.now());
    clock.textContent = `${Math.round((Date.now() - begun.get(clock)) / 1000)} s`;
  }
}, 1000);

function say(text) {
  const place = document.getElementById("status");
  place.textContent = "";
  window.setTimeout(() => { place.textContent = text; }, 50);
}
