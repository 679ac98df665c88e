"""Funnels: the map of the open one, pages that join and leave, copies (quirk 40)."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.desktop.support.faulty_line import RESET_WITHIN, FaultLine
from tests.desktop.support.funnel_desk import (
    SLUGS,
    funnel,
    known,
    opened,
    pages_in,
    problems,
    shown,
    step,
    whole,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.parts.funnels.cloning import CloneDialog
from funneldesk.desktop.parts.funnels.map.layout import Box
from funneldesk.desktop.parts.funnels.panel import FunnelsPanel
from funneldesk.desktop.parts.funnels.steps.adding import AddPagesDialog
from funneldesk.desktop.workspace.workspace import Mention

TITLES = [slug.title() for slug in SLUGS]
Key = Qt.Key


def run(panel: FunnelsPanel, action: str) -> None:
    panel.declared_actions.run(panel.declared_actions[action])


@in_the_window
async def test_the_map_shows_the_steps_in_order_and_tells_what_is_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand)
    panel = await opened(bench, await bench.workspace(brand), made)
    view = panel.map.view
    assert shown(panel) == TITLES
    assert problems(panel) == []
    told = [view.rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(5)]
    assert told[0].startswith("Step 1: Offer, ")
    assert "/offer" in told[0]
    assert "Visitors 0" in told[0]
    assert ["Upsell" in each for each in told] == [False, False, True, True, False]
    # Offers hang below the step that makes them.
    boxes = view.laid.boxes
    assert boxes[1].x == boxes[2].x == boxes[3].x < boxes[4].x
    assert boxes[1].y < boxes[2].y < boxes[3].y

    went: list[tuple[str, str]] = []
    panel.workspace.asked_to_go.connect(lambda part, record, _at: went.append((part, record)))
    view.choose(str(pages[1].id))
    QTest.keyClick(view, Key.Key_Right)
    QTest.keyClick(view, Key.Key_Return)
    assert went == [("pages", str(pages[2].id))]
    QTest.keyClick(view, Key.Key_Up)
    assert view.current == str(pages[1].id)


@in_the_window
async def test_steps_are_moved_saved_and_put_back(bench: WindowBench, brand: LiveBrand) -> None:
    made, pages = await whole(brand, ("offer", "checkout", "faq", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    view = panel.map.view
    view.choose(str(pages[2].id))
    QTest.keyClick(view, Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert shown(panel) == ["Offer", "Faq", "Checkout", "Thanks"]
    assert panel.map.order_bar.isVisible()
    assert "3 pages" not in panel.map.order_bar.words.text()
    assert "2 pages leave" in panel.map.order_bar.words.text()
    assert await pages_in(brand, made) == ["Offer", "Checkout", "Faq", "Thanks"]
    # Back and forth is no change.
    QTest.keyClick(view, Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert not panel.map.order_bar.isVisible()

    boxes = view.laid.boxes
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(boxes[3]))
    QTest.mouseMove(view.viewport(), centre(boxes[1]))
    QTest.mouseMove(view.viewport(), centre(boxes[1], -80))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(boxes[1], -80))
    assert shown(panel) == ["Offer", "Thanks", "Checkout", "Faq"]
    panel.save()
    await until(lambda: panel.changes.can_undo(made.id) and panel.is_quiet)
    assert await pages_in(brand, made) == shown(panel) == ["Offer", "Thanks", "Checkout", "Faq"]
    run(panel, "funnels.undo")
    await until(lambda: not panel.changes.can_undo(made.id) and panel.is_quiet)
    assert await pages_in(brand, made) == shown(panel) == ["Offer", "Checkout", "Faq", "Thanks"]


def centre(box: Box, aside: int = 0) -> QPoint:
    return QPoint(box.x + 100 + aside, box.y + 60)


@in_the_window
async def test_pages_join_from_another_funnel_leave_and_come_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "checkout"))
    other = await funnel(brand, "Winter")
    first = await step(brand, "snow", "ice", funnel_id=other.id)
    await step(brand, "ice", funnel_id=other.id)
    loose = await step(brand, "thanks")
    panel = await opened(bench, await bench.workspace(brand), made)
    run(panel, "funnels.add-pages")
    dialog: AddPagesDialog = await shown_dialog(AddPagesDialog)
    listed = [dialog.list.rows.at(row) for row in range(dialog.list.rows.rowCount())]
    assert [row.title for row in listed] == ["Thanks", "Ice", "Snow"]
    assert "leaves “Winter”" in listed[2].text
    dialog.search.setText("snow")
    dialog.list.rows.tick([str(first.id)], True)
    dialog.search.setText("")
    dialog.list.rows.tick([str(loose.id)], True)
    dialog.add.click()
    await until(lambda: panel.changes.can_undo(made.id) and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Checkout", "Snow", "Thanks"] == shown(panel)
    assert await pages_in(brand, other) == ["Ice"]
    run(panel, "funnels.undo")
    await until(lambda: not panel.changes.can_undo(made.id) and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Checkout"]
    assert await pages_in(brand, other) == ["Snow", "Ice"]

    panel.map.view.choose(str(pages[0].id))
    QTest.keyClick(panel.map.view, Key.Key_Delete)
    await until(lambda: panel.changes.can_undo(made.id) and panel.is_quiet)
    assert await pages_in(brand, made) == ["Checkout"] == shown(panel)
    notice = bench.notifications.notices[0]
    assert notice.title == "“Offer” is out of the funnel"
    assert notice.action is not None
    notice.action.run()
    await until(lambda: shown(panel) == ["Offer", "Checkout"] and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Checkout"]


@in_the_window
async def test_a_copy_is_told_of_before_and_opened(bench: WindowBench, brand: LiveBrand) -> None:
    made, _pages = await whole(brand, ("offer", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    run(panel, "funnels.duplicate")
    dialog: CloneDialog = await shown_dialog(CloneDialog)
    assert "2 pages are copied" in said(dialog)
    assert "2 pages are published" in said(dialog)
    assert "begins inactive" in said(dialog)
    dialog.button("clone").click()
    await until(lambda: panel.open_id not in ("", str(made.id)))
    async with brand.api() as api:
        copy = await api.funnels.get(int(panel.open_id))
    await known(panel, copy)
    assert (copy.name, copy.status) == ("Copy of Summer", "inactive")
    assert shown(panel) == ["Offer", "Thanks"]
    # The copies' links lead out of the copy: the check says so.
    assert [each.kind for each in panel.map.found] == ["no-way-on"]

    run(panel, "funnels.activate")
    await until(lambda: panel.list.row(panel.open_id).get("status") == "active")
    notice = bench.notifications.notices[0]
    assert notice.title == "1 funnel activated"
    assert notice.action is not None
    notice.action.run()
    await until(lambda: panel.list.row(panel.open_id).get("status") == "inactive")


@in_the_window
async def test_a_deleted_funnel_leaves_its_pages_and_comes_back_with_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "checkout", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    run(panel, "funnels.delete")
    dialog = await shown_dialog()
    QTest.keyClicks(dialog.focusWidget(), panel.workspace.connection.name)
    dialog.button("yes").click()
    await until(lambda: not panel.list.table.rows.ids and panel.is_quiet)
    assert (await brand.stored(pages[1].id)).funnel_id is None
    notice = bench.notifications.notices[0]
    assert notice.action is not None
    notice.action.run()
    await until(lambda: panel.list.table.rows.ids and panel.is_quiet)
    number = int(panel.list.table.rows.ids[0])
    assert await pages_in(brand, number) == ["Offer", "Checkout", "Thanks"]


@in_the_window
async def test_who_may_only_read_is_told_why(bench: WindowBench, brand: LiveBrand) -> None:
    made, pages = await whole(brand, ("offer", "thanks"))
    panel = await opened(bench, await bench.workspace(brand, read_only=True), made)
    panel.map.view.choose(str(pages[0].id))
    actions = panel.declared_actions
    for name in ("add-pages", "take-out", "duplicate", "delete", "step-later"):
        action = actions[f"funnels.{name}"]
        assert actions.refusal(action, [str(made.id)])
    assert shown(panel) == ["Offer", "Thanks"]


@in_the_window
async def test_a_copy_whose_answer_was_lost_is_looked_for_and_made_once(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made, _pages = await whole(brand, ("offer", "thanks"))
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    run(panel, "funnels.duplicate")
    dialog: CloneDialog = await shown_dialog(CloneDialog)
    relay.lose_answers_to = "POST"
    dialog.button("clone").click()
    await until(lambda: panel.open_id not in ("", str(made.id)) and panel.is_quiet)
    copies = [each for each in relay.seen if each.method == "POST"]
    assert len(copies) == 1, "a copy is never asked for twice"
    async with brand.api() as api:
        names = [each.name for each in await api.funnels.list()]
    assert sorted(names) == ["Copy of Summer", "Summer"]
    assert await pages_in(brand, int(panel.open_id)) == ["Offer", "Thanks"]
    assert bench.notice("1 funnel duplicated")


@in_the_window
async def test_a_copy_that_cannot_be_found_is_told_as_not_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, _pages = await whole(brand, ("offer", "thanks"))
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    panel = await opened(bench, await bench.workspace(brand, base_url=line.base_url), made)
    run(panel, "funnels.duplicate")
    dialog: CloneDialog = await shown_dialog(CloneDialog)
    await line.hurt_requests(RESET_WITHIN, "POST", "/clone")
    dialog.button("clone").click()
    await until(lambda: bench.notice("The answer was lost on the way"))
    assert line.hurt == 1, "it was not sent again"
    assert panel.open_id == str(made.id), "nothing else is opened"
    async with brand.api() as api:
        assert [each.name for each in (await api.funnels.list())] == ["Summer"]


@in_the_window
async def test_a_problem_leads_to_the_very_place_on_its_page(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await funnel(brand)
    html = '<a href="https://elsewhere.example">Away</a><a href="old-checkout">Buy</a>'
    first = await step(brand, "offer", funnel_id=made.id, html=html)
    away = f"{brand.base_url}/p/{brand.number}/nowhere"
    gone = await step(
        brand,
        "middle",
        "thanks",
        funnel_id=made.id,
        redirect_url=away,
    )
    await step(brand, "thanks", funnel_id=made.id)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made)
    went: list[tuple[str, str, Mention | None]] = []
    workspace.asked_to_go.connect(lambda *way: went.append(way))
    rows = panel.map.list.list
    for row in range(rows.rows.rowCount()):
        rows.setCurrentIndex(rows.rows.index(row))
        QTest.keyClick(rows, Key.Key_Return)
    assert went == [
        ("pages", str(first.id), Mention("html", value="old-checkout")),
        ("pages", str(first.id), Mention("html", value="https://elsewhere.example")),
        ("pages", str(gone.id), Mention("redirect_url")),
    ]
    pages = await bench.pages(workspace)
    pages.show()
    pages.open_mention(str(first.id), Mention("html", value="old-checkout"))
    await until(lambda: pages.session.record_id == str(first.id) and pages.editor.code is not None)
    code, start = pages.editor.code, html.index("old-checkout")
    assert code is not None
    await until(lambda: code.selection("html") == (start, start + len("old-checkout")))
