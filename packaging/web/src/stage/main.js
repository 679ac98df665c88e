import { applyTheme, connect } from "../shared/channel.js";
import { Card } from "./card.js";
import { makeResizable } from "./handle.js";
import { arrange } from "./layout.js";

const ground = document.getElementById("stage");
const cards = new Map();
const stage = { send: () => {}, arrange: place };

function place() {
  const shown = [...cards.values()];
  const { clientWidth, clientHeight } = document.documentElement;
  const { columns, scale, heights } = arrange(shown.map((card) => card.width), clientWidth, clientHeight);
  ground.style.gridTemplateColumns = `repeat(${columns}, max-content)`;
  shown.forEach((card, index) => card.place(scale, heights[index]));
}

function resized(card, width) {
  if (width === card.width) return;
  for (const each of cards.values()) each.width = width;
  place();
  stage.send({ kind: "width", width });
}

function newCard() {
  const card = new Card(stage, ground);
  makeResizable(card, resized);
  return card;
}

const on = {
  theme: ({ colours }) => applyTheme(colours),
  frames({ frames }) {
    const kept = new Set(frames.map((frame) => frame.id));
    for (const [id, card] of cards) {
      if (kept.has(id)) continue;
      card.node.remove();
      cards.delete(id);
    }
    for (const frame of frames) {
      const card = cards.get(frame.id) ?? newCard();
      cards.delete(frame.id);
      cards.set(frame.id, card);
      card.update(frame);
    }
    [...cards.values()].forEach((card, index) => (card.node.style.order = index));
    place();
  },
};

window.addEventListener("resize", place);
connect((message) => on[message.kind](message)).then((send) => {
  stage.send = send;
  send({ kind: "ready" });
});
