"""Quizzes on the wire (document: Quiz; endpoints under Quizzes; quirks 21, 52 and 54)."""

from datetime import datetime
from typing import Any

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

SCREEN_TYPES: tuple[str, ...] = (
    "single_choice",
    "multiple_choice",
    "text_input",
    "rating",
    "result",
    "info",
    "video",
    "image",
)
STYLES: tuple[str, ...] = ("light", "dark")
FILES: tuple[str, ...] = ("audio_file", "image_preview_file")
"""Fields of a screen that take a file in a form."""


class QuizChoice(Record):
    """A quiz for a choice."""

    id: int
    name: str = ""
    code: str | None = None


class ListedQuiz(QuizChoice):
    """A row of the list."""

    page_id: int | None = None
    total_entries: int | None = None
    updated_at: datetime | None = None


class QuizField(Record):
    """The summary of a screen within a quiz."""

    id: int
    code: str | None = None
    name: str | None = None
    type: str | None = None
    title: str | None = None
    order: int | None = None


class Quiz(ListedQuiz):
    """A quiz without its flow."""

    page: Any = None
    config: Any = None
    fields: list[QuizField] | None = None
    slug: str | None = None
    domain: Any = None


class QuizListing(Record):
    """The envelope of the list."""

    current_page: int
    data: list[ListedQuiz]
    per_page: int
    total: int
    last_page: int


class WrittenQuiz(Record):
    """The envelope of a created quiz."""

    quiz: Quiz


class ScreenOption(Record):
    """A choice that a screen offers."""

    label: str = ""
    value: Any = None


class Screen(Record):
    """A screen; ``content`` is html as it was written, and hostile until it is sanitised."""

    id: int
    code: str | None = None
    name: str = ""
    type: str | None = None
    title: str | None = None
    subtitle: str | None = None
    options: list[ScreenOption] | None = None
    screen_settings: Any = None
    content: str | None = None
    style: str | None = None
    order: int | None = None
    audio_file: str | None = None
    image_preview_file: str | None = None


class ScreenListing(Record):
    """The envelope of screens, of one as well."""

    data: list[Screen]


class WrittenScreen(Record):
    """The envelope of a created screen: the key is named ``quiz`` (quirk 54)."""

    quiz: Screen


class ScreenCounts(Record):
    """What play-throughs came to at a screen: shown to ``reached``, of whom ``left`` came no
    further; ``answers`` counts the answers of ``answered`` by value."""

    reached: int = 0
    left: int = 0
    answered: int = 0
    answers: dict[str, int] = {}


class EntryCounts(Record):
    """What play-throughs of a quiz came to; ``screens`` by their codes. Not every server tells.

    For ``unseen`` of those that started, and ``unseen_finished`` of those that finished, no record
    tells what was shown: they are in no ``reached`` and no ``left``. None: for all of them.
    ``ended`` finished without a result; ``left_elsewhere`` left on a screen that is gone.
    """

    started: int = 0
    finished: int = 0
    unseen: int | None = None
    unseen_finished: int = 0
    ended: int = 0
    left_elsewhere: int = 0
    screens: dict[str, ScreenCounts] = {}

    @property
    def is_seen(self) -> bool:
        """Return whether any play-through recorded which screens were shown."""
        return self.unseen is not None and self.unseen < self.started


class Flow(Record):
    """The flow graph (``drawflow.Home.data``) and the screens that it leads through."""

    flow: dict[str, Any] | None = None
    screens: list[Screen] | None = None
    entries: EntryCounts | None = None

    @property
    def nodes(self) -> dict[str, Any]:
        """The graph's nodes by their ids; an empty graph may hold an empty list."""
        found: Any = self.flow or {}
        for step in ("drawflow", "Home", "data"):
            found = found.get(step) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}


class SavedFlow(Record):
    """The answer to a saved flow."""

    success: bool = True
    message: str | None = None


class Done(Record):
    """An answer that says it is done."""

    success: bool = True


class QuizFilter(Filter):
    """The query of the list."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None
    sort: str | None = None


class QuizDraft(Draft):
    """``POST …/quizzes``."""

    name: str


class QuizPatch(Patch):
    """``PUT …/quizzes/{quiz}``: the name is required, changed or not."""

    name: str
    page_id: int | None = None
    config: dict[str, Any] | None = None


class FlowPatch(Patch):
    """``POST …/flow``: a whole graph, or None to clear it (quirk 54)."""

    flow: dict[str, Any] | None


class ScreenDraft(Draft):
    """``POST …/screens``; files go beside it in a form. ``options`` are ``{label, value}``."""

    name: str
    type: str
    title: str | None = None
    subtitle: str | None = None
    options: list[dict[str, Any]] | None = None
    screen_settings: dict[str, Any] | None = None
    content: str | None = None
    style: str | None = None
    order: int | None = None
    audio_file: str | None = None
    image_preview_file: str | None = None


class ScreenPatch(ScreenDraft, Patch):
    """``PUT …/screens/{screen}``: the same body, so name and type go along."""
