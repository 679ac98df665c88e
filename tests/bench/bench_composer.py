"""What the composer of replies costs on a document of Qt's, against one in the web engine.

Each is a process of its own: time from the application to a letter that can be edited and read out
as html, memory of all its processes, bytes of the html. The web side is bare ``contenteditable``,
to which a composer such as Squire only adds (58 kB of script): it is the control, and has to lose.
That is enough. Start and memory of any composer there are at least those of its page, so that the
bare page is the best case of all of them, and one that is beaten by it need not be built. Its bytes
alone could be fewer than the page's; but ours are held against the letter as it was written, which
has not one tag too many, and what a web composer saves it could only save of that. The window has a
web engine for threads anyway, but a second page there is a second renderer.
"""

import json
import os
import subprocess
import sys
from statistics import median

from measure import control, done, machine, size

RUNS = size(5, 1)
MOST_TIME, MOST_MEMORY, MOST_BYTES = 0.8, 0.5, 1.0
LETTER = (
    "<p>Hi <strong>Ana</strong>,</p><ul><li>one <em>more</em></li><li>two</li></ul>"
    '<p>See <a href="https://a.example" rel="noopener noreferrer">here</a>.</p>'
) * 10

COMMON = f"""
import json, sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication

LETTER = {LETTER!r}

def memory(pid="self"):
    lines = Path(f"/proc/{{pid}}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    name = Path(f"/proc/{{pid}}/stat").read_text().split()[0]
    children = Path(f"/proc/{{name}}/task/{{name}}/children").read_text().split()
    return own + sum(map(memory, children))

def told(html):
    seconds = time.perf_counter() - started
    print(json.dumps([seconds, memory(), len(html)]), flush=True)
"""
OURS = f"""{COMMON}
started = time.perf_counter()
app = QApplication(sys.argv)
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.kit.rich_text.read import from_html
editor = RichTextEdit()
editor.resize(640, 240)
editor.show()
editor.set_blocks(from_html(LETTER))
app.processEvents()
told(editor.html)
"""
WEB = f"""{COMMON}
started = time.perf_counter()
from PySide6.QtWebEngineWidgets import QWebEngineView
app = QApplication(sys.argv)
view = QWebEngineView()
view.resize(640, 240)
def read(html):
    told(html)
    app.exit()
view.loadFinished.connect(
    lambda _: view.page().runJavaScript("document.body.firstChild.innerHTML", read)
)
view.setHtml(f"<body><div contenteditable>{{LETTER}}</div>")
view.show()
app.exec()
"""


def main() -> int:
    """0 when Qt's document is the lighter one by far, and says the same in no more bytes."""
    print(machine())
    figures = [(_run(OURS), _run(WEB)) for _ in range(RUNS)]
    ratios = [median(ours[at] / web[at] for ours, web in figures) for at in range(3)]
    for at, name in enumerate(("seconds", "kB of memory", "bytes of html")):
        ours, web = (median(pair[side][at] for pair in figures) for side in (0, 1))
        print(f"  {name:<14} Qt {ours:>12,.2f}   web {web:>12,.2f}   ratio {ratios[at]:.2f}")
    lost = ratios[0] < MOST_TIME and ratios[1] < MOST_MEMORY
    caught = control("a composer in the web engine", lost=lost, what="start and memory")
    return 0 if caught and ratios[2] <= MOST_BYTES else 1


def _run(program: str) -> list[float]:
    around = {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1", **os.environ}
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=around, timeout=120
    )
    lines = [line for line in answer.stdout.splitlines() if line.startswith("[")]
    if not lines:
        raise RuntimeError(answer.stderr[-2_000:])
    seconds, kilobytes, characters = json.loads(lines[-1])
    return [done(seconds, bytes=characters), kilobytes, characters]


if __name__ == "__main__":
    sys.exit(main())
