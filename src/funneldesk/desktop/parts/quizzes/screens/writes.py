"""Writes of screens: each sent once, and looked for where its answer was lost (quirk 54)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from funneldesk.client.uploads import Upload
from funneldesk.contract.quiz_flow import choices_of
from funneldesk.contract.quizzes import Screen, ScreenDraft, ScreenPatch
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.flow.options import remapped
from funneldesk.desktop.parts.quizzes.kind import PART
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, played, title_of
from funneldesk.desktop.parts.quizzes.screens.forms import body_of
from funneldesk.desktop.records.schema.writes import SchemaWrites, fresh_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api


class ScreenWrites(SchemaWrites):
    """All methods raise ``ApiError``; after each the quiz is read again."""

    def __init__(self, workspace: Workspace, quiz: OpenQuiz) -> None:
        self.quiz = quiz
        super().__init__(workspace, PART, quiz.learn)

    async def create(self, values: Mapping[str, Any]) -> Screen:
        """A new screen, the last one."""
        quiz_id, before = self.quiz.quiz_id, {each.id for each in self.quiz.screens}
        draft = ScreenDraft(**body_of(values))

        async def look(api: "Api") -> Screen | None:
            return fresh_of(await api.quizzes.list_screens(quiz_id), before, draft.name)

        return await self.make(
            draft.name,
            _("New screen"),
            lambda api: api.quizzes.create_screen(quiz_id, draft),
            look,
        )

    async def update(self, screen: Screen, values: Mapping[str, Any]) -> None:
        """Change a screen; name and type go along. Ways of the flow follow answers that move."""
        quiz_id, patch = self.quiz.quiz_id, ScreenPatch(**body_of(values, screen))
        flow = self._flow_with(screen, patch.options or [])

        async def both(api: "Api") -> None:
            await api.quizzes.update_screen(quiz_id, screen.id, patch)
            if flow is not None:
                await api.quizzes.save_flow(quiz_id, flow)

        await self.send(both)

    def _flow_with(self, screen: Screen, options: Sequence[Mapping[str, Any]]) -> Any:
        """The flow once the answers of a screen are these; None where it stays as it is."""
        known = played(screen)
        labels = [option.label for option in screen.options or ()]
        before = list(zip_longest(choices_of(known), labels, fillvalue=""))
        after = [(str(each.get("value")), str(each.get("label") or "")) for each in options]
        return remapped(self.quiz.flow, known, before, after)

    async def set_file(self, screen: Screen, field: str, path: Path | None) -> None:
        """Send a picture or a sound of this computer; None takes it away."""
        quiz_id = self.quiz.quiz_id
        body: dict[str, Any] = {"name": screen.name, "type": screen.type or "info"}
        if path is None:
            body[field] = None
        patch, files = ScreenPatch(**body), {field: Upload.of(path)} if path is not None else None
        await self.send(lambda api: api.quizzes.update_screen(quiz_id, screen.id, patch, files))

    async def remove(self, screen: Screen) -> None:
        """Delete a screen; the flow keeps what it says of it."""
        quiz_id = self.quiz.quiz_id
        await self.delete(lambda api: api.quizzes.delete_screen(quiz_id, screen.id))

    async def reorder(self, ids: Sequence[int]) -> None:
        """Give the screens this order (quirk 52)."""
        quiz_id, order = self.quiz.quiz_id, {each: at for at, each in enumerate(ids)}
        await self.send(lambda api: api.quizzes.reorder_screens(quiz_id, order))

    async def duplicate(self, screen: Screen) -> Screen:
        """Copy a screen behind the others. The answer does not show it (quirk 54): it is looked
        for among the screens, as it is after a lost one."""
        quiz_id, before = self.quiz.quiz_id, {each.id for each in self.quiz.screens}

        async def find(api: "Api") -> Screen | None:
            listed = await api.quizzes.list_screens(quiz_id)
            fresh = [each for each in listed if each.id not in before and each.type == screen.type]
            return fresh[0] if len(fresh) == 1 else None

        async def copy(api: "Api") -> Screen:
            await api.quizzes.duplicate_screen(quiz_id, screen.id)
            return await find(api) or screen

        return await self.make(title_of(screen), _("Duplicating a screen"), copy, find)
