"""The key, held so that it cannot be shown by accident."""

import hashlib
import hmac
from typing import NoReturn

HIDDEN = "***"
_LONGEST = 4096


class BadKey(ValueError):
    """The text cannot be a key; the message says why and never repeats it."""


class Secret:
    """A value whose ``str``, ``repr`` and formatting show ``***``; it cannot be pickled.

    Raises BadKey for a value that cannot stand in a request header: empty, over 4,096
    characters, or with anything but visible ASCII in it. Surrounding blanks are dropped, since
    keys are pasted. The message never repeats the value.
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        value = value.strip()
        if not value:
            raise BadKey("The key is empty.")
        if len(value) > _LONGEST or not all("!" <= letter <= "~" for letter in value):
            raise BadKey("The key holds characters that no key has; copy it again, whole.")
        self.__value = value

    def reveal(self) -> str:
        """The value itself, for the one place that sends it."""
        return self.__value

    @property
    def fingerprint(self) -> str:
        """Eight digits by which keys are told apart, and from which none can be made."""
        return hashlib.sha256(self.__value.encode()).hexdigest()[:8]

    def scrub(self, text: str) -> str:
        """``text`` with every occurrence of the value replaced by ``***``, escaped ones too."""
        escaped = self.__value.replace("/", "\\/")
        return text.replace(self.__value, HIDDEN).replace(escaped, HIDDEN)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self.__value, other.__value)

    def __hash__(self) -> int:
        return hash((Secret, self.__value))

    def __repr__(self) -> str:
        return HIDDEN

    def __str__(self) -> str:
        return HIDDEN

    def __format__(self, spec: str) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("A key is never written anywhere: it cannot be pickled or copied.")
