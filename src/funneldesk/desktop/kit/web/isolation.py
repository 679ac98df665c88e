"""A profile and a page that can load nothing but what one handler of ours answers.

Importing this module loads the web engine.
"""

import logging
from collections.abc import Sequence

import shiboken6
from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineFileSystemAccessRequest,
    QWebEngineFullScreenRequest,
    QWebEngineNewWindowRequest,
    QWebEnginePage,
    QWebEnginePermission,
    QWebEngineProfile,
    QWebEngineRegisterProtocolHandlerRequest,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

from funneldesk.desktop.kit.web.schemes import FRAMES, SCHEME, SchemeHandler, register_scheme

log = logging.getLogger(__name__)
_Attribute = QWebEngineSettings.WebAttribute
_Resource = QWebEngineUrlRequestInfo.ResourceType
_Navigation = QWebEnginePage.NavigationType

_OFF = (
    _Attribute.AllowGeolocationOnInsecureOrigins,
    _Attribute.AllowRunningInsecureContent,
    _Attribute.AllowWindowActivationFromJavaScript,
    _Attribute.AutoLoadIconsForPage,
    _Attribute.DnsPrefetchEnabled,
    _Attribute.ErrorPageEnabled,
    _Attribute.FocusOnNavigationEnabled,
    _Attribute.FullScreenSupportEnabled,
    _Attribute.HyperlinkAuditingEnabled,
    _Attribute.JavascriptCanAccessClipboard,
    _Attribute.JavascriptCanOpenWindows,
    _Attribute.JavascriptCanPaste,
    _Attribute.LocalContentCanAccessFileUrls,
    _Attribute.LocalContentCanAccessRemoteUrls,
    _Attribute.LocalStorageEnabled,
    _Attribute.NavigateOnDropEnabled,
    _Attribute.PdfViewerEnabled,
    _Attribute.PluginsEnabled,
    _Attribute.ScreenCaptureEnabled,
    _Attribute.TouchIconsEnabled,
    _Attribute.WebGLEnabled,
)
_ON = (_Attribute.PlaybackRequiresUserGesture, _Attribute.WebRTCPublicInterfacesOnly)


class OwnSchemeOnly(QWebEngineUrlRequestInterceptor):
    """Stops every request that is not for one host of our scheme, or for inline data."""

    def __init__(self, host: str, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        """Called by the engine for every request."""
        url = info.requestUrl()
        inline = url.scheme() in {"data", "blob"} and info.resourceType() not in {
            _Resource.ResourceTypeMainFrame,
            _Resource.ResourceTypeSubFrame,
        }
        if not inline and (url.scheme() != SCHEME or url.host() != self._host):
            info.block(True)


def start_engine() -> None:
    """Starts the engine now instead of under the first view; the window's thread waits for it.

    The first profile of a program does it: its constructor returns once the process that all
    renderers come from has answered. That is short only while the machine has nothing else to do.
    """
    register_scheme()
    shiboken6.delete(QWebEngineProfile())


def isolated_profile(handler: SchemeHandler, host: str, parent: QObject) -> QWebEngineProfile:
    """An off-the-record profile of its own: no cookies, no cache, no downloads, one scheme."""
    register_scheme()
    profile = QWebEngineProfile(parent)
    profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
    profile.setPersistentCookiesPolicy(
        QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies
    )
    profile.setSpellCheckEnabled(False)
    profile.setPushServiceEnabled(False)
    profile.setUrlRequestInterceptor(OwnSchemeOnly(host, profile))
    profile.cookieStore().setCookieFilter(lambda _request: False)
    profile.downloadRequested.connect(_refuse_download)
    profile.installUrlSchemeHandler(SCHEME.encode(), handler)
    return profile


def _refuse_download(request: QWebEngineDownloadRequest) -> None:
    request.cancel()


class IsolatedPage(QWebEnginePage):
    """Stays at its first document; refuses windows, dialogs, files, permissions and navigation."""

    link_clicked = Signal(str)

    def __init__(
        self, profile: QWebEngineProfile, home: QUrl, parent: QObject, scripts: bool
    ) -> None:
        super().__init__(profile, parent)
        self._home = QUrl(home)
        self._loads = 0
        settings = self.settings()
        settings.setAttribute(_Attribute.JavascriptEnabled, scripts)
        for attribute in _OFF:
            settings.setAttribute(attribute, False)
        for attribute in _ON:
            settings.setAttribute(attribute, True)
        self.newWindowRequested.connect(self._refuse_window)
        self.permissionRequested.connect(_deny)
        self.fullScreenRequested.connect(_reject)
        self.fileSystemAccessRequested.connect(_reject)
        self.registerProtocolHandlerRequested.connect(_reject)

    def go_home(self, begin_at: str = "") -> None:
        """Loads the one document that this page is for, and shows it from an element on."""
        if begin_at:
            # With the query of before the engine would only move in the document of before.
            self._loads += 1
            self._home.setQuery(str(self._loads))
            self._home.setFragment(begin_at)
        self.load(self._home)

    def acceptNavigationRequest(
        self,
        url: QUrl | str,
        type: QWebEnginePage.NavigationType,
        isMainFrame: bool,  # noqa: N803
    ) -> bool:
        """Only home in the main frame, only our own renderings below it; a click is a signal."""
        target = QUrl(url)
        if type == _Navigation.NavigationTypeLinkClicked:
            self.link_clicked.emit(target.toString())
            return False
        if isMainFrame:
            return target == self._home
        ours = target.scheme() == SCHEME and target.host() == self._home.host()
        framed = ours and target.path().startswith(FRAMES)
        return framed and type != _Navigation.NavigationTypeFormSubmitted

    def _refuse_window(self, request: QWebEngineNewWindowRequest) -> None:
        if request.isUserInitiated():
            self.link_clicked.emit(request.requestedUrl().toString())

    def createWindow(  # type: ignore[override]
        self,
        type: QWebEnginePage.WebWindowType,
    ) -> None:
        """No page opens a window."""

    def chooseFiles(
        self,
        mode: QWebEnginePage.FileSelectionMode,
        oldFiles: Sequence[str],  # noqa: N803
        acceptedMimeTypes: Sequence[str],  # noqa: N803
    ) -> list[str]:
        """No page sees a file."""
        return []

    def javaScriptAlert(self, securityOrigin: QUrl | str, msg: str) -> None:  # noqa: N803
        """No page speaks in the program's name."""

    def javaScriptConfirm(self, securityOrigin: QUrl | str, msg: str) -> bool:  # noqa: N803
        """No page asks in the program's name."""
        return False

    def javaScriptConsoleMessage(
        self,
        level: QWebEnginePage.JavaScriptConsoleMessageLevel,
        message: str,
        lineNumber: int,  # noqa: N803
        sourceID: str,  # noqa: N803
    ) -> None:
        """Our own documents' errors are logged; what a foreign page says is not kept."""
        own = sourceID.startswith(f"{SCHEME}://{self._home.host()}/") and sourceID.endswith(".js")
        if own and level == QWebEnginePage.JavaScriptConsoleMessageLevel.ErrorMessageLevel:
            log.error("%s, line %d: %s", sourceID, lineNumber, message[:500])


def _deny(permission: QWebEnginePermission) -> None:
    permission.deny()


def _reject(
    request: QWebEngineFullScreenRequest
    | QWebEngineFileSystemAccessRequest
    | QWebEngineRegisterProtocolHandlerRequest,
) -> None:
    request.reject()
