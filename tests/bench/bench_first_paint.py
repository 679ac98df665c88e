"""How long until the main window has painted itself, against a bare window of PySide6.

Both are cold processes: the interpreter, the imports, the application, the first paint. Nothing
else runs in them; what the program does after its first paint is not its user's wait.
"""

import os
import sys
import tempfile

from measure import Aim, cold_start, machine, paired, report

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

OURS = f"""
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
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "FUNNELDESK_HOME": home,
        "FUNNELDESK_QUIT_AFTER_PAINT": "1",
    }


def main() -> int:
    """Measure, print, and give 0 when the aim is met."""
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-") as home:
        context = environment(home)

        def seconds(program: str) -> float:
            return cold_start([sys.executable, "-c", program], until=PAINTED, env=context)

        pairs = paired(lambda: seconds(OURS), lambda: seconds(BARE), runs=RUNS)
    met = report(
        f"First paint, drawn by {context['QT_QPA_PLATFORM']}",
        pairs,
        unit="s",
        names=("the main window", "a bare PySide6 window"),
        aim=Aim(at_most=1.5, strive=1.25),
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
