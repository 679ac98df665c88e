"""A PostgreSQL server for the tests alone: on loopback, in a folder that vanishes."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from devtool import commands
from devtool.debian import postgres_folder
from devtool.places import ToolError, is_root

_READY_WITHIN = 30.0
_USERS = ("postgres", "nobody")
"""Who runs the server when we are root, since it refuses to run as root."""


@dataclass(frozen=True)
class _Account:
    """The user and group that the server runs as; None: as we do."""

    user: int | None = None
    group: int | None = None


@contextmanager
def private_server(log: Path) -> Iterator[str]:
    """Start a server that forgets all at its end; gives the address for SQLAlchemy.

    Data is not synced to the disk. Raises ToolError when PostgreSQL is not installed or does not
    become ready within 30 seconds.
    """
    programs = postgres_folder()
    if programs is None:
        raise ToolError("PostgreSQL is not installed.")
    account = _other_account() if is_root() else _Account()
    folder = Path(tempfile.mkdtemp(prefix="funneldesk-postgres-"))
    try:
        password = secrets.token_hex(16)
        password_file = folder / "password"
        password_file.write_text(password, encoding="ascii")
        if account.user is not None:
            os.chown(folder, account.user, -1)
            os.chown(password_file, account.user, -1)
        _create_cluster(programs, folder, account, log)
        with _running(programs, folder, account, log) as port:
            yield f"postgresql+psycopg://funneldesk:{password}@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _create_cluster(programs: Path, folder: Path, account: _Account, log: Path) -> None:
    words = ["--pgdata", str(folder / "data"), "--username=funneldesk", "--auth=scram-sha-256"]
    words += [f"--pwfile={folder / 'password'}", "--encoding=UTF8", "--locale=C", "--no-sync"]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        answer = subprocess.run(
            [str(programs / "initdb"), *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=folder,
            user=account.user,
            group=account.group,
            extra_groups=None if account.user is None else [],
            env=_plain_environment(),
        )
    if answer.returncode != 0:
        raise ToolError(f"PostgreSQL's data folder could not be made; see {log}.")


@contextmanager
def _running(programs: Path, folder: Path, account: _Account, log: Path) -> Iterator[int]:
    port = _free_port()
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "200",
    }
    words = [str(programs / "postgres"), "-D", str(folder / "data")]
    words += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with log.open("ab") as output:
        server = commands.start(
            words,
            output=output.fileno(),
            cwd=folder,
            user=account.user,
            group=account.group,
            env=_plain_environment(),
        )
        try:
            _wait_until_ready(programs, port, server, log)
            yield port
        finally:
            server.send_signal(signal.SIGINT)  # its word for: end now, without waiting for clients
            commands.end(server)


def _wait_until_ready(
    programs: Path, port: int, server: subprocess.Popen[bytes], log: Path
) -> None:
    asks = [str(programs / "pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={port}"]
    deadline = time.monotonic() + _READY_WITHIN
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        if subprocess.run(asks, env=_plain_environment()).returncode == 0:
            return
        time.sleep(0.05)
    raise ToolError(
        f"PostgreSQL did not become ready within {_READY_WITHIN:.0f} seconds; see {log}."
    )


def _other_account() -> _Account:
    import pwd

    for name in _USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return _Account(entry.pw_uid, entry.pw_gid)
    raise ToolError("PostgreSQL does not run as root, and there is no account that could run it.")


def _plain_environment() -> dict[str, str]:
    """Without anything that steers PostgreSQL from outside."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
    return environment | {"LC_ALL": "C"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
