"""The socket that the platform listens on, and the address at which others reach it."""

import socket
import sys
from contextlib import suppress

from funneldesk.server.folder import last_port, remember_port
from funneldesk.server.settings import CannotStart, Settings

BACKLOG = 1024
_HANDLES = 65_536
_OWN_HANDLES = 160
"""For the database, its journals and what is being uploaded."""

_MOST_CONNECTIONS = 20_000
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def listen(settings: Settings) -> socket.socket:
    """A bound socket. Port 0 takes the port of the last start when it is free, else any.

    Raises CannotStart.
    """
    ports = (settings.port,) if settings.port else (last_port(settings.data), 0)
    for port in ports:
        try:
            listener = _bind(settings.host, port)
        except OSError as error:
            if port != ports[-1]:
                continue
            raise CannotStart(
                f"The platform cannot listen on {settings.host} port {port}: {error.strerror}. "
                "Choose another one with --host and --port."
            ) from error
        if not settings.port:
            remember_port(settings.data, listener.getsockname()[1])
        return listener
    raise AssertionError("no port was tried")


def base_url(listener: socket.socket) -> str:
    """The address of the interface, as the ready line names it."""
    host, port = listener.getsockname()[:2]
    shown = _EVERYWHERE.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def most_connections() -> int:
    """How many connections there may be, each with a file, before handles run out.

    As many handles are taken as the system lets this process have.
    """
    if sys.platform == "win32":
        return _MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _HANDLES if hard == resource.RLIM_INFINITY else min(hard, _HANDLES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # some systems have a lower limit for a process
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    handles = _HANDLES if soft == resource.RLIM_INFINITY else min(soft, _HANDLES)
    return max(8, min(_MOST_CONNECTIONS, (handles - _OWN_HANDLES) // 2))


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _name, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":
            # There SO_REUSEADDR would let two platforms share one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
