"""Quizzes: screens and flow (document: Endpoints, Quizzes; quirks 20, 21, 52 and 54)."""

import builtins
from collections.abc import AsyncIterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.forms import send_with_files
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.client.uploads import Progress, Upload
from funneldesk.contract.listing import Listing
from funneldesk.contract.quizzes import (
    Flow,
    FlowPatch,
    ListedQuiz,
    Quiz,
    QuizChoice,
    QuizDraft,
    QuizFilter,
    QuizPatch,
    SavedFlow,
    Screen,
    ScreenDraft,
    ScreenPatch,
)


class _Screens(BaseModel):
    """``{data}`` with one screen or a list of them."""

    model_config = ConfigDict(extra="allow")

    data: Screen | list[Screen] = Field(union_mode="left_to_right")


class Quizzes(Resource):
    """Quizzes of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/quizzes")

    async def list(self, filter: QuizFilter | None = None) -> Listing[ListedQuiz]:
        """A page of the quizzes."""
        return await self._listing(self._path, ListedQuiz, (filter or QuizFilter()).query())

    def iterate(self, filter: QuizFilter | None = None) -> AsyncIterator[ListedQuiz]:
        """All quizzes that fit, one by one, for ``async for``."""
        wanted = filter or QuizFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def list_all(self) -> builtins.list[QuizChoice]:
        """All quizzes by id, name and code, for a choice among them."""
        return builtins.list((await self._listing(f"{self._path}/all", QuizChoice)).rows)

    async def get(self, quiz_id: int) -> Quiz:
        """A quiz with the summaries of its screens, without its flow."""
        return await self._get(f"{self._path}/{quiz_id}", Quiz)

    async def create(self, draft: QuizDraft) -> Quiz:
        """Make a quiz. Never repeated by itself. Raises PlanDenied as far as the plan goes."""
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Quiz, "quiz")
        if made is None:
            raise answer.bad("it does not show the new quiz")
        return made

    async def update(self, quiz_id: int, patch: QuizPatch) -> Quiz:
        """Change a quiz; its name always goes along. Invalid tells component errors too."""
        answer = await self._update(f"{self._path}/{quiz_id}", patch)
        return await read_written(answer, Quiz, "quiz") or await read_again(self.get(quiz_id))

    async def delete(self, quiz_id: int) -> None:
        """Delete a quiz, for good."""
        await self._delete(f"{self._path}/{quiz_id}")

    async def get_flow(self, quiz_id: int) -> Flow:
        """The flow graph, whole, and the screens that it leads through."""
        return await self._get(f"{self._path}/{quiz_id}/flow", Flow)

    async def save_flow(self, quiz_id: int, flow: dict[str, Any] | None) -> SavedFlow:
        """Keep a whole flow graph; None clears it (quirk 54). Never repeated by itself."""
        body = FlowPatch(flow=flow).body()
        return await read_record(await self._post(f"{self._path}/{quiz_id}/flow", body), SavedFlow)

    async def list_screens(self, quiz_id: int) -> builtins.list[Screen]:
        """The screens in their order."""
        return builtins.list((await self._listing(self._screens(quiz_id), Screen)).rows)

    async def iterate_screens(self, quiz_id: int) -> AsyncIterator[Screen]:
        """The screens one by one, for ``async for``."""
        for screen in await self.list_screens(quiz_id):
            yield screen

    async def get_screen(self, quiz_id: int, screen_id: int) -> Screen:
        """A screen; the answer may hold it alone or as the one of a list."""
        answer = await self._calls.send("GET", f"{self._screens(quiz_id)}/{screen_id}")
        found = (await read_record(answer, _Screens)).data
        if isinstance(found, Screen):
            return found
        if not found:
            raise answer.bad("it does not show the screen")
        return found[0]

    async def create_screen(
        self,
        quiz_id: int,
        draft: ScreenDraft,
        files: Mapping[str, Upload] | None = None,
        progress: Progress | None = None,
    ) -> Screen:
        """Make a screen; the answer has it under ``quiz`` (quirk 54). Never repeated by itself.

        ``files`` are by field: audio_file and image_preview_file.
        """
        answer = await send_with_files(
            self._calls, "POST", self._screens(quiz_id), draft.body(), files, progress
        )
        made = await _shown(answer)
        if made is None:
            raise answer.bad("it does not show the new screen")
        return made

    async def update_screen(
        self,
        quiz_id: int,
        screen_id: int,
        patch: ScreenPatch,
        files: Mapping[str, Upload] | None = None,
        progress: Progress | None = None,
    ) -> Screen:
        """Change a screen; name and type go along. An answer without it is read again."""
        path = f"{self._screens(quiz_id)}/{screen_id}"
        answer = await send_with_files(self._calls, "PUT", path, patch.body(), files, progress)
        return await _shown(answer) or await read_again(self.get_screen(quiz_id, screen_id))

    async def delete_screen(self, quiz_id: int, screen_id: int) -> None:
        """Delete a screen, for good."""
        await self._delete(f"{self._screens(quiz_id)}/{screen_id}")

    async def reorder_screens(self, quiz_id: int, order: Mapping[int, int]) -> None:
        """Give screens their places: a map of id to position (quirk 52)."""
        body = {"order": {str(screen_id): place for screen_id, place in order.items()}}
        await self._post(f"{self._screens(quiz_id)}/order", body)

    async def duplicate_screen(self, quiz_id: int, screen_id: int) -> None:
        """Copy a screen behind the others. Never repeated by itself.

        The answer is only ``{success}`` (quirk 54): list the screens for the copy.
        """
        await self._post(f"{self._screens(quiz_id)}/{screen_id}/duplicate")

    def _screens(self, quiz_id: int) -> str:
        return f"{self._path}/{quiz_id}/screens"


async def _shown(answer: Answer) -> Screen | None:
    return await read_written(answer, Screen, "quiz") or await read_written(
        answer, Screen, "screen"
    )
