"""The calls into the ``keyring`` library, for the vault's own thread only.

Its import, its choice of a backend and every call may take seconds, ask the user or hang.
"""

import logging
import os
from enum import StrEnum
from typing import TYPE_CHECKING

from funneldesk.desktop.local.connections.access_key import AccessKey

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Funneldesk"

_NEVER = ("keyring.backends.fail", "keyring.backends.null")
_log = logging.getLogger(__name__)


class KeyState(StrEnum):
    """Where a connection's key is, or why it is not in the keyring."""

    STORED = "stored"
    MISSING = "missing"
    ABSENT = "absent"
    LOCKED = "locked"
    SLOW = "slow"


class KeyringFailure(Exception):
    """The keyring could not be used; ``state`` is ABSENT or LOCKED."""

    def __init__(self, state: KeyState) -> None:
        super().__init__(state.value)
        self.state = state


def read(connection_id: str) -> AccessKey | None:
    """The key in the keyring. Raises KeyringFailure."""
    backend = _backend()
    try:
        found = backend.get_password(SERVICE, connection_id)
    except Exception as error:
        raise _failure(error, "read") from None
    return AccessKey(found) if found else None


def write(connection_id: str, key: AccessKey) -> None:
    """Puts a key into the keyring, and makes sure that it is there. Raises KeyringFailure."""
    backend = _backend()
    try:
        backend.set_password(SERVICE, connection_id, key.reveal())
        kept = backend.get_password(SERVICE, connection_id)
    except Exception as error:
        raise _failure(error, "write") from None
    if kept is None or AccessKey(kept) != key:
        raise KeyringFailure(KeyState.ABSENT)


def erase(connection_id: str) -> None:
    """Takes a key out of the keyring, if it is there. Raises KeyringFailure."""
    backend = _backend()
    try:
        if backend.get_password(SERVICE, connection_id) is not None:
            backend.delete_password(SERVICE, connection_id)
    except Exception as error:
        raise _failure(error, "erase") from None


def _backend() -> "KeyringBackend":
    """The keyring in use. A backend that nobody recommends (a plain file) must be asked for."""
    try:
        import keyring

        backend = keyring.get_keyring()
        recommended = backend.priority >= 1
    except Exception as error:
        _log.info("No keyring could be opened: %s", type(error).__name__)
        raise KeyringFailure(KeyState.ABSENT) from None
    chosen = bool(os.environ.get("PYTHON_KEYRING_BACKEND"))
    if type(backend).__module__ in _NEVER or not (recommended or chosen):
        raise KeyringFailure(KeyState.ABSENT)
    return backend


def _failure(error: Exception, doing: str) -> KeyringFailure:
    """Only the error's type is told: its text and its frames may hold the key."""
    from keyring.errors import NoKeyringError

    _log.info("The keyring refused to %s: %s", doing, type(error).__name__)
    absent = isinstance(error, NoKeyringError)
    return KeyringFailure(KeyState.ABSENT if absent else KeyState.LOCKED)
