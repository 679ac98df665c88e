import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

// The soft ground behind the lines of one range (the variant at hand), the gutter included.
export const setActiveRange = StateEffect.define();

const line = Decoration.line({ class: "active-range" });
const gutterLine = new (class extends GutterMarker {
  elementClass = "active-range";
})();

const field = StateField.define({
  create: () => null,
  update(range, transaction) {
    for (const effect of transaction.effects) if (effect.is(setActiveRange)) return effect.value;
    if (!range || !transaction.docChanged) return range;
    return {
      from: transaction.changes.mapPos(range.from, -1),
      to: transaction.changes.mapPos(range.to, 1),
    };
  },
});

// One line says nothing by its ground when the text has only one: then the characters get it.
const character = Decoration.mark({ class: "active-range" });

function lines(state, add) {
  const range = state.field(field);
  if (!range) return;
  for (let at = range.from; ; ) {
    const { from, to } = state.doc.lineAt(at);
    add(from);
    if (to >= range.to || to >= state.doc.length) return;
    at = to + 1;
  }
}

function decorations(state) {
  const builder = new RangeSetBuilder();
  const range = state.field(field);
  if (range && state.doc.lines === 1) {
    if (range.from < range.to) builder.add(range.from, range.to, character);
  } else lines(state, (from) => builder.add(from, from, line));
  return builder.finish();
}

function gutter(state) {
  const builder = new RangeSetBuilder();
  if (state.doc.lines > 1) lines(state, (from) => builder.add(from, from, gutterLine));
  return builder.finish();
}

export function activeRange() {
  return [
    field,
    EditorView.decorations.compute([field, "doc"], decorations),
    gutterLineClass.compute([field, "doc"], gutter),
  ];
}
