"""Keys of connections: in the system's keyring where it works, else for this run only."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

from funneldesk.desktop.local.connections import keyring_access
from funneldesk.desktop.local.connections.access_key import AccessKey
from funneldesk.desktop.local.connections.keyring_access import KeyringFailure, KeyState
from funneldesk.desktop.local.database.worker import Worker
from funneldesk.desktop.local.files.problems import Explanation
from funneldesk.desktop.local.texts import _

QUICK = 3.0
"""Seconds that the keyring gets when it should not have to ask."""
ASKING = 30.0
"""Seconds that it gets when it may ask the user for a password."""

_THIS_RUN = _("The key is kept until you quit Funneldesk, and written nowhere.")
_HELD: dict[KeyState, Explanation] = {
    KeyState.ABSENT: Explanation(
        _("This computer has no keyring that Funneldesk can use."),
        _THIS_RUN,
        _("To have it remembered, set up a keyring (GNOME Keyring, KWallet) and enter it again."),
    ),
    KeyState.LOCKED: Explanation(
        _("The keyring of this computer is locked or refused the key."),
        _THIS_RUN,
        _("To have it remembered, unlock the keyring and enter the key again."),
    ),
    KeyState.SLOW: Explanation(
        _("The keyring of this computer did not answer in time."),
        _THIS_RUN,
        _("Look for a window that asks for the keyring's password, or enter the key again later."),
    ),
}
_NOT_HELD: dict[KeyState, Explanation] = {
    KeyState.STORED: Explanation(
        _("The key is in the keyring of this computer."),
        _("Funneldesk finds it again after a restart."),
        _("There is nothing to do."),
    ),
    KeyState.MISSING: Explanation(
        _("There is no key for this brand on this computer."),
        _("Funneldesk can show what it already knows, but cannot reach the server."),
        _("Enter the brand's key."),
    ),
    KeyState.ABSENT: Explanation(
        _("This computer has no keyring that Funneldesk can use, so the key was not remembered."),
        _("Funneldesk can show what it already knows, but cannot reach the server."),
        _("Enter the brand's key for this run."),
    ),
    KeyState.LOCKED: Explanation(
        _("The keyring of this computer is locked or refused to answer."),
        _("Funneldesk cannot read the brand's key from it."),
        _("Unlock the keyring and try again, or enter the key for this run."),
    ),
    KeyState.SLOW: Explanation(
        _("The keyring of this computer did not answer in time."),
        _("Funneldesk cannot read the brand's key yet."),
        _("Look for a window that asks for the keyring's password, then try again."),
    ),
}
_NOT_ERASED: dict[KeyState, Explanation] = {
    state: Explanation(
        happened,
        _("The brand's key may still be in it; Funneldesk no longer uses it."),
        _("Remove the entry “{SERVICE}” in the keyring's own program.").format(
            SERVICE=keyring_access.SERVICE
        ),
    )
    for state, happened in (
        (KeyState.LOCKED, _("The keyring of this computer is locked or refused to answer.")),
        (KeyState.SLOW, _("The keyring of this computer did not answer in time.")),
    )
}
_ERASED = Explanation(
    _("The brand's key is no longer on this computer."),
    _("The server still accepts it wherever else it is kept."),
    _("Revoke it on the server if nobody needs it any more."),
)


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """Answer of the vault: the key if there is one, where it is, and the sentences to show.

    ``this_run_only`` means that the key will be gone after this run: tell the user.
    """

    key: AccessKey | None
    state: KeyState
    explanation: Explanation
    this_run_only: bool = False


class KeyVault:
    """The keys of all connections. One daemon thread talks to the keyring, in order.

    A keyring that hangs delays nothing but the answers, which then are SLOW; what it says later
    still counts, unless the key was changed meanwhile. Nothing here raises.
    """

    def __init__(self, quick: float = QUICK, asking: float = ASKING) -> None:
        self._quick = quick
        self._asking = asking
        self._worker = Worker("keyring")
        self._lock = threading.Lock()
        self._known: dict[str, tuple[AccessKey, KeyState]] = {}
        self._changes: dict[str, int] = {}

    async def get(self, connection_id: str, *, may_ask: bool = False) -> KeyAnswer:
        """The key of a connection; ``may_ask`` leaves the user time for the keyring's question."""
        if answer := self._answer(connection_id):
            return answer
        change = self._changes.get(connection_id, 0)
        state = await self._limited(lambda: self._fetch(connection_id, change), may_ask)
        return self._answer(connection_id) or KeyAnswer(None, state, _NOT_HELD[state])

    async def set(self, connection_id: str, key: AccessKey, *, may_ask: bool = True) -> KeyAnswer:
        """Takes a key, for this run at once, and for good where the keyring takes it too."""
        with self._lock:
            change = self._next_change(connection_id)
            self._known[connection_id] = (key, KeyState.SLOW)
        await self._limited(lambda: self._store(connection_id, key, change), may_ask)
        return self._answer(connection_id) or KeyAnswer(None, KeyState.MISSING, _ERASED)

    async def delete(self, connection_id: str, *, may_ask: bool = True) -> KeyAnswer:
        """Forgets a key, here at once, and in the keyring; LOCKED or SLOW when it may remain."""
        with self._lock:
            self._next_change(connection_id)
            self._known.pop(connection_id, None)
        state = await self._limited(lambda: self._erase(connection_id), may_ask)
        return KeyAnswer(None, state, _NOT_ERASED.get(state, _ERASED))

    async def _limited(self, job: Callable[[], KeyState], may_ask: bool) -> KeyState:
        asked = asyncio.wrap_future(self._worker.submit(job))
        limit = self._asking if may_ask else self._quick
        try:
            return await asyncio.wait_for(asyncio.shield(asked), limit)
        except TimeoutError:
            return KeyState.SLOW

    def _next_change(self, connection_id: str) -> int:
        change = self._changes.get(connection_id, 0) + 1
        self._changes[connection_id] = change
        return change

    def _answer(self, connection_id: str) -> KeyAnswer | None:
        with self._lock:
            known = self._known.get(connection_id)
        if known is None:
            return None
        key, state = known
        if state is KeyState.STORED:
            return KeyAnswer(key, state, _NOT_HELD[state])
        return KeyAnswer(key, state, _HELD[state], this_run_only=True)

    def _note(self, connection_id: str, key: AccessKey, state: KeyState, change: int) -> None:
        """Keeps what the keyring said, unless the key was changed since it was asked."""
        with self._lock:
            if self._changes.get(connection_id, 0) == change:
                self._known[connection_id] = (key, state)

    def _fetch(self, connection_id: str, change: int) -> KeyState:
        try:
            key = keyring_access.read(connection_id)
        except KeyringFailure as failure:
            return failure.state
        if key is None:
            return KeyState.MISSING
        self._note(connection_id, key, KeyState.STORED, change)
        return KeyState.STORED

    def _store(self, connection_id: str, key: AccessKey, change: int) -> KeyState:
        with self._lock:
            overtaken = self._changes.get(connection_id, 0) != change
        if overtaken:
            return KeyState.SLOW
        try:
            keyring_access.write(connection_id, key)
            state = KeyState.STORED
        except KeyringFailure as failure:
            state = failure.state
        self._note(connection_id, key, state, change)
        return state

    def _erase(self, connection_id: str) -> KeyState:
        try:
            keyring_access.erase(connection_id)
        except KeyringFailure as failure:
            return failure.state
        return KeyState.MISSING
