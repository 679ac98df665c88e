import { setDiagnostics } from "@codemirror/lint";
import { ChangeSet } from "@codemirror/state";

// The program's problems as CodeMirror diagnostics; messages and titles are plain text there.
export function showProblems(document, problems) {
  document.sinceProblems = ChangeSet.empty(document.state.doc.length);
  const place = ({ from, to }) => {
    const start = document.toLocal(from, 1);
    return { from: start, to: Math.max(start, document.toLocal(to, -1)) };
  };
  const diagnostics = problems.map((problem) => ({
    ...place(problem),
    severity: problem.severity,
    message: problem.message,
    actions: problem.fixes.map((fix) => {
      const range = place(fix);
      return { name: fix.title, apply: (view) => applyFix(document, view, range, fix.text) };
    }),
  }));
  return setDiagnostics(document.state, diagnostics);
}

function applyFix(document, view, { from, to }, text) {
  const moved = document.sinceProblems;
  const start = moved.mapPos(from, 1);
  view.dispatch({
    changes: { from: start, to: Math.max(start, moved.mapPos(to, -1)), insert: view.state.toText(text) },
    userEvent: "input.fix",
  });
}
