// Draws a graph {nodes: [{id, name, type, kind}], edges: [{id, source, target, label}]} by
// Cytoscape. The element has data-graph-from, the address of the JSON. A click on a node, or its
// name chosen in the list beside, asks data-node-from + id for a part of the page, shown in the
// element with the id data-node-to.
"use strict";

window.kgplatform = { draw };

function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

async function draw(place) {
  place.dataset.drawn = "yes";
  const response = await fetch(place.dataset.graphFrom, { headers: { Accept: "application/json" } });
  if (!response.ok) {
    place.textContent = "The picture cannot be drawn: " + (await response.json()).detail;
    return;
  }
  const graph = await response.json();
  if (!graph.nodes.length) {
    place.textContent = "There is nothing to draw.";
    return;
  }
  const elements = {
    nodes: graph.nodes.map((node) => ({ data: node, classes: node.kind ?? "" })),
    edges: graph.edges.map((edge) => ({ data: edge })),
  };
  const picture = window.cytoscape({ container: place, elements, style: styles(), minZoom: 0.2, maxZoom: 3,
    layout: { name: "cose", animate: false, nodeDimensionsIncludeLabels: true, padding: 20 } });
  picture.on("tap", "node", (event) => show(place, event.target.id()));
  place.picture = picture;
}

function show(place, id) {
  if (!place.dataset.nodeFrom) return;
  window.htmx.ajax("GET", place.dataset.nodeFrom + encodeURIComponent(id), "#" + place.dataset.nodeTo);
}

function styles() {
  const colour = colours();
  return [
    { selector: "node", style: {
      label: "data(name)", color: colour("--text"), "font-size": 11, "text-wrap": "ellipsis",
      "text-max-width": 130, "text-valign": "bottom", "text-margin-y": 3,
      "background-color": colour("--accent"), width: 18, height: 18 } },
    { selector: "node.literal", style: { shape: "round-rectangle", "background-color": colour("--line-strong") } },
    { selector: "node.centre", style: { width: 28, height: 28, "border-width": 3, "border-color": colour("--text") } },
    { selector: "node.wikidata", style: { "background-color": colour("--wikidata") } },
    { selector: "node:selected", style: { "border-width": 3, "border-color": colour("--text") } },
    { selector: "edge", style: {
      label: "data(label)", "font-size": 9, color: colour("--quiet"), width: 1.2,
      "line-color": colour("--line-strong"), "target-arrow-color": colour("--line-strong"),
      "target-arrow-shape": "triangle", "curve-style": "bezier", "text-rotation": "autorotate",
      "text-background-color": colour("--raised"), "text-background-opacity": 0.85 } },
  ];
}
