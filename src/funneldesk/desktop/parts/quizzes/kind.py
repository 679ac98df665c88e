"""Quizzes as a kind of record: how they are read, made, changed and deleted (quirks 20 and 21)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.quizzes import Quiz, QuizDraft, QuizFilter, QuizPatch
from funneldesk.desktop.kit.forms.field_spec import Found, Lookup
from funneldesk.desktop.local.cache.matching import fold
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "quizzes"
LONGEST_NAME = 255
MOST_OFFERED = 30

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


async def _pages(workspace: Workspace) -> Sequence[Found]:
    found: list[Found] = []
    async for piece in workspace.store.slices("pages"):
        found += [(each.get("id"), str(each.get("title") or ""), "") for each in piece]
    return found


async def _search_page(workspace: Workspace, text: str) -> Sequence[Found]:
    words = fold(text).split()
    found = await _pages(workspace)
    return [each for each in found if all(word in fold(each[1]) for word in words)][:MOST_OFFERED]


async def _page_title(workspace: Workspace, page_id: Any) -> str:
    return next((each[1] for each in await _pages(workspace) if each[0] == page_id), "")


def _lookups(workspace: Workspace) -> Mapping[str, Lookup]:
    page = Lookup(search=partial(_search_page, workspace), title=partial(_page_title, workspace))
    return {"page_id": page}


WRITES = RecordWrites(
    QuizPatch, _update, Making(NewQuiz, _create, _named), _delete, always=("name",)
)
KIND = RecordKind(
    PART, "quiz", LocalQuizDraft, read_quiz, WRITES, several="quizzes", lookups=_lookups
)
