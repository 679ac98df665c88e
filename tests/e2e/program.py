"""The program as a process: started, met from outside, ended."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.e2e.outside import Platform, answers
from tests.e2e.waiting import PATIENCE, eventually

_WITHOUT_GRAPHICS_CARD = re.compile(
    r"QRhiGles2: Failed to create (temporary )?context|Failed to create RHI for backend"
    r"|Unable to detect GPU vendor|GPUInfo not initialized|Failed to load vulkan"
    r"|initInstance: No Vulkan library available|Failed to create platform Vulkan instance"
)
_AS_ROOT = "Sandboxing disabled by user."


class Program:
    """One run of ``funneldesk`` on a home folder of the test's own."""

    def __init__(self, home: Path, environment: Mapping[str, str]) -> None:
        self.home = home
        self.environment = dict(environment) | {"FUNNELDESK_HOME": str(home)}
        descriptor, name = tempfile.mkstemp(".err", dir=home.parent)
        os.close(descriptor)
        self._complaints = Path(name)
        with self._complaints.open("wb") as complaints:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "funneldesk"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                env=self.environment,
                start_new_session=True,
            )

    # Its end

    def terminate(self) -> None:
        """SIGTERM, as a session manager sends it."""
        self.process.terminate()

    def kill(self) -> None:
        """SIGKILL: no time for a last word."""
        self.process.kill()
        self.process.wait(10)

    def ended(self, within: float) -> int:
        """Wait for its end; the exit status."""
        return self.process.wait(within * PATIENCE)

    def clean_up(self) -> None:
        """End whatever of it is still there."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def complaints(self) -> list[str]:
        """What it wrote on its error output, but for the lack of a graphics card and of a user
        other than root."""
        lines = self._complaints.read_text("utf-8", "replace").splitlines()
        return [
            line
            for line in lines
            if line.strip()
            and not _WITHOUT_GRAPHICS_CARD.search(line)
            and not (os.geteuid() == 0 and line == _AS_ROOT)
        ]

    def started_processes(self) -> list[int]:
        """Every process that it started, and those that they started."""
        found = _children(self.process.pid)
        for pid in found:
            found += _children(pid)
        return found

    # Its platform

    def platform_process(self, but: int = 0) -> int:
        """The number of the embedded platform's process, once there is one other than ``but``."""

        def look() -> int | None:
            found = [pid for pid in _children(self.process.pid) if "serve" in _words(pid)]
            return next((pid for pid in found if pid != but), None)

        return eventually(look, 15, "the embedded server's process")

    def platform(self, role: str = "viewer") -> Platform:
        """Brand 1 as another program sees it, with a key of this role."""
        address = eventually(self._address, 20, "an answer of the embedded server")
        words = ["keys", "create", "--brand", "1", "--role", role]
        made = subprocess.run(
            [sys.executable, "-m", "funneldesk", *words, "--data", self._data],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return Platform(address, 1, made.stdout.strip())

    @property
    def _data(self) -> Path:
        return self.home / "data" / "platform"

    def _address(self) -> str | None:
        try:
            port = int((self._data / "port").read_text("ascii"))
        except (OSError, ValueError):
            return None
        address = f"http://127.0.0.1:{port}"
        return address if answers(address) else None


def is_alive(pid: int) -> bool:
    """Whether a process is there and is not just waiting to be buried."""
    return _stat(pid)[:1] not in ([], ["Z"])


def _children(parent: int) -> list[int]:
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [pid for pid in pids if _stat(pid)[1:2] == [str(parent)]]


def _stat(pid: int) -> list[str]:
    """State, parent and so on; nothing when there is no such process."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace").split("\0")
    except OSError:
        return []
