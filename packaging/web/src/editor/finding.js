import { getSearchQuery, searchPanelOpen, setSearchQuery } from "@codemirror/search";
import { EditorView, ViewPlugin } from "@codemirror/view";

// Beyond this matches are no longer counted: nobody reads the number, and typing would wait for it.
const MOST = 10_000;

// Goes to the first match while one types into the search field, from where the cursor was when the
// search began, and tells which match of how many is selected.
export const finding = ViewPlugin.fromClass(class {
  constructor(view) {
    this.view = view;
    this.origin = null;
    this.frame = 0;
  }

  update(update) {
    const { state, startState } = update;
    if (!searchPanelOpen(state)) {
      this.origin = null;
      return;
    }
    if (this.origin === null) this.origin = state.selection.main.from;
    if (update.docChanged) this.origin = update.changes.mapPos(this.origin);
    const query = getSearchQuery(state);
    const asked = update.transactions.some((t) => t.effects.some((e) => e.is(setSearchQuery)));
    const jump = asked && !sameSearch(query, getSearchQuery(startState)) && searchPanelOpen(startState);
    // Whoever moves by hand or by the buttons goes on from there.
    if (update.selectionSet && !jump && !update.transactions.some(isJump)) {
      this.origin = state.selection.main.from;
    }
    if (jump || asked || update.docChanged || update.selectionSet || !this.frame) this.soon(jump);
  }

  soon(jump) {
    this.jump ||= jump;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const wanted = this.jump;
      this.jump = false;
      const { state } = this.view;
      if (!searchPanelOpen(state)) return;
      const query = getSearchQuery(state);
      if (wanted) this.go(query);
      this.tell(query);
    });
  }

  go(query) {
    const found = query.valid && query.search ? this.first(query) : null;
    const at = found ?? { from: this.origin, to: this.origin };
    this.view.dispatch({
      selection: { anchor: at.from, head: at.to },
      effects: EditorView.scrollIntoView(at.from, { y: "center" }),
      userEvent: "select.search.jump",
    });
  }

  first(query) {
    const { state } = this.view;
    const after = query.getCursor(state, this.origin).next();
    const found = after.done ? query.getCursor(state).next() : after;
    return found.done ? null : found.value;
  }

  tell(query) {
    const panel = this.view.dom.querySelector(".cm-search");
    if (!panel) return;
    const place = panel.querySelector(".search-count") ?? panel.appendChild(counter());
    const said = this.words(query);
    if (place.textContent !== said) place.textContent = said;
  }

  words(query) {
    if (!query.search) return "";
    if (!query.valid) return "Bad pattern";
    const { state } = this.view;
    const { from, to } = state.selection.main;
    let count = 0, at = 0;
    for (const cursor = query.getCursor(state); count < MOST; ) {
      const step = cursor.next();
      if (step.done) break;
      count += 1;
      if (step.value.from === from && step.value.to === to) at = count;
    }
    if (!count) return "No results";
    const all = count < MOST ? `${count}` : `${MOST}+`;
    return at ? `${at} of ${all}` : `${all} result${count === 1 ? "" : "s"}`;
  }

  destroy() {
    cancelAnimationFrame(this.frame);
  }
});

function counter() {
  const place = document.createElement("span");
  place.className = "search-count";
  place.setAttribute("role", "status");
  return place;
}

function isJump(transaction) {
  return transaction.isUserEvent("select.search.jump");
}

function sameSearch(one, other) {
  return ["search", "caseSensitive", "regexp", "wholeWord", "literal"].every((k) => one[k] === other[k]);
}
