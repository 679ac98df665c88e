"""The endpoints of a quiz's screens (document: Endpoints, Quizzes; quirks 19, 52 and 54)."""

from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request, Response

from funneldesk.contract.quizzes import Done, ScreenListing, WrittenScreen
from funneldesk.server.parts.quizzes.audio import store_audio
from funneldesk.server.parts.quizzes.bodies import screen_body
from funneldesk.server.parts.quizzes.rules import FILES, ScreenInput, ScreenOrderInput
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.parts.quizzes.tables import ScreenRow
from funneldesk.server.storage.addresses import whole_url
from funneldesk.server.storage.uploads import store_upload
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.aside import aside
from funneldesk.server.web.forms import Sent, form_body, json_or_form
from funneldesk.server.web.markup import PAGE, harmless
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/{quiz:int}/screens")

FOLDER = "quizzes"
AUDIO, PREVIEW = FILES
Reading = Annotated[Access, Depends(allow("quizzes", Need.READ))]
Writing = Annotated[Access, Depends(allow("quizzes", Need.WRITE))]
Form = Annotated[Sent, Depends(json_or_form)]


async def _shown_content(access: Writing, sent: Form) -> str | None:
    """The harmless form of the content that was sent, for those who may write only."""
    content = sent.values.get("content")
    return await aside(harmless, content, PAGE) if content and isinstance(content, str) else None


ShownContent = Annotated[str | None, Depends(_shown_content)]
_BODY = form_body(ScreenInput, files=dict.fromkeys(FILES, False), json_too=True)


@router.get("", response_model=ScreenListing)
def list_(quiz: int, access: Reading, request: Request) -> Response:
    """The screens in their order."""
    with access.platform.database.reading() as session:
        rows = ScreenStore(session, QuizStore(session, access.brand_id).get(quiz)).list()
    return Json({"data": [_shown(request, row) for row in rows]})


@router.get("/{screen:int}", response_model=ScreenListing)
def get(quiz: int, screen: int, access: Reading, request: Request) -> Response:
    """One screen, in a list as the document has it."""
    with access.platform.database.reading() as session:
        row = ScreenStore(session, QuizStore(session, access.brand_id).get(quiz)).get(screen)
    return Json({"data": [_shown(request, row)]})


@router.post("", response_model=WrittenScreen, openapi_extra=_BODY)
def create(
    quiz: int, access: Writing, request: Request, sent: Form, shown: ShownContent
) -> Response:
    """A new screen; its key is named ``quiz`` (quirk 54)."""
    values = {**_values(access, quiz, sent, None), "content_shown": shown}
    with access.platform.database.writing() as session:
        store = ScreenStore(session, QuizStore(session, access.brand_id).get(quiz, lock=True))
        return Json({"quiz": _shown(request, store.create(values))})


@router.post("/order", response_model=Done)
def reorder(quiz: int, body: ScreenOrderInput, access: Writing) -> Response:
    """Give screens their places, by a map of ids (quirk 52)."""
    with access.platform.database.writing() as session:
        row = QuizStore(session, access.brand_id).get(quiz, lock=True)
        ScreenStore(session, row).reorder(body.order)
    return Json({"success": True})


@router.put("/{screen:int}", response_model=WrittenScreen, openapi_extra=_BODY)
def update(
    quiz: int, screen: int, access: Writing, request: Request, sent: Form, shown: ShownContent
) -> Response:
    """Change what was sent; name and type are always sent."""
    values = _values(access, quiz, sent, screen)
    if "content" in values:
        values["content_shown"] = shown
    with access.platform.database.writing() as session:
        store = ScreenStore(session, QuizStore(session, access.brand_id).get(quiz, lock=True))
        return Json({"quiz": _shown(request, store.update(screen, values))})


@router.delete("/{screen:int}", response_model=Done)
def delete(quiz: int, screen: int, access: Writing) -> Response:
    """Remove a screen; the flow keeps what it says of it."""
    with access.platform.database.writing() as session:
        row = QuizStore(session, access.brand_id).get(quiz, lock=True)
        ScreenStore(session, row).delete(screen)
    return Json({"success": True})


@router.post("/{screen:int}/duplicate", response_model=Done)
def duplicate(quiz: int, screen: int, access: Writing) -> Response:
    """A copy with a new code, behind the others; the answer does not show it (quirk 54)."""
    with access.platform.database.writing() as session:
        row = QuizStore(session, access.brand_id).get(quiz, lock=True)
        ScreenStore(session, row).duplicate(screen)
    return Json({"success": True})


def _shown(request: Request, row: ScreenRow) -> dict[str, Any]:
    return screen_body(row, partial(whole_url, request))


def _values(access: Access, quiz: int, sent: Sent, screen: int | None) -> dict[str, Any]:
    """What was sent, its files stored once it is known that there is a place for them."""
    with access.platform.database.reading() as session:
        row = QuizStore(session, access.brand_id).get(quiz)
        if screen is not None:
            ScreenStore(session, row).get(screen)
    values = sent.read(ScreenInput).model_dump(exclude_unset=True)
    sound, picture = sent.file(AUDIO), sent.file(PREVIEW)
    place = access.platform, access.brand_id, FOLDER
    if picture is not None:
        values[PREVIEW] = store_upload(*place, picture, field=PREVIEW)
    if sound is not None:
        values[AUDIO] = store_audio(*place, sound, field=AUDIO)
    return values
