"""A keyring that knows one key, for a program that starts with a brand of another one's server."""

import os

from keyring.backend import KeyringBackend

VARIABLE = "FUNNELDESK_TEST_KEY"


class OneKey(KeyringBackend):
    """Whoever asks is given the key of ``VARIABLE``; nothing is kept."""

    priority = 1.0  # type: ignore[assignment]

    def get_password(self, service: str, username: str) -> str | None:
        return os.environ.get(VARIABLE)

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError
