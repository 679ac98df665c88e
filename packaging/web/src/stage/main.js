import { applyTheme, connect } from "../shared/channel.js";
import { Card } from "./card.js";
import { makeResizable } from "./handle.js";
import { arrangeFlow, arrangeGrid, arrangeOverlay } from "./layout.js";
import { Loading } from "./loading.js";
import { Overlay } from "./overlay.js";
import { Studio } from "./studio.js";
import { Together } from "./scrolling.js";

const ground = document.getElementById("stage");
const cards = new Map();
const together = new Together(() => cards.values());
const overlay = new Overlay(ground, place);
let layout = { kind: "flow", columns: 1, lazy: false, linked: false };
let revealed = new Map();
let arranging = 0;

const stage = {
  send: () => {},
  // Many cards may ask in one turn: they are placed once, before the next picture.
  arrange: () => (arranging ||= requestAnimationFrame(place)),
  scrolled: (card) => together.moved(card),
  opened: (card) => together.bring(card),
  loaded: (card) => loading.done(card),
  // A page that is made ready for its picture must not be made again what its text says.
  maps: () => layout.kind !== "studio",
  mapped: (card) => reveal(card, false),
  picked(card, element) {
    for (const each of cards.values()) each.outline.hide();
    revealed = new Map();
    card.outline.show(element);
  },
};
const loading = new Loading();
const studio = new Studio(cards, (message) => stage.send(message));

// A layer that nobody looks at draws no animation frames; what is told to it is placed at once.
function place() {
  if (arranging) cancelAnimationFrame(arranging);
  arranging = 0;
  const shown = [...cards.values()];
  const { clientWidth, clientHeight } = document.documentElement;
  const widths = shown.map((card) => card.width);
  const kinds = { wipe: arrangeOverlay, fade: arrangeOverlay, flow: arrangeFlow };
  const { columns, scale, heights, fill } =
    layout.kind === "grid" && widths.length
      ? arrangeGrid(widths, layout.columns, clientWidth, clientHeight)
      : layout.kind === "studio"
        ? { columns: 1, scale: 1, heights: widths.map(() => clientHeight - studio.strip), fill: true }
        : (kinds[widths.length === 2 ? layout.kind : "flow"] ?? arrangeFlow)(widths, clientWidth, clientHeight);
  ground.style.gridTemplateColumns = `repeat(${columns}, max-content)`;
  shown.forEach((card, index) => card.place(scale, heights[index], fill));
  overlay.show(layout.kind, shown);
}

// Pages near the visible part are there, pages far from it are let go.
const margins = [["60%", true], ["250%", false]];
const watchers = margins.map(([margin, arrives]) => new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const card = [...cards.values()].find((each) => each.node === target);
    if (card && layout.lazy && isIntersecting === arrives) loading.want(card, arrives);
  }
}, { rootMargin: `${margin} 0px` }));

function resized(card, width) {
  if (width === card.width) return;
  for (const each of cards.values()) each.width = width;
  place();
  stage.send({ kind: "width", width });
}

function newCard(id) {
  const card = new Card(stage, ground, id);
  makeResizable(card, resized);
  for (const watcher of watchers) watcher.observe(card.node);
  return card;
}

function remove(card) {
  for (const watcher of watchers) watcher.unobserve(card.node);
  loading.forget(card);
  cards.delete(card.id);
  card.remove();
}

function reveal(card, scroll) {
  const wanted = revealed.get(card.id);
  if (!wanted || wanted.revision !== card.page.textRevision) return;
  if (scroll || !wanted.done) card.reveal(wanted.at);
  wanted.done = true;
}

const on = {
  theme: ({ colours }) => applyTheme(colours),
  frames({ frames, ...wanted }) {
    layout = wanted.layout;
    together.on = layout.linked;
    document.documentElement.dataset.layout = layout.kind;
    const kept = new Set(frames.map((frame) => frame.id));
    for (const [id, card] of [...cards]) if (!kept.has(id)) remove(card);
    if (!cards.size) together.share = 0;
    for (const frame of frames) {
      const card = cards.get(frame.id) ?? newCard(frame.id);
      cards.delete(frame.id);
      cards.set(frame.id, card);
      card.update(frame);
    }
    [...cards.values()].forEach((card, index) => (card.node.style.order = index));
    if (!layout.lazy) for (const card of cards.values()) card.setNear(true);
    place();
  },
  reveal({ places }) {
    revealed = new Map(places.map((place) => [place.id, place]));
    for (const card of cards.values()) {
      if (revealed.has(card.id)) reveal(card, true);
      else card.outline.hide();
    }
  },
  tile: (message) => studio.turn(message),
};

window.addEventListener("resize", place);
connect((message) => on[message.kind](message)).then((send) => {
  stage.send = send;
  send({ kind: "ready" });
});
