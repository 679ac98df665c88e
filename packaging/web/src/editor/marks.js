import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

// Places in the text that the program keeps: where something is on its way, with a word about it,
// and where what is dragged over the text would land. Nothing of it is text.
export const setMarks = StateEffect.define();
export const setLanding = StateEffect.define();

class Chip extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const chip = document.createElement("span");
    chip.className = "on-its-way";
    chip.textContent = this.text;
    chip.setAttribute("role", "status");
    return chip;
  }
}

const landing = Decoration.widget({
  side: -1,
  widget: new (class extends WidgetType {
    toDOM() {
      const caret = document.createElement("span");
      caret.className = "landing";
      return caret;
    }
  })(),
});

function kept(define) {
  return StateField.define({
    create: () => Decoration.none,
    update(decorations, transaction) {
      const mapped = decorations.map(transaction.changes);
      return transaction.effects.reduce((found, effect) => define(effect) ?? found, mapped);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const chips = kept((effect) => {
  if (!effect.is(setMarks)) return null;
  const made = effect.value.map(({ at, text }) =>
    Decoration.widget({ side: -1, widget: new Chip(text) }).range(at),
  );
  return Decoration.set(made, true);
});

const caret = kept((effect) => {
  if (!effect.is(setLanding)) return null;
  return effect.value === null ? Decoration.none : Decoration.set([landing.range(effect.value)]);
});

export function marks() {
  return [chips, caret];
}

// The place in the text under a point of the view.
export function placeAt(view, { x, y }) {
  return view.posAtCoords({ x, y }, false);
}
