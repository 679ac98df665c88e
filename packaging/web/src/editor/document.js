import { ChangeSet, EditorState, Text, Transaction } from "@codemirror/state";
import { isolateHistory } from "@codemirror/commands";
import { fromHost } from "./extensions.js";

const LINE_BREAK = "\n";

export function toText(string) {
  return Text.of(string.split(LINE_BREAK));
}

// One document, kept equal to the program's mirror of it. The program is the authority: it numbers
// every change it accepts. Local changes wait in `sent` until they are numbered; when the program's
// own change comes first, they are mapped over it and sent again.
export class Document {
  constructor({ doc, text, language, version }, extensions) {
    this.id = doc;
    this.language = language;
    this.version = version;
    this.state = EditorState.create({ doc: toText(text), extensions });
    this.confirmedLength = this.state.doc.length;
    this.sent = null;
    this.unsent = null;
    this.cursorMoved = false;
    this.sinceProblems = ChangeSet.empty(this.state.doc.length);
    this.scroll = null;
  }

  get local() {
    if (this.sent && this.unsent) return this.sent.compose(this.unsent);
    return this.sent ?? this.unsent;
  }

  note(transaction) {
    if (transaction.docChanged) this.sinceProblems = this.sinceProblems.compose(transaction.changes);
    if (transaction.docChanged && !transaction.annotation(fromHost)) {
      this.unsent = this.unsent ? this.unsent.compose(transaction.changes) : transaction.changes;
    }
    if (transaction.selection || transaction.docChanged) this.cursorMoved = true;
  }

  // The next message for the program, or null when there is nothing to say or an answer is awaited.
  nextMessage() {
    if (this.sent) return null;
    const { head: cursor, anchor } = this.state.selection.main;
    if (this.unsent) {
      this.sent = this.unsent;
      this.unsent = null;
      this.cursorMoved = false;
      const changes = [];
      this.sent.iterChanges((from, to, _fromB, _toB, inserted) =>
        changes.push([from, to, inserted.sliceString(0, inserted.length, LINE_BREAK)]),
      );
      return { kind: "edit", doc: this.id, version: this.version, changes, cursor, anchor };
    }
    if (!this.cursorMoved) return null;
    this.cursorMoved = false;
    return { kind: "cursor", doc: this.id, version: this.version, cursor, anchor };
  }

  accepted(version) {
    this.version = version;
    this.confirmedLength = this.sent.newLength;
    this.sent = null;
  }

  // The program's own change: what to dispatch here, after whatever was typed meanwhile.
  hostChange({ version, changes }) {
    const specs = changes.map(([from, to, text]) => ({ from, to, insert: toText(text) }));
    const remote = ChangeSet.of(specs, this.confirmedLength);
    const local = this.local;
    this.version = version;
    this.confirmedLength = remote.newLength;
    this.sent = null;
    this.unsent = local ? local.map(remote) : null;
    return {
      changes: local ? remote.map(local, true) : remote,
      annotations: [fromHost.of(true), isolateHistory.of("full"), Transaction.userEvent.of("input.host")],
    };
  }

  // A place in the text that the program knows, as a place in the text shown here.
  toLocal(position, side = 1) {
    const bounded = Math.max(0, Math.min(position, this.confirmedLength));
    return this.local ? this.local.mapPos(bounded, side) : bounded;
  }
}
