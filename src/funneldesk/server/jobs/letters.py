"""What a letter is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter: the file of an export."""

    export_id: int


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail. ``about`` is the kind and the id of the record that it belongs to."""

    to: str
    subject: str
    text: str
    html: str | None = None
    about: tuple[str, str | int] | None = None
    attachment: Attachment | None = None
