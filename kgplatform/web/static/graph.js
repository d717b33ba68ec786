// Draws a graph {nodes: [{id, name, type, kind}], edges: [{id, source, target, label}], more} by
// Cytoscape. The element has data-graph-from, the address of the JSON; `more` is that of what is
// left. A node that is chosen, by a click or by its name in the list of the element data-list,
// asks data-node-from + id for a part of the page, shown in the element data-node-to, and
// data-expand-from + id for what it is tied to, which is added; or opens the page data-opens + id.
// An edge that is chosen shows its evidence. data-layout is how the nodes are arranged.
"use strict";

window.kgplatform = { draw };

const MOST_NODES = 5000; // what a browser still moves smoothly
const MOST_ARRANGED = 150; // by forces, which takes the square of the time
const MOST_DETAILED = 400; // with words and arrows on their edges
const MOST_LISTED = 200; // by name; words narrow down the rest
const RING = 12; // nodes of the first ring; the next has as many more
const RING_PX = 110; // between rings of nodes with words
const CLOSE_RING_PX = 40;
const TEXT_PX = 11;
const MOST_TEXT_PX = 20; // of a picture that is made small to be seen as a whole

async function draw(place) {
  place.dataset.drawn = "yes";
  let graph;
  try {
    graph = await ask(place.dataset.graphFrom);
  } catch (error) {
    report(place, "The picture cannot be drawn: " + error.message);
    return;
  }
  if (!graph.nodes.length) {
    report(place, "There is nothing to draw.");
    return;
  }
  place.isDetailed = true;
  place.textSize = TEXT_PX;
  const picture = window.cytoscape({ container: place, style: styles(place), minZoom: 0.05, maxZoom: 3,
    textureOnViewport: true, pixelRatio: 1 });
  place.picture = picture;
  if (place.dataset.list) makeList(place);
  add(place, graph);
  arrange(place);
  picture.on("tap", "node", (event) => choose(place, event.target));
  picture.on("tap", "edge", (event) => showEvidence(event.target));
  window.matchMedia("(prefers-color-scheme: dark)")
    .addEventListener("change", () => picture.style(styles(place)));
}

async function ask(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } })
    .catch(() => { throw new Error("the server does not answer."); });
  const value = await response.json();
  if (!response.ok) throw new Error(value.detail);
  return value;
}

// What is new of a graph is added; around a node, in rings, where it was asked for from there.
function add(place, graph, from = null) {
  const picture = place.picture;
  const room = MOST_NODES - picture.nodes().length;
  const nodes = graph.nodes.filter((node) => picture.getElementById(node.id).empty()).slice(0, room);
  picture.batch(() => {
    picture.add(nodes.map((node, number) => ({ group: "nodes", data: node, classes: node.kind ?? "",
      ...(from && { position: beside(from.position(), number, RING_PX) }) })));
    const isThere = (id) => picture.getElementById(id).nonempty();
    picture.add(graph.edges
      .filter((edge) => !isThere(edge.id) && isThere(edge.source) && isThere(edge.target))
      .map((edge) => ({ group: "edges", data: edge, classes: edge.kind ?? "" })));
  });
  if (place.isDetailed && picture.nodes().length > MOST_DETAILED) {
    place.isDetailed = false;
    picture.style(styles(place));
  }
  if (place.list) list(place, nodes, graph.more);
  return nodes.length;
}

function beside(centre, number, apart) {
  const ring = Math.floor((Math.sqrt(1 + (8 * number) / RING) - 1) / 2) + 1;
  const before = (RING * ring * (ring - 1)) / 2;
  const angle = (2 * Math.PI * (number - before)) / (RING * ring) + ring / 2;
  const distance = apart * ring;
  return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) };
}

function arrange(place) {
  const { picture, dataset } = place;
  const isSmall = picture.nodes().length <= MOST_ARRANGED;
  const layout = dataset.layout ? { name: dataset.layout, padding: 40 } : isSmall
    ? { name: "cose", animate: false, nodeDimensionsIncludeLabels: true, padding: 20, nodeRepulsion: 20000, idealEdgeLength: 90 }
    : { name: "preset", padding: 20, positions: inRings(place) };
  picture.layout(layout).run();
  place.textSize = Math.min(TEXT_PX / picture.zoom(), MOST_TEXT_PX);
  picture.style(styles(place));
}

// Those that are tied to most in the middle, the others around them.
function inRings({ picture, isDetailed }) {
  const middle = { x: 0, y: 0 };
  const nodes = picture.nodes().sort((one, other) => other.degree() - one.degree());
  const places = new Map(nodes.map((node, number) =>
    [node.id(), number ? beside(middle, number - 1, isDetailed ? RING_PX : CLOSE_RING_PX) : middle]));
  return (node) => places.get(node.id());
}

function choose(place, node) {
  const picture = node.cy();
  picture.nodes().unselect();
  node.select();
  const isEntity = !node.hasClass("literal");
  if (place.dataset.opens) {
    if (isEntity) window.location.assign(place.dataset.opens + encodeURIComponent(node.id()));
    return;
  }
  if (place.dataset.nodeFrom && (isEntity || !place.dataset.expandFrom)) {
    const address = place.dataset.nodeFrom + encodeURIComponent(node.id());
    window.htmx.ajax("GET", address, "#" + place.dataset.nodeTo);
  } else if (!isEntity) {
    showEvidence(node.connectedEdges()[0]);
  }
  if (place.dataset.expandFrom && isEntity) expand(place, node);
}

async function expand(place, node) {
  if (node.scratch("expanded") || node.hasClass("centre")) return;
  node.scratch("expanded", true);
  try {
    const graph = await ask(place.dataset.expandFrom + encodeURIComponent(node.id()));
    const number = add(place, { ...graph, more: undefined }, node);
    say(place, number ? `${number} more around ${node.data("name")}.` : `Nothing more around ${node.data("name")}.`);
    if (number) place.picture.animate({ fit: { padding: 20 } }, { duration: 0 });
  } catch (error) {
    node.scratch("expanded", false);
    say(place, "It cannot be expanded: " + error.message);
  }
}

function showEvidence(edge) {
  const { passage_id: passage, start, end } = edge?.data() ?? {};
  if (!passage || !document.getElementById("evidence")) return;
  const query = new URLSearchParams({ passage, start, end });
  window.htmx.ajax("GET", "/evidence?" + query, "#evidence");
}

// The same nodes by name, for who does not use the picture.
function makeList(place) {
  const box = document.getElementById(place.dataset.list);
  const [words, names, count, more] = ["input", "ul", "p", "button"].map((tag) => document.createElement(tag));
  Object.assign(words, { type: "search", placeholder: "Name in the picture", ariaLabel: "Name in the picture" });
  names.className = "plain-list";
  names.ariaLabel = "Nodes of the picture";
  Object.assign(count, { className: "quiet", ariaLive: "polite" });
  Object.assign(more, { type: "button", className: "small", textContent: "Show more", hidden: true });
  words.addEventListener("input", () => showNames(place));
  more.addEventListener("click", () => showMore(place));
  box.replaceChildren(words, names, count, more);
  place.list = { words, names, count, more, nodes: [] };
}

function list(place, nodes, more) {
  const { count, more: button } = place.list;
  place.list.nodes.push(...nodes);
  showNames(place);
  const number = place.list.nodes.length;
  const isFull = number >= MOST_NODES;
  count.textContent = `${number.toLocaleString("en")} nodes` + (isFull ? ", the most that are drawn" : "");
  if (more !== undefined) button.dataset.from = more ?? "";
  button.hidden = isFull || !button.dataset.from;
}

function showNames(place) {
  const { words, names, nodes } = place.list;
  const sought = words.value.toLowerCase();
  const found = nodes.filter((node) => node.name.toLowerCase().includes(sought));
  const held = names.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  names.replaceChildren(...found.slice(0, MOST_LISTED).map((node) => listItem(place, node)));
  if (held) [...names.querySelectorAll("button")].find((one) => one.dataset.id === held)?.focus();
  if (found.length && found.length <= MOST_LISTED) return;
  const rest = document.createElement("li");
  rest.className = "quiet";
  rest.textContent = found.length
    ? `${(found.length - MOST_LISTED).toLocaleString("en")} more: give a part of the name.`
    : "No node of the picture has that name.";
  names.append(rest);
}

function listItem(place, node) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = node.id;
  button.textContent = node.name;
  if (node.type) {
    const type = document.createElement("small");
    type.textContent = " " + node.type;
    button.append(type);
  }
  button.addEventListener("click", () => {
    const found = place.picture.getElementById(node.id);
    choose(place, found);
    place.picture.animate({ center: { eles: found } }, { duration: 0 });
  });
  item.append(button);
  return item;
}

async function showMore(place) {
  const { more } = place.list;
  more.disabled = true;
  try {
    add(place, await ask(more.dataset.from));
    arrange(place);
  } catch (error) {
    say(place, "There is no more for now: " + error.message);
  }
  more.disabled = false;
}

function say(place, text) {
  if (place.list) place.list.count.textContent = text;
}

function report(place, text) {
  place.textContent = text;
  place.classList.add("told");
  if (place.dataset.list) document.getElementById(place.dataset.list).replaceChildren();
}

function styles({ isDetailed, textSize }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return [
    { selector: "node", style: {
      label: "data(name)", color: colour("--text"), "font-size": textSize, "text-wrap": "ellipsis",
      "text-max-width": 12 * textSize, "text-valign": "bottom", "text-margin-y": 3, "min-zoomed-font-size": 6,
      "background-color": colour("--accent"), width: 18, height: 18 } },
    { selector: "node.literal", style: { shape: "round-rectangle", "background-color": colour("--line-strong") } },
    { selector: "node.centre", style: { width: 28, height: 28, "border-width": 3, "border-color": colour("--text") } },
    { selector: "node.cited", style: { "border-width": 3, "border-color": colour("--mark-line") } },
    { selector: "node.wikidata", style: { "background-color": colour("--wikidata") } },
    { selector: "node:selected", style: { "border-width": 3, "border-color": colour("--text"), "min-zoomed-font-size": 0 } },
    { selector: "edge", style: {
      label: "data(label)", "font-size": 0.8 * textSize, color: colour("--quiet"), width: 1.2, "min-zoomed-font-size": 6,
      "line-color": colour("--line-strong"), "target-arrow-color": colour("--line-strong"),
      "target-arrow-shape": "triangle", "curve-style": "bezier", "text-rotation": "autorotate",
      "text-background-color": colour("--raised"), "text-background-opacity": 0.85 } },
    ...(isDetailed ? [] : [{ selector: "edge", style: {
      label: "", width: 1, opacity: 0.3, "curve-style": "haystack", "target-arrow-shape": "none" } }]),
  ];
}
