"""How long until the main window has painted itself, against a bare window of PySide6.

Both are cold processes: the interpreter, the imports, the application, the first paint. Nothing
else runs in them; what the program does after its first paint is not its user's wait. The window
has twenty sections: those that are not built are declared as the others are, each in a module of
its own. The control loads every panel that there is before the first paint.
"""

import os
import sys
import tempfile
from pathlib import Path

from measure import Aim, cold_start, control, machine, paired, report

RUNS = 15
PAINTED = "painted"

BARE = f"""
import sys
from PySide6.QtWidgets import QApplication, QMainWindow

class Window(QMainWindow):
    painted = False

    def paintEvent(self, event):
        self.painted = True

app = QApplication(sys.argv)
window = Window()
window.resize(1280, 800)
window.show()
while not window.painted:
    app.processEvents()
print({PAINTED!r}, flush=True)
"""

SECTIONS = 20
DECLARED = """
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section


def _panel(workspace):
    raise NotImplementedError


SECTION = Section("not-built-{number}", _("Not built {number}"), "users", "measure", _panel)
"""
MORE = f"""
from importlib import import_module

import funneldesk.desktop.shell.sections as built

missing = {SECTIONS} - len(built.SECTIONS)
more = (import_module(f"not_built_{{number}}").SECTION for number in range(missing))
built.SECTIONS = (*built.SECTIONS, *more)
"""
OURS = f"""
{MORE}
from funneldesk.__main__ import main

main([])
print({PAINTED!r}, flush=True)
"""
EAGER = f"""
{MORE}
import pkgutil
import funneldesk.desktop.parts as parts

for each in pkgutil.walk_packages(parts.__path__, parts.__name__ + "."):
    import_module(each.name)

from funneldesk.__main__ import main

main([])
print({PAINTED!r}, flush=True)
"""


def environment(home: str) -> dict[str, str]:
    """The same for both: one way of drawing, a home folder in which nothing is yet, and modules
    compiled once, as they are after an installation (the uncounted turn compiles them)."""
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {
        "QT_QPA_PLATFORM": "offscreen",
        **inherited,
        "PYTHONPYCACHEPREFIX": f"{home}/compiled",
        "PYTHONPATH": home,
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "FUNNELDESK_HOME": home,
        "FUNNELDESK_QUIT_AFTER_PAINT": "1",
    }


def main() -> int:
    """Measure, print, and give 0 when the aim is met."""
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-") as home:
        context = environment(home)
        for number in range(SECTIONS):
            declared = Path(home, f"not_built_{number}.py")
            declared.write_text(DECLARED.format(number=number), encoding="utf-8")

        def seconds(program: str) -> float:
            return cold_start([sys.executable, "-c", program], until=PAINTED, env=context)

        pairs = paired(lambda: seconds(OURS), lambda: seconds(BARE), runs=RUNS)
        eager = paired(lambda: seconds(EAGER), lambda: seconds(OURS), runs=3)
    slower = eager.ratios[0]
    results = [
        report(
            f"First paint with {SECTIONS} sections, drawn by {context['QT_QPA_PLATFORM']}",
            pairs,
            unit="s",
            names=("the main window", "a bare PySide6 window"),
            aim=Aim(at_most=1.5, strive=1.25),
        ),
        control("loading all panels first", lost=slower > 1.1, what=f"{slower:.2f} times as long"),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
