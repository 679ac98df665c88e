"""Prepares the web engine before the application object exists, without loading it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from funneldesk.desktop.local.texts import _

SANDBOX_SWITCH = "QTWEBENGINE_DISABLE_SANDBOX"

# Second and third lines behind the interceptor and the content policies: no name resolves (literal
# addresses included), every connection needs a proxy that cannot be found, nothing calls home.
ENGINE_FLAGS = (
    '--host-resolver-rules="MAP * ~NOTFOUND"',
    "--proxy-server=socks5://proxy.invalid:1",
    '--proxy-bypass-list="<-loopback>"',
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-quic",
    "--disable-3d-apis",
    "--disable-speech-api",
    "--disable-presentation-api",
    "--disable-remote-playback-api",
    "--disable-gpu",
    "--dns-prefetch-disable",
    "--no-pings",
    "--disable-features=DnsOverHttps,AsyncDns,NetworkTimeServiceQuerying,MediaRouter,"
    "OptimizationHints,Prerender2,SpeculationRulesPrefetchFuture,Reporting,NetworkErrorLogging,"
    "WebUSB,WebBluetooth,DirectSockets",
    "--log-level=3",
)


class EngineRefusedError(RuntimeError):
    """The web engine may not start here; the text says why and what to do."""


def prepare_engine() -> None:
    """Sets the engine's environment. Call it once, before the ``QApplication`` is made.

    Raises `EngineRefusedError` where the engine could only run without its sandbox, unless the
    user has agreed to that by setting ``QTWEBENGINE_DISABLE_SANDBOX=1``.
    """
    refusal = sandbox_refusal(os.environ)
    if refusal:
        raise EngineRefusedError(refusal)
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join(ENGINE_FLAGS)
    os.environ.pop("QTWEBENGINE_REMOTE_DEBUGGING", None)
    # Drawn without the graphics card: the first web view then need not rebuild the window under it,
    # which flickers, and no driver can take the program down.
    os.environ["QT_QUICK_BACKEND"] = "software"


def sandbox_refusal(environment: Mapping[str, str]) -> str:
    """Why the engine has no sandbox here, as sentences for the user; empty if it has."""
    if environment.get(SANDBOX_SWITCH) == "1" or sys.platform != "linux":
        return ""
    if os.geteuid() == 0:
        return _(
            "Funneldesk was started as root. Its editor and previews would then run without the "
            "sandbox that keeps pages away from your files. Start it as an ordinary user, or set "
            "{switch}=1 if you accept that."
        ).format(switch=SANDBOX_SWITCH)
    if _namespaces_forbidden():
        return _(
            "This system does not let ordinary programs make namespaces, which the sandbox of the "
            "editor and the previews is built from. Ask your administrator to allow user "
            "namespaces, or set {switch}=1 to go without the sandbox."
        ).format(switch=SANDBOX_SWITCH)
    return ""


def _namespaces_forbidden() -> bool:
    switches = (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "/proc/sys/user/max_user_namespaces",
    )
    for switch in switches:
        try:
            if Path(switch).read_text().strip() == "0":
                return True
        except OSError:
            continue
    return False
