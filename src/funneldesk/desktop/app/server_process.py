"""The embedded platform's process: started with the window, restarted when it dies, ended."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from funneldesk.desktop.local.texts import _

WELL_AFTER_MILLISECONDS = 60_000
MOST_RESTARTS = 3
RESTART_MILLISECONDS = 700
LAST_MILLISECONDS = 100


class EmbeddedPlatform(QObject):
    """Runs ``funneldesk serve`` on the sample workspace.

    ``loading`` carries the line of JSON about the step of the sample that it makes, also after
    ``ready``, which carries the line with its address and keys; ``whole``: the sample that was
    still made meanwhile is all there. Without ``answers_early`` that is so at ``ready``. ``lost``:
    it ended by itself and is started again.
    """

    loading = Signal(dict)
    ready = Signal(dict)
    whole = Signal()
    lost = Signal()
    failed = Signal(str)

    def __init__(self, data: Path, log: Path) -> None:
        super().__init__()
        self.data = data
        self.log = log
        self.answers_early = True
        self._restarts = 0
        self._ending = False
        self._line = b""
        self._process: QProcess | None = None

    def start(self) -> None:
        """Start the process; the window does not wait for it."""
        if self._ending:
            return
        process = QProcess(self)
        self._process = process
        self._line = b""
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONUNBUFFERED", "1")
        process.setProcessEnvironment(environment)
        process.setStandardErrorFile(str(self.log))
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._not_started)
        program, *arguments = serve_command()
        # On a computer of few processors its start would keep the window from answering.
        arguments += ["--data", str(self.data), "--lower-priority"]
        arguments += ["--sample", "small"]
        arguments += ["--sample-in-background"] if self.answers_early else []
        # The system closes its input when this program is gone, however it went.
        arguments += ["--end-with-input", "--progress"]
        process.start(program, arguments)

    def ask_to_end(self) -> None:
        """Ask the process to end, and start it no more; `end` waits for it."""
        self._ending = True
        process = self._running()
        if process is not None:
            process.terminate()

    def end(self, seconds: float) -> None:
        """Wait for the end of the process, which comes by force after ``seconds``."""
        self.ask_to_end()
        process = self._running()
        if process is not None and not process.waitForFinished(round(seconds * 1000)):
            process.kill()
            process.waitForFinished(LAST_MILLISECONDS)

    def _running(self) -> QProcess | None:
        process = self._process
        if process is None or process.state() == QProcess.ProcessState.NotRunning:
            return None
        return process

    def _read(self) -> None:
        if self._process is None:
            return
        self._line += self._process.readAllStandardOutput().data()
        *lines, self._line = self._line.split(b"\n")
        for line in lines:
            told = _parsed(line)
            if "loading" in told:
                self.loading.emit(told)
            elif "whole" in told:
                self.whole.emit()
            else:
                self._well(told)

    def _well(self, told: dict[str, Any]) -> None:
        # A platform that lived a while may fall as often again as one that was just started.
        forgive = partial(self._forgive, self._process)
        QTimer.singleShot(WELL_AFTER_MILLISECONDS, self, forgive)
        self.ready.emit(told)

    def _forgive(self, process: QProcess | None) -> None:
        if process is self._process:
            self._restarts = 0

    def _finished(self) -> None:
        if self._ending:
            return
        self.lost.emit()
        self._restarts += 1
        if self._restarts <= MOST_RESTARTS:
            # The platform of a program that was just killed may hold the folder a moment longer.
            wait = RESTART_MILLISECONDS * (self._restarts - 1)
            QTimer.singleShot(wait, self, self.start)
        else:
            self.failed.emit(self._reason())

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and not self._ending:
            self.lost.emit()
            self.failed.emit(_("Its program could not be started."))

    def _reason(self) -> str:
        try:
            lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            lines = []
        return lines[-1] if lines else _("It ended without a word.")


def serve_command() -> list[str]:
    """How this very program is started as a platform, from source or frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "serve"]
    return [sys.executable, "-m", "funneldesk", "serve"]


def _parsed(line: bytes) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(line)
    return value
