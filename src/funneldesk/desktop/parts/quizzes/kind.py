"""Quizzes as a kind of record: how they are read, made, changed and deleted (quirks 20 and 21)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.quizzes import Quiz, QuizDraft, QuizFilter, QuizPatch
from funneldesk.desktop.kit.forms.field_spec import Lookup
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.lookups import page_lookup
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "quizzes"
LONGEST_NAME = 255

QUIZ = FieldGroup(_("Quiz"), _("What it is called, and the page that visitors meet it on."))
MORE = FieldGroup(_("More"), _("What pages are told of it."), folded=True)


def _given(value: Any, _values: Mapping[str, Any]) -> str | None:
    return None if str(value or "").strip() else _("This can't be empty.")


FIELDS = RecordFields(
    *(
        RecordField("name", _("Name"), group=QUIZ, max_length=LONGEST_NAME, check=_given),
        RecordField("page_id", _("Page"), "reference", group=QUIZ),
        RecordField("config", _("Settings"), "pairs", group=MORE),
    )
)


class LocalQuizDraft(RecordDraft):
    """A quiz while it is edited."""

    declared = FIELDS
    listed = ("name", "page_id")


async def read_quiz(api: "Api", quiz_id: int) -> Quiz:
    """A quiz with the summaries of its screens. Raises ``ApiError``."""
    return await api.quizzes.get(quiz_id)


async def _create(api: "Api", draft: "NewQuiz") -> Quiz:
    made = await api.quizzes.create(QuizDraft(name=draft.name))
    more = {name: value for name, value in draft.body().items() if name != "name"}
    if not more:
        return made
    return await api.quizzes.update(made.id, QuizPatch(name=draft.name, **more))


async def _update(api: "Api", quiz_id: int, patch: QuizPatch) -> Quiz:
    return await api.quizzes.update(quiz_id, patch)


async def _delete(api: "Api", quiz_id: int) -> None:
    await api.quizzes.delete(quiz_id)


async def _named(api: "Api", name: str) -> Iterable[int]:
    found = QuizFilter(q=name, per_page=100)
    return [each.id async for each in api.quizzes.iterate(found) if each.name == name]


class NewQuiz(QuizDraft):
    """What a create is made of: a create takes the name alone, an update follows with the rest."""

    page_id: int | None = None
    config: dict[str, Any] | None = None


def _lookups(workspace: Workspace) -> Mapping[str, Lookup]:
    return {"page_id": page_lookup(workspace)}


WRITES = RecordWrites(
    QuizPatch, _update, Making(NewQuiz, _create, _named), _delete, always=("name",)
)
KIND = RecordKind(
    PART, "quiz", LocalQuizDraft, read_quiz, WRITES, several="quizzes", lookups=_lookups
)
