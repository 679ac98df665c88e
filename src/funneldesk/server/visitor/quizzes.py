"""Quizzes as visitors play them: ``/p/{brand}/-/quizzes/{code}`` (document: Quiz).

Each answer is a form post that is recorded and leads on to the next screen, so going back and
loading again do no harm. A play-through is told from others by a random name that it carries.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from funneldesk.contract.quiz_flow import LONGEST_ANSWER, Route, read_answer
from funneldesk.server.parts.quizzes.entries import answers_of, record_answer, record_shown
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.parts.quizzes.tables import QuizRow, ScreenRow
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import notices
from funneldesk.server.visitor.frame import framed, is_web_address, video
from funneldesk.server.visitor.limits import ANSWERS, Sender, TooMany
from funneldesk.server.visitor.tracking_agents import agent_of
from funneldesk.server.web.fields import LARGEST_ID

router = APIRouter(prefix="/p/{brand:int}/-/quizzes/{code}", include_in_schema=False)

_MOST_FORM_BYTES = 64 * 1024
_PLAY = re.compile("[0-9a-f]{32}")
_CODE = re.compile("[a-z0-9]{1,32}")
_THANKS = "<h1>Thank you</h1><p>That was the last question.</p>"
_END = "end"
_RATINGS = [{"label": str(number), "value": str(number)} for number in range(1, 11)]


class _Game(NamedTuple):
    quiz: QuizRow
    route: Route[ScreenRow]


@router.get("")
def show(brand: int, code: str, request: Request, play: str = "", screen: str = "") -> Response:
    """A screen of the quiz: the first one, or that of a play-through."""
    platform: Platform = request.app.state.platform
    with platform.database.reading() as session:
        game = _game(session, brand, code)
    if game is None:
        return notices.not_found()
    if screen == _END:
        return framed(game.quiz.name, _THANKS, embedded=True)
    shown = game.route.screens.get(screen) or game.route.first()
    if shown is None:
        return framed(game.quiz.name, "<p>This quiz has no questions yet.</p>", embedded=True)
    name = next(filter(_PLAY.fullmatch, (play, request.cookies.get(_cookie(code), ""))), "")
    if screen:
        return _screen(game.quiz, shown, name or secrets.token_hex(16))
    return _begin(request, game.quiz, shown, name or secrets.token_hex(16))


def _begin(request: Request, quiz: QuizRow, first: ScreenRow, play: str) -> Response:
    """Show the first screen and record that; a cookie makes loading it again the same beginning."""
    answer = _screen(quiz, first, play)
    answer.set_cookie(
        _cookie(quiz.code),
        play,
        path=request.url.path,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    if agent_of(request.headers.get("user-agent", "")).is_bot:
        return answer
    sender = Sender.of(request, f"brand/{quiz.brand_id}", play)
    try:
        sender.check(ANSWERS)
        with sender.platform.database.writing() as session:
            record_shown(session, quiz, play, first.code)
            sender.count(session, ANSWERS)
    except TooMany:
        pass  # The screen is shown all the same; only the count of it is not kept.
    return answer


@router.post("", max_body_size=_MOST_FORM_BYTES)
def answer(
    brand: int,
    code: str,
    request: Request,
    play: Annotated[str, Form()] = "",
    screen: Annotated[str, Form()] = "",
    answer: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Record an answer and lead on; one that does not fit shows the screen again."""
    sender = Sender.of(request, f"brand/{brand}", play if _PLAY.fullmatch(play) else "")
    try:
        sender.check(ANSWERS)
        return _answer(request, sender, brand, code, screen, answer or ())
    except TooMany as error:
        return notices.too_many(error.seconds)


def _answer(
    request: Request, sender: Sender, brand: int, code: str, screen: str, answer: Sequence[str]
) -> Response:
    play = sender.visitor
    with sender.platform.database.writing() as session:
        game = _game(session, brand, code)
        if game is None:
            return notices.not_found()
        shown = game.route.screens.get(screen)
        if shown is None or not play:
            return RedirectResponse(request.url.path, 303)
        try:
            given = read_answer(shown, [_storable(text) for text in answer])
        except ValueError as error:
            return _screen(game.quiz, shown, play, problem=str(error))
        before = answers_of(session, game.quiz, play)
        following = game.route.after(shown, given, {**before, shown.code: given})
        finished = following is None or following.type == "result"
        sender.count(session, ANSWERS)
        code_after = following.code if following else None
        answered = shown.code, given
        record_answer(session, game.quiz, play, answered, code_after, finished=finished)
    query = {"play": play, "screen": code_after or _END}
    led_on = RedirectResponse(f"{request.url.path}?{urlencode(query)}", 303)
    if finished:
        led_on.delete_cookie(_cookie(code), request.url.path)
    return led_on


def _cookie(code: str) -> str:
    return f"fd_quiz_{code}"


def _game(session: Session, brand: int, code: str) -> _Game | None:
    if brand > LARGEST_ID or not _CODE.fullmatch(code):
        return None
    store = QuizStore(session, brand)
    quiz = store.by_code(code)
    if quiz is None:
        return None
    return _Game(quiz, Route(store.flow(quiz), ScreenStore(session, quiz).list()))


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _screen(quiz: QuizRow, screen: ScreenRow, play: str, *, problem: str = "") -> Response:
    parts = [
        f"<h1>{escape(screen.title or screen.name)}</h1>",
        f"<p>{escape(screen.subtitle)}</p>" if screen.subtitle else "",
        _picture(screen.image_preview_file),
        _sound(screen.audio_file),
        screen.content_shown or "",
        _film(screen) if screen.type == "video" else "",
        f'<p role="alert">{escape(problem)}</p>' if problem else "",
        "" if screen.type == "result" else _form(screen, play),
    ]
    dark = screen.style == "dark"
    status = 422 if problem else 200
    return framed(quiz.name, "".join(parts), dark=dark, embedded=True, status=status)


def _form(screen: ScreenRow, play: str) -> str:
    return (
        f'<form method="post"><input type="hidden" name="play" value="{escape(play)}">'
        f'<input type="hidden" name="screen" value="{escape(screen.code)}">'
        f"{_question(screen)}<button>Continue</button></form>"
    )


def _question(screen: ScreenRow) -> str:
    options = screen.options or ()
    if screen.type == "single_choice":
        return _choices("radio", options)
    if screen.type == "rating":
        return _choices("radio", options or _RATINGS)
    if screen.type == "multiple_choice":
        return _choices("checkbox", options)
    if screen.type == "text_input":
        return f'<input type="text" name="answer" aria-label="Answer" maxlength="{LONGEST_ANSWER}">'
    return ""


def _choices(kind: str, options: Sequence[Mapping[str, object]]) -> str:
    return "".join(
        f'<label><input type="{kind}" name="answer" value="{escape(str(one.get("value", "")))}"> '
        f"{escape(str(one.get('label', '')))}</label>"
        for one in options
    )


def _film(screen: ScreenRow) -> str:
    settings = screen.screen_settings or {}
    address = settings.get("video_url") or settings.get("url")
    return video(address) if isinstance(address, str) else ""


def _picture(address: str | None) -> str:
    if not address or not is_web_address(address):
        return ""
    return f'<p><img src="{escape(address)}" alt=""></p>'


def _sound(address: str | None) -> str:
    if not address or not is_web_address(address):
        return ""
    return f'<p><audio controls src="{escape(address)}"></audio></p>'
