"""Where keys are kept, whatever the computer's keyring is like."""

import asyncio
import logging
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError

from funneldesk.desktop.local.connections.access_key import AccessKey
from funneldesk.desktop.local.connections.keyring_access import SERVICE, KeyState
from funneldesk.desktop.local.connections.keys import KeyAnswer, KeyVault

SECRET = "sk-very-secret-0123456789"


class WorkingKeyring(KeyringBackend):
    priority = 5

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.threads: set[str] = set()

    def get_password(self, service: str, username: str) -> str | None:
        self.threads.add(threading.current_thread().name)
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError("no such entry")
        del self.kept[service, username]


class RaisingKeyring(WorkingKeyring):
    """Fails as a locked keyring does, or as its D-Bus library does."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def get_password(self, service: str, username: str) -> str | None:
        raise self.error

    def set_password(self, service: str, username: str, password: str) -> None:
        raise self.error


class AskingKeyring(WorkingKeyring):
    """Waits for its user before every answer."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.answered.wait(20)
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.answered.wait(20)
        super().set_password(service, username, password)


class ForgetfulKeyring(WorkingKeyring):
    """Takes a key and never gives it back."""

    def get_password(self, service: str, username: str) -> str | None:
        return None


class PlainFileKeyring(WorkingKeyring):
    priority = 0.5  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def _no_keyring_of_this_computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)
    yield
    keyring.core._keyring_backend = None


def use(backend: KeyringBackend) -> None:
    keyring.set_keyring(backend)


def assert_speaks(answer: KeyAnswer) -> None:
    """Three sentences, and the key in none of them."""
    said = answer.explanation
    assert all(part.endswith(".") for part in (said.happened, said.meaning, said.advice))
    assert SECRET not in repr(answer) + str(said)


async def test_a_working_keyring_remembers_from_run_to_run() -> None:
    backend = WorkingKeyring()
    use(backend)
    stored = await KeyVault().set("one", AccessKey(SECRET))
    assert (stored.state, stored.this_run_only) == (KeyState.STORED, False)
    assert backend.kept == {(SERVICE, "one"): SECRET}
    found = await KeyVault().get("one")
    assert found.key == AccessKey(SECRET)
    assert found.state is KeyState.STORED
    assert threading.current_thread().name not in backend.threads
    assert_speaks(stored)
    assert_speaks(found)


async def test_a_key_that_is_not_there_is_missing() -> None:
    use(WorkingKeyring())
    answer = await KeyVault().get("one")
    assert (answer.key, answer.state) == (None, KeyState.MISSING)
    assert_speaks(answer)


async def test_a_deleted_key_is_gone_from_both_places() -> None:
    backend = WorkingKeyring()
    use(backend)
    vault = KeyVault()
    await vault.set("one", AccessKey(SECRET))
    answer = await vault.delete("one")
    assert (answer.key, answer.state) == (None, KeyState.MISSING)
    assert backend.kept == {}
    assert (await vault.get("one")).key is None
    assert (await vault.delete("one")).state is KeyState.MISSING
    assert_speaks(answer)


@pytest.mark.parametrize(
    ("backend", "state"),
    [
        (FailKeyring(), KeyState.ABSENT),
        (NullKeyring(), KeyState.ABSENT),
        (ForgetfulKeyring(), KeyState.ABSENT),
        (PlainFileKeyring(), KeyState.ABSENT),
        (RaisingKeyring(NoKeyringError()), KeyState.ABSENT),
        (RaisingKeyring(KeyringLocked("dismissed")), KeyState.LOCKED),
        (RaisingKeyring(OSError("bus is gone " + SECRET)), KeyState.LOCKED),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_without_a_usable_keyring_the_key_lives_for_this_run(
    backend: KeyringBackend, state: KeyState, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    use(backend)
    vault = KeyVault()
    for answer in (await vault.set("one", AccessKey(SECRET)), await vault.get("one")):
        assert answer.key == AccessKey(SECRET)
        assert (answer.state, answer.this_run_only) == (state, True)
        assert_speaks(answer)
    after_restart = await KeyVault().get("one")
    assert after_restart.key is None
    assert_speaks(after_restart)
    assert_speaks(await vault.delete("one"))
    assert (await vault.get("one")).key is None
    assert SECRET not in caplog.text


async def test_a_chain_of_nothing_is_no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [FailKeyring()])
    use(ChainerBackend())
    assert (await KeyVault().set("one", AccessKey(SECRET))).state is KeyState.ABSENT


async def test_a_keyring_that_cannot_even_be_chosen_is_absent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keyring.core._keyring_backend = None
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "no.such.module.Keyring")
    assert (await KeyVault().get("one")).state is KeyState.ABSENT


async def test_a_plain_file_is_used_when_the_user_has_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "chosen.by.the.user")
    use(PlainFileKeyring())
    assert (await KeyVault().set("one", AccessKey(SECRET))).state is KeyState.STORED


async def test_a_locked_keyring_says_that_the_key_may_remain() -> None:
    use(RaisingKeyring(KeyringLocked()))
    answer = await KeyVault().delete("one")
    assert answer.state is KeyState.LOCKED
    assert "may still be in it" in str(answer.explanation)


async def test_a_slow_keyring_answers_late_but_counts() -> None:
    backend = AskingKeyring()
    backend.kept[SERVICE, "one"] = SECRET
    use(backend)
    vault = KeyVault(quick=0.05)
    slow = await vault.get("one")
    assert (slow.key, slow.state) == (None, KeyState.SLOW)
    assert_speaks(slow)
    asking = asyncio.create_task(vault.get("one", may_ask=True))
    await asyncio.sleep(0)
    backend.answered.set()
    assert (await asking).key == AccessKey(SECRET)
    assert (await vault.get("one")).state is KeyState.STORED


async def test_a_key_set_while_the_keyring_asks_is_stored_once_it_was_answered() -> None:
    backend = AskingKeyring()
    use(backend)
    vault = KeyVault(quick=0.05)
    slow = await vault.set("one", AccessKey(SECRET), may_ask=False)
    assert (slow.key, slow.state) == (AccessKey(SECRET), KeyState.SLOW)
    assert slow.this_run_only
    assert_speaks(slow)
    backend.answered.set()
    assert (await vault.get("another", may_ask=True)).state is KeyState.MISSING
    later = await vault.get("one")
    assert (later.state, later.this_run_only) == (KeyState.STORED, False)


async def test_a_late_answer_does_not_undo_a_later_change() -> None:
    backend = AskingKeyring()
    backend.kept[SERVICE, "one"] = "old"
    use(backend)
    vault = KeyVault(quick=0.05, asking=10)
    assert (await vault.get("one")).state is KeyState.SLOW
    first = asyncio.create_task(vault.set("one", AccessKey("first")))
    second = asyncio.create_task(vault.set("one", AccessKey("second")))
    await asyncio.sleep(0)
    assert (await vault.get("one")).key == AccessKey("second")
    backend.answered.set()
    await asyncio.gather(first, second)
    assert (await vault.get("one")).key == AccessKey("second")
    assert backend.kept == {(SERVICE, "one"): "second"}


async def test_a_key_deleted_while_the_keyring_asks_does_not_come_back() -> None:
    backend = AskingKeyring()
    use(backend)
    vault = KeyVault(quick=0.05, asking=10)
    await vault.set("one", AccessKey(SECRET), may_ask=False)
    deleting = asyncio.create_task(vault.delete("one"))
    await asyncio.sleep(0)
    backend.answered.set()
    assert (await deleting).state is KeyState.MISSING
    assert backend.kept == {}
    assert (await vault.get("one")).key is None


def test_a_hanging_keyring_does_not_keep_the_program_from_ending() -> None:
    program = """
import asyncio, threading
import keyring
from keyring.backend import KeyringBackend
from funneldesk.desktop.local.connections.keys import KeyVault

class Hanging(KeyringBackend):
    priority = 5
    def get_password(self, service, username):
        threading.Event().wait()
    def set_password(self, service, username, password):
        threading.Event().wait()

keyring.set_keyring(Hanging())
print(asyncio.run(KeyVault(quick=0.05).get("one")).state)
"""
    # Whoever waits for that keyring waits for ever.
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("slow", "")


def test_a_wrapped_key_is_never_shown() -> None:
    key = AccessKey(SECRET)
    assert key.reveal() == SECRET
    assert f"{key} {key!r} {[key]} {key!s:>5}".count("***") == 4
    assert key == AccessKey(SECRET)
    assert key != AccessKey("other")
    assert key != SECRET
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_a_traceback_with_locals_does_not_show_a_key() -> None:
    def work(key: AccessKey) -> None:
        raise RuntimeError("inside")

    try:
        work(AccessKey(SECRET))
    except RuntimeError as error:
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        text = "".join(told.format())
    assert "key = ***" in text
    assert SECRET not in text.replace(repr(SECRET), "")


def test_keyring_is_not_imported_before_it_is_needed() -> None:
    program = (
        "import sys, funneldesk.desktop.local.connections.keys as keys; keys.KeyVault();"
        "print('keyring' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "False"
