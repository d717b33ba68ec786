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
  const places = root.querySelectorAll("[data-graph-from]:not([data-drawn])");
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

// [data-focus] takes the focus when it comes into the page, so that keys go on there.
document.addEventListener("htmx:afterSettle", (event) => {
  event.detail.elt.querySelector("[data-focus]")?.focus({ preventScroll: false });
});

function say(text) {
  const place = document.getElementById("status");
  place.textContent = "";
  window.setTimeout(() => { place.textContent = text; }, 50);
}
