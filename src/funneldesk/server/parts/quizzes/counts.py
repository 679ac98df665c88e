"""What play-throughs of a quiz came to, screen by screen (beyond the document: only a total)."""

from collections import Counter
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.quiz_flow import Route
from funneldesk.server.parts.quizzes.tables import QuizEntryRow, QuizRow, ScreenRow

_AT_ONCE = 2_000


def entry_counts(session: Session, quiz: QuizRow, route: Route[ScreenRow]) -> dict[str, Any]:
    """``{started, finished, screens: {code: {reached, answered, answers: {value: count}}}}``.

    A screen was reached by those who answered it, and by those whom the flow, as it is now, led
    there after their last answer.
    """
    reached: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    answers: dict[str, Counter[str]] = {code: Counter() for code in route.screens}
    started = finished = 0
    query = (
        select(QuizEntryRow.answers, QuizEntryRow.finished_at)
        .where(QuizEntryRow.brand_id == quiz.brand_id, QuizEntryRow.quiz_id == quiz.id)
        .execution_options(yield_per=_AT_ONCE)
    )
    for given, finished_at in session.execute(query):
        started += 1
        finished += finished_at is not None
        known = [code for code in given if code in route.screens]
        for code in known:
            answered[code] += 1
            values = given[code] if isinstance(given[code], list) else [given[code]]
            answers[code].update(str(value) for value in values if value is not None)
        if known:
            following = route.after(route.screens[known[-1]], given[known[-1]], given)
            reached.update([following.code] if following and following.code not in given else [])
    screens = {
        code: {
            "reached": answered[code] + reached[code],
            "answered": answered[code],
            "answers": _shown(screen, answers[code]),
        }
        for code, screen in route.screens.items()
    }
    return {"started": started, "finished": finished, "screens": screens}


def _shown(screen: ScreenRow, found: Counter[str]) -> dict[str, int]:
    """Counts by answer; what people wrote themselves is nobody's business here."""
    return {} if screen.type == "text_input" else dict(found)
