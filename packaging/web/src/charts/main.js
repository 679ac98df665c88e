import { applyTheme, connect } from "../shared/channel.js";
import { Card } from "./card.js";
import { setLook } from "./look.js";

const board = document.getElementById("board");
const cards = new Map();
let places = {};
let send = () => {};

function cardOf(key) {
  let card = cards.get(key);
  if (!card) {
    card = new Card(key, board, (message) => send({ key, ...message }));
    cards.set(key, card);
    if (places[key]) card.place(places[key]);
  }
  return card;
}

const on = {
  theme({ colours }) {
    const { palette, ...styles } = colours;
    applyTheme(styles);
    setLook(colours);
    for (const card of cards.values()) card.restyle();
  },
  places(message) {
    places = message.places;
    for (const [key, place] of Object.entries(places)) cards.get(key)?.place(place);
  },
  draw: ({ drawing, motion }) => cardOf(drawing.key).draw(drawing, motion),
  gone({ key }) {
    cards.get(key)?.end();
    cards.delete(key);
  },
  point: ({ key, series, place, tip }) => cards.get(key)?.point(series, place, tip),
  tip: ({ key, ticket, tip }) => cards.get(key)?.answer(ticket, tip),
  async image({ key, number, format }) {
    // What cannot be drawn is answered too: the program waits for it.
    const data = await cards.get(key)?.image(format).catch(() => "");
    send({ kind: "image", number, data: data || "" });
  },
};

// The letters are measured when a chart is drawn: none is before its typeface is there.
const typeface = Promise.all(["12px Inter", "600 12px Inter"].map((each) => document.fonts.load(each)));
Promise.allSettled([typeface]).then(async () => {
  send = await connect((message) => on[message.kind](message));
  send({ kind: "ready" });
});
