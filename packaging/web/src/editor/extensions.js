import {
  autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from "@codemirror/search";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import {
  crosshairCursor, drawSelection, dropCursor, EditorView, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { activeRange } from "./active_range.js";
import { finding } from "./finding.js";
import { lookOfCode, lookOfEditor } from "./look.js";
import { marks } from "./marks.js";

// Marks a change that the program made, so that it is not sent back to it.
export const fromHost = Annotation.define();
export const readOnly = new Compartment();
export const wrap = new Compartment();
export const wrapping = (on) => (on ? EditorView.lineWrapping : []);

// Beyond this a line is a minified page: colouring what nobody reads would cost every keystroke.
const LONG_LINE = 100_000;

const splitTest = {
  extraTags: {
    "inline-split-test": { attrs: { name: null }, children: ["variant"] },
    variant: { attrs: { name: null, weight: ["50", "100"] } },
  },
  extraGlobalAttributes: {},
};

function language(name) {
  switch (name) {
    case "html": return html(splitTest);
    case "css": return css();
    case "javascript": return javascript();
    case "json": return json();
    default: return [];
  }
}

// Characters that look like nothing or like a space, and that a page must keep byte for byte.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202d\u202e\u2066\u2067\u2069\ufeff\ufff9-\ufffc]/g;
const NAMES = { 0x0d: "␍", 0xa0: "⍽", 0x2028: "↓", 0x2029: "¶" };

function drawUnseen(code, description) {
  const mark = document.createElement("span");
  mark.className = "unseen";
  mark.textContent = NAMES[code] ?? "•";
  mark.title = description ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  mark.setAttribute("aria-label", mark.title);
  return mark;
}

// Text copied on Windows carries CR; it is pasted in the manner of the text that it goes into.
function pasted(text, state) {
  const manner = state.doc.lines > 1 && state.doc.line(1).text.endsWith("\r") ? "\r\n" : "\n";
  return text.replace(/\r\n?|\n/g, manner);
}

export function hasLongLine(text) {
  for (let start = 0; start + LONG_LINE < text.length; ) {
    const end = text.indexOf("\n", start);
    if ((end < 0 ? text.length : end) - start > LONG_LINE) return true;
    if (end < 0) break;
    start = end + 1;
  }
  return false;
}

const PHRASES = {
  next: "Next",
  previous: "Previous",
  all: "All",
  replace: "Replace",
  "replace all": "Replace all",
  "match case": "Match case",
  regexp: "Pattern",
  "by word": "Whole words",
};

export function overlayOpen(state) {
  return searchPanelOpen(state) || completionStatus(state) !== null || state.selection.ranges.length > 1;
}

export function extensionsFor(name, text, locked, onTransactions) {
  const plain = hasLongLine(text);
  return [
    EditorState.lineSeparator.of("\n"),
    EditorState.phrases.of(PHRASES),
    EditorState.allowMultipleSelections.of(true),
    EditorView.clipboardInputFilter.of(pasted),
    EditorView.contentAttributes.of({ "aria-label": "Source", spellcheck: "false" }),
    indentUnit.of("  "),
    EditorState.tabSize.of(2),
    readOnly.of(EditorState.readOnly.of(locked)),
    lineNumbers(),
    highlightSpecialChars({ specialChars: UNSEEN, render: drawUnseen }),
    history({ newGroupDelay: 400 }),
    drawSelection(),
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    search({ top: true }),
    finding,
    wrap.of([]),
    activeRange(),
    marks(),
    lintGutter(),
    lookOfEditor,
    plain ? [] : [
      language(name),
      syntaxHighlighting(lookOfCode),
      codeFolding({ placeholderText: "…" }),
      foldGutter({ openText: "⌄", closedText: "›" }),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      highlightSelectionMatches({ minSelectionLength: 2 }),
    ],
    keymap.of([
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
      ...completionKeymap, ...lintKeymap, indentWithTab,
    ]),
    EditorView.updateListener.of((update) => onTransactions(update)),
  ];
}
