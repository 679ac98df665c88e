"""``funneldesk`` opens the window; ``serve`` runs the platform; ``keys`` makes keys.

``worker`` is what the window starts beside itself; it is of no use by hand.
"""

import gc
import os
import signal
import sys

USAGE = """usage: funneldesk                open the window
       funneldesk serve …        run the embedded platform  (funneldesk serve --help)
       funneldesk keys …         create, list or revoke keys (funneldesk keys --help)
"""


def main(arguments: list[str] | None = None) -> int:
    """Run one of the programs and give its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    first = words[0] if words else ""
    if first in ("serve", "keys"):
        from funneldesk.server.cli import main as platform

        return platform(words)
    if first == "worker":
        from funneldesk.desktop.app.worker_jobs import main as worker

        return worker(words[1:])
    if first in ("-h", "--help"):
        sys.stdout.write(USAGE)
        return 0
    if first == "--version":
        from funneldesk import __version__

        sys.stdout.write(f"funneldesk {__version__}\n")
        return 0
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end_at_once)
    # Nothing that is loaded now is garbage; the session takes over what this collector does.
    gc.disable()
    from funneldesk.desktop.app.plain_imports import load_qt

    load_qt()
    from funneldesk.desktop.app.application import main as window

    return window(words)


def _end_at_once(*_: object) -> None:
    """There is nothing to keep before the window lives; from then on the run ends itself."""
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
