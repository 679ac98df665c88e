import { redo, undo } from "@codemirror/commands";
import { openSearchPanel } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { applyTheme, connect } from "../shared/channel.js";
import { setActiveRange } from "./active_range.js";
import { Document } from "./document.js";
import { extensionsFor, overlayOpen, readOnly, wrap, wrapping } from "./extensions.js";
import { placeAt, setLanding, setMarks } from "./marks.js";
import { showProblems } from "./problems.js";
import { whenSettled } from "./settling.js";

const documents = new Map();
const view = new EditorView({ parent: document.getElementById("editor") });
const tabNote = document.getElementById("tab-note");
const FOR_LONG = 1e9;
let shown = null;
let locked = false;
let wrapped = false;
let overlay = false;
let send = () => {};

function pump(doc) {
  const message = doc.nextMessage();
  if (message) send(message);
}

function noteUpdate(update) {
  const open = overlayOpen(update.state);
  if (open !== overlay) send({ kind: "overlay", open: (overlay = open) });
  if (!shown) return;
  shown.state = update.state;
  for (const transaction of update.transactions) shown.note(transaction);
  pump(shown);
}

// A document that is not shown keeps its state aside; only the shown one is in the view.
function dispatch(doc, spec) {
  if (doc === shown) return view.dispatch(spec);
  const transaction = doc.state.update(spec);
  doc.state = transaction.state;
  doc.note(transaction);
  pump(doc);
}

function show(doc) {
  if (doc === shown) return;
  if (shown) shown.scroll = view.scrollSnapshot();
  shown = doc;
  view.setState(doc ? doc.state : EditorState.create());
  if (!doc) return;
  const rights = readOnly.reconfigure(EditorState.readOnly.of(locked));
  dispatch(doc, { effects: [rights, wrap.reconfigure(wrapping(wrapped))] });
  const reveal = EditorView.scrollIntoView(doc.state.selection.main, { y: "center" });
  view.dispatch({ effects: doc.scroll ?? reveal });
}

function select(doc, from, to) {
  const selection = { anchor: doc.toLocal(from, 1), head: doc.toLocal(to, -1) };
  const scroll = EditorView.scrollIntoView(selection.anchor, { y: "nearest", yMargin: 60 });
  doc.scroll = null;
  dispatch(doc, { selection, effects: scroll });
}

function goToLine(doc, number) {
  const line = doc.state.doc.line(Math.max(1, Math.min(number, doc.state.doc.lines)));
  const scroll = EditorView.scrollIntoView(line.from, { y: "center" });
  doc.scroll = null;
  dispatch(doc, { selection: { anchor: line.from }, effects: scroll });
}

const onDocument = {
  show,
  close(doc) {
    documents.delete(doc.id);
    if (doc === shown) show(null);
  },
  change: (doc, message) => dispatch(doc, doc.hostChange(message)),
  accepted(doc, { version }) {
    doc.accepted(version);
    pump(doc);
  },
  select: (doc, { from, to }) => select(doc, from, to),
  line: (doc, { number }) => goToLine(doc, number),
  highlight(doc, { range }) {
    const value = range && { from: doc.toLocal(range[0], 1), to: doc.toLocal(range[1], -1) };
    dispatch(doc, { effects: setActiveRange.of(value) });
  },
  problems: (doc, { problems }) => dispatch(doc, showProblems(doc, problems)),
  marks(doc, { marks }) {
    const value = marks.map(({ place, text }) => ({ at: doc.toLocal(place, -1), text }));
    dispatch(doc, { effects: setMarks.of(value) });
  },
};

const onEditor = {
  open(message) {
    const extensions = extensionsFor(message.language, message.text, locked, noteUpdate);
    documents.set(message.doc, new Document(message, extensions));
  },
  theme: ({ colours }) => {
    applyTheme(colours);
    document.fonts.ready.then(() => view.requestMeasure());
  },
  locked({ on }) {
    locked = on;
    if (shown) dispatch(shown, { effects: readOnly.reconfigure(EditorState.readOnly.of(on)) });
  },
  wrap({ on }) {
    wrapped = on;
    if (shown) dispatch(shown, { effects: wrap.reconfigure(wrapping(on)) });
  },
  landing: ({ point }) => {
    if (shown) view.dispatch({ effects: setLanding.of(point && placeAt(view, point)) });
  },
  // The program counts in its own version: what is typed has to be there first.
  place({ number, point }) {
    if (!shown) return send({ kind: "place", number });
    if (shown.local) return setTimeout(() => onEditor.place({ number, point }), 5);
    send({ kind: "place", number, doc: shown.id, version: shown.version, at: placeAt(view, point) });
  },
  // Without words it is for somebody who is passing: the first other key ends it.
  tabs({ move, words }) {
    view.setTabFocusMode(Boolean(words));
    if (move && !words) view.setTabFocusMode(FOR_LONG);
    tabNote.textContent = words;
  },
  undo: () => undo(view),
  redo: () => redo(view),
  search: () => openSearchPanel(view),
  focus: () => view.focus(),
  settle({ number, keys }) {
    const hasLeft = () => ![...documents.values()].some((doc) => doc.local);
    whenSettled(keys, hasLeft, (heard) => send({ kind: "settled", number, heard }));
  },
};

function receive(message) {
  if (message.kind in onEditor) return onEditor[message.kind](message);
  const doc = documents.get(message.doc);
  if (doc) onDocument[message.kind](doc, message);
}

document.fonts.load("12px 'JetBrains Mono'").then(() => view.requestMeasure(), () => {});
connect(receive).then((sender) => {
  send = sender;
  send({ kind: "ready" });
});
