"""The program's own URL scheme, and the handlers that answer it from memory or shipped files.

Importing this module loads the web engine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QBuffer, QByteArray, QFile, QIODevice, QObject, QUrl
from PySide6.QtWebEngineCore import (
    QWebEngineUrlRequestJob,
    QWebEngineUrlScheme,
    QWebEngineUrlSchemeHandler,
)

from funneldesk.resources import resource

SCHEME = "funneldesk"
FRAMES = "/frame/"
"""Where the paths begin that a frame in one of our documents may show."""

# What our own documents may do: nothing but run and load what this scheme ships.
OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_NOT_FOUND = QWebEngineUrlRequestJob.Error.UrlNotFound

FONT_FILES = (
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Bold.ttf",
    "Inter-Regular.otf",
    "Inter-SemiBold.otf",
)


def register_scheme() -> None:
    """Makes the scheme known to the engine; it must happen before the first profile."""
    if QWebEngineUrlScheme.schemeByName(SCHEME.encode()).name() == SCHEME.encode():
        return
    scheme = QWebEngineUrlScheme(SCHEME.encode())
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(
        QWebEngineUrlScheme.Flag.SecureScheme
        | QWebEngineUrlScheme.Flag.CorsEnabled
        | QWebEngineUrlScheme.Flag.FetchApiAllowed
    )
    QWebEngineUrlScheme.registerScheme(scheme)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer for a path: bytes from memory, or a shipped file read by the engine."""

    media_type: str
    body: bytes | Path
    headers: Mapping[str, str] = field(default_factory=dict)


Reply = Callable[[Answer | None], None]
"""Called once, now or later, on the window's thread; ``None`` is "there is no such thing"."""


def shipped_files(view: str) -> dict[str, Answer]:
    """The answers that one of our own documents consists of, by path."""
    policy = {"Content-Security-Policy": OWN_POLICY}
    web = resource("web")
    files = {
        f"/{view}.html": Answer("text/html", web / f"{view}.html", policy),
        f"/{view}.css": Answer("text/css", web / f"{view}.css"),
        f"/{view}.js": Answer("text/javascript", web / f"{view}.js"),
        "/qwebchannel.js": Answer("text/javascript", Path(":/qtwebchannel/qwebchannel.js")),
    }
    for name in FONT_FILES:
        files[f"/fonts/{name}"] = Answer(f"font/{name[-3:]}", resource("fonts", name))
    return files


class SchemeHandler(QWebEngineUrlSchemeHandler):
    """Answers the scheme for one host; ``answer`` gets the decoded path and a `Reply`."""

    def __init__(self, host: str, answer: Callable[[str, Reply], None], parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._answer = answer

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:
        """Called by the engine for every request to the scheme."""
        url = job.requestUrl()
        if url.host() != self._host or bytes(job.requestMethod().data()) != b"GET":
            job.fail(QWebEngineUrlRequestJob.Error.RequestDenied)
            return
        path = url.path(QUrl.ComponentFormattingOption.FullyDecoded)
        self._answer(path, lambda answer: _reply(job, answer))


def _reply(job: QWebEngineUrlRequestJob, answer: Answer | None) -> None:
    if not shiboken6.isValid(job):
        return  # the view went away or gave up while the answer was being fetched
    device = _device(job, answer)
    if answer is None or device is None:
        job.fail(_NOT_FOUND)
        return
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", **answer.headers}
    # Each header has a list of values here, whatever the stubs say: a lone value is taken apart.
    listed: Any = {
        QByteArray(name.encode()): [QByteArray(value.encode())] for name, value in headers.items()
    }
    job.setAdditionalResponseHeaders(listed)
    job.reply(answer.media_type.encode(), device)


def _device(job: QWebEngineUrlRequestJob, answer: Answer | None) -> QIODevice | None:
    if answer is None:
        return None
    if isinstance(answer.body, bytes):
        buffer = QBuffer(job)
        buffer.setData(answer.body)
        return buffer if buffer.open(QIODevice.OpenModeFlag.ReadOnly) else None
    file = QFile(str(answer.body), job)
    return file if file.open(QIODevice.OpenModeFlag.ReadOnly) else None
