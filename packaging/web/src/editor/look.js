import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const lookOfCode = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: "var(--tag)" },
  { tag: [tags.attributeName, tags.propertyName, tags.className, tags.labelName], color: "var(--attribute)" },
  { tag: [tags.string, tags.attributeValue, tags.regexp, tags.url, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.definitionKeyword, tags.self], color: "var(--keyword)" },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: "var(--comment)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.character], color: "var(--number)" },
  { tag: tags.invalid, color: "var(--danger)" },
]);

export const lookOfEditor = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--background)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-family)", fontSize: "var(--font-size)", lineHeight: "20px",
    fontVariantLigatures: "none",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--caret)" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--caret)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--selection)" },
  ".cm-gutters": { backgroundColor: "var(--gutter)", color: "var(--line-number)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 14px 0 8px", minWidth: "28px" },
  ".cm-foldGutter": { width: "12px", marginLeft: "-12px" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--muted)", opacity: 0, cursor: "pointer", width: "12px" },
  ".cm-gutters:hover .cm-foldGutter .cm-gutterElement": { opacity: 1 },
  ".cm-foldPlaceholder": {
    background: "var(--accent-soft)", border: "none", color: "var(--muted)", padding: "0 6px", borderRadius: "6px",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-line.active-range, .cm-gutterElement.active-range, .active-range": { backgroundColor: "var(--accent-soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { color: "var(--danger)", backgroundColor: "transparent" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--match)", borderRadius: "2px" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--warning)" },
  ".unseen": { color: "var(--line-number)", userSelect: "none" },
  ".cm-lint-marker": { width: "8px", height: "8px", margin: "6px 0", borderRadius: "50%", content: "none !important" },
  ".cm-lint-marker-error": { backgroundColor: "var(--danger)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--warning)" },
  ".cm-lint-marker-info": { backgroundColor: "var(--muted)" },
  ".cm-gutter-lint": { width: "12px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 4px" },
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--danger)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning)" },
  ".cm-lintRange-info": { textDecorationColor: "var(--muted)" },
});
