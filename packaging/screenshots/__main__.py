"""Makes the sample once and draws the scenes in a few processes, each with a home of its own."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from devtool import surroundings
from funneldesk.desktop.app.server_process import serve_command
from funneldesk.desktop.local.files.folders import Folders
from screenshots.options import add_options, to_words

PROCESSES = 8
"""More than the cores that most machines have: much of the time goes by until a window is still."""
PACKAGING = Path(__file__).parents[1]


def main() -> int:
    """Draw into ``--out``. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="screenshots")
    add_options(parser)
    options = parser.parse_args()
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="funneldesk-screenshots-") as folder:
        sample, claims = Path(folder) / "sample", Path(folder) / "claims"
        claims.mkdir()
        make_sample(sample)
        status = _draw(options, sample, claims)
    sys.stdout.write(f"{time.monotonic() - started:.0f} seconds; {options.out}\n")
    return status


def make_sample(folder: Path) -> None:
    """A server's folder whose sample is whole. Raises RuntimeError when the server does not
    start."""
    words = [*serve_command(), "--data", str(folder), "--sample", "small"]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as server:
        line = server.stdout.readline() if server.stdout is not None else b""
        server.terminate()
    if b"base_url" not in line:
        raise RuntimeError("The server that makes the sample did not start.")


def _draw(options: argparse.Namespace, sample: Path, claims: Path) -> int:
    words = [sys.executable, "-m", "screenshots.draw", f"--claims={claims}", *to_words(options)]
    with ExitStack() as homes:
        running = []
        for _ in range(PROCESSES):
            around = homes.enter_context(surroundings.own_home())
            home = Path(around["HOME"])
            size = (max(options.width, surroundings.SCREEN[0]), surroundings.SCREEN[1])
            around |= surroundings.unseen_screen(home, size, options.scale)
            around |= {"FUNNELDESK_HOME": str(home / "program"), "PYTHONPATH": str(PACKAGING)}
            around |= {"FUNNELDESK_LOCALE": options.locale or "en"}
            shutil.copytree(sample, Folders.under(home / "program").data / "platform")
            running.append(subprocess.Popen(words, env=dict(os.environ) | around))
        return max(abs(process.wait()) for process in running)


if __name__ == "__main__":
    sys.exit(main())
