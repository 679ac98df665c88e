"""A key that no print, log, traceback or pickle shows."""

import hmac
from typing import NoReturn


class AccessKey:
    """Wraps an API key; only ``reveal`` gives it away."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The key itself, for the client's transport and the keyring only."""
        return self._value

    def __repr__(self) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AccessKey):
            return NotImplemented
        return hmac.compare_digest(
            self._value.encode("utf-8", "surrogatepass"),
            other._value.encode("utf-8", "surrogatepass"),
        )

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("An access key is not to be copied out of the program.")

    def __copy__(self) -> "AccessKey":
        return self

    def __deepcopy__(self, memo: object) -> "AccessKey":
        return self
