"""Visits of a customer, and the quizzes that they opened: what is known of them, and what not."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.desktop.people.test_timeline import events, shown
from tests.desktop.support.customer_desk import EMAIL, pane
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.quizzes import QuizDraft, QuizPatch
from funneldesk.desktop.people.sources.visits import met
from funneldesk.desktop.people.timeline import CustomerTimeline
from funneldesk.server.parts.tracking.ingest import Ingest
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role

BEGAN = datetime.now(UTC) - timedelta(days=20)
ROAST = "Find your “roast” <b>"


async def quiz_on(brand: LiveBrand, page_id: int | None, name: str = ROAST) -> int:
    """A quiz that stands on a page, or on none."""
    async with brand.api() as api:
        quiz = await api.quizzes.create(QuizDraft(name=name))
        if page_id is not None:
            await api.quizzes.update(quiz.id, QuizPatch(name=name, page_id=page_id))
    return quiz.id


def visit(brand: LiveBrand, slug: str, page_id: int, session_id: str, at: datetime = BEGAN) -> None:
    """A letter's link was followed to a page."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        url = f"https://shop.example/{slug}?email={EMAIL.replace('@', '%40').replace('+', '%2B')}"
        made = ingest.visit(at, session_id, session_id=session_id, url=url, page_id=page_id)
        ingest.event(made, "page_view", at, url=url, page_id=page_id)
        ingest.flush()


async def quiz_and_visits(brand: LiveBrand) -> int:
    """A quiz on a page of two that a customer came to; the quiz's number."""
    quiz_page = await brand.add("Which roast", slug="roast")
    other = await brand.add("Shop", slug="shop")
    number = await quiz_on(brand, quiz_page.id)
    await quiz_on(brand, None, "On no page")
    visit(brand, "roast", quiz_page.id, "s-roast")
    visit(brand, "shop", other.id, "s-shop", BEGAN + timedelta(days=1))
    return number


def words(view: CustomerTimeline) -> list[str]:
    """What the timeline tells of each event, from the top."""
    rows = view.timeline.table.rows
    return [str(rows.index(at, 2).data()) for at in range(rows.rowCount())]


@in_the_window
async def test_a_visit_to_the_page_of_a_quiz_tells_of_the_quiz_and_that_no_more_is_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    quiz = await quiz_and_visits(brand)
    workspace = await bench.workspace(brand)
    went: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record: went.append((part, record)))
    view = await shown(bench, workspace)
    assert events(view) == ["Visit", "Quiz", "Visit"]
    assert words(view) == ["/shop", f"Opened the quiz “{ROAST}”", "/roast"]
    note = view.timeline.note
    assert not note.isVisible(), "nothing is asked about yet"
    view.timeline.table.select("1")
    assert note.isVisible()
    assert "doesn't say which of the quiz's answers are this customer's" in note.words.text()
    for button in note.buttons:
        button.click()
    view.timeline.table.opened.emit("1")
    assert went == [("quizzes", str(quiz)), ("tracking", "s-roast"), ("quizzes", str(quiz))]
    view.timeline.table.select("0")
    assert not note.isVisible(), "a visit alone has no note"


@in_the_window
async def test_a_key_without_quizzes_has_the_visits_alone_and_no_error(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await quiz_and_visits(brand)
    with brand.database.writing() as session:
        user = member(session, brand.number, "Support", Role.EDITOR)
        key = issue(session, brand.number, user, without=("quizzes",)).secret_text
    view = await shown(bench, await bench.workspace(brand, key=key))
    assert events(view) == ["Visit", "Visit"]
    assert view.failure.isHidden()


@in_the_window
async def test_it_is_there_offline_and_marked_beside_a_ticket(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await quiz_and_visits(brand)
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    relay.seen.clear()
    known = words(await shown(bench, workspace))
    assert sum("/quizzes" in each.path for each in relay.seen) == 1, "one call more than without"
    view = await pane(bench, workspace)
    view.views["sessions"].fold.click()
    await until(lambda: view.is_quiet)
    assert [line.chip.text() for line in view.views["sessions"].lines] == ["", "Quiz"]
    await bench.close(workspace)
    await relay.vanish()
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    kept = await shown(bench, workspace)
    assert words(kept) == known
    assert "Visits" in said(kept.failure)


@in_the_window
async def test_without_visits_no_quiz_is_asked_for(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await quiz_on(brand, (await brand.add("Which roast", slug="roast")).id)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    relay.seen.clear()
    assert events(await shown(bench, workspace)) == []
    assert not any("/quizzes" in each.path for each in relay.seen)


QUIZ = {"id": 4, "name": "Roast", "page_id": 7}
ADDRESS = "https://shop.example/roast?email=x"


def names(row: dict[str, Any], pages: dict[str, list[int]] | None = None) -> list[tuple[str, str]]:
    """The quizzes of a visit: name and moment."""
    return [(each["name"], each["at"]) for each in met(row, [QUIZ], pages or {})]


def test_other_servers_tell_of_a_visit_its_addresses_or_its_events() -> None:
    began = {"created_at": "T1", "url": ADDRESS}
    assert names(began, {"roast": [7]}) == [("Roast", "T1")]
    assert names(began, {"roast": [7, 9]}) == [], "two pages have this slug"
    assert names({**began, "pgid": 9}, {"roast": [7]}) == [], "it began on another page"
    later = {"type": "page_view", "timestamp": "T2"}
    seen = {"created_at": "T1", "url": "https://shop.example/", "events": [later]}
    assert names(seen, {"roast": [7]}) == []
    for told in ({"data": {"page_id": 7}}, {"url": ADDRESS, "data": []}):
        row = {**seen, "events": [{**later, **told}, {**later, **told}, "strange"]}
        assert names(row, {"roast": [7]}) == [("Roast", "T2")]
    assert names({"url": "https://[", "events": 3}) == []
