"""What play-throughs of a quiz came to, screen by screen (beyond the document: only a total)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.quiz_flow import ENDS
from funneldesk.server.parts.quizzes.tables import QuizEntryRow, QuizRow, ScreenRow

_AT_ONCE = 2_000


def entry_counts(session: Session, quiz: QuizRow, screens: Sequence[ScreenRow]) -> dict[str, Any]:
    """``{started, finished, unseen, …, screens: {code: {reached, left, answered, answers}}}``.

    A screen was reached when it was shown, a result when it was the last one shown. Whoever has
    not finished left on the screen that was shown last. ``unseen`` play-throughs, of which
    ``unseen_finished`` finished, were recorded without what was shown: of those only the answers
    are counted. ``ended`` finished without a result, ``left_elsewhere`` left on a screen that is
    gone, so that reached = went on + left, and started = finished + all who left.
    """
    known = {screen.code: screen for screen in screens}
    results = {code for code, screen in known.items() if screen.type in ENDS}
    reached: Counter[str] = Counter()
    left: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    answers: dict[str, Counter[str]] = {code: Counter() for code in known}
    totals: Counter[str] = Counter()
    query = (
        select(QuizEntryRow.answers, QuizEntryRow.shown, QuizEntryRow.finished_at)
        .where(QuizEntryRow.brand_id == quiz.brand_id, QuizEntryRow.quiz_id == quiz.id)
        .execution_options(yield_per=_AT_ONCE)
    )
    for given, shown, finished_at in session.execute(query):
        finished = finished_at is not None
        totals.update({"started": 1, "finished": finished})
        for code, value in given.items():
            if code in known:
                answered[code] += 1
                values = value if isinstance(value, list) else [value]
                answers[code].update(str(each) for each in values if each is not None)
        if shown is None:
            totals.update({"unseen": 1, "unseen_finished": finished})
            continue
        reached.update(code for code in shown if code in known and code not in results)
        if finished:
            result = next((code for code in reversed(shown) if code in results), None)
            reached.update([result] if result else [])
            totals["ended"] += result is None
        elif shown and shown[-1] in known:
            left[shown[-1]] += 1
            reached.update(shown[-1:] if shown[-1] in results else [])
        else:
            totals["left_elsewhere"] += 1
    names = ("started", "finished", "unseen", "unseen_finished", "ended", "left_elsewhere")
    counts = {
        code: {
            "reached": reached[code],
            "left": left[code],
            "answered": answered[code],
            "answers": _without_texts(screen, answers[code]),
        }
        for code, screen in known.items()
    }
    return {**{name: totals[name] for name in names}, "screens": counts}


def _without_texts(screen: ScreenRow, found: Counter[str]) -> dict[str, int]:
    """Counts by answer; what people wrote themselves is nobody's business here."""
    return {} if screen.type == "text_input" else dict(found)
