"""Small pictures of pages, taken once and kept until the page looks otherwise."""

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.errors import NotFound
from funneldesk.desktop.assets.preview.shots import HEIGHT, WIDTH, Shots, Subject


def ground(colour: str, asked: list[str]) -> Subject:
    async def source() -> tuple[str, str]:
        asked.append(colour)
        return "<p>A page</p>", f"body {{ background: {colour} }}"

    return Subject("pages-7", colour, source)


async def gone() -> tuple[str, str]:
    raise NotFound("It is gone.", method="GET", path="/pages/8")


def corner(shots: Shots, subject: Subject) -> str:
    picture = shots.picture(subject)
    assert picture is not None
    assert (picture.width(), picture.height()) == (WIDTH, HEIGHT)
    return QColor(picture.toImage().pixelColor(WIDTH - 4, HEIGHT - 4)).name()


@in_the_window
async def test_a_picture_is_taken_once_for_each_look(bench: WindowBench, brand: LiveBrand) -> None:
    workspace, asked = await bench.workspace(brand), list[str]()
    owner = QWidget()
    try:
        shots, ready = Shots(workspace, owner), list[str]()
        shots.ready.connect(ready.append)
        teal, plum = ground("#008080", asked), ground("#663399", asked)
        lost = Subject("pages-8", "", gone)
        assert [shots.picture(each) for each in (teal, lost, plum, teal)] == [None] * 4
        await until(lambda: not shots.tasks.is_busy)
        assert ready == ["pages-7", "pages-7"]
        assert (corner(shots, teal), corner(shots, plum)) == ("#008080", "#663399")
        assert shots.picture(lost) is None

        # Another view finds the newest look on this computer.
        again = Shots(workspace, owner)
        assert again.picture(plum) is None
        await until(lambda: not again.tasks.is_busy)
        assert corner(again, plum) == "#663399"
        assert asked == ["#008080", "#663399"]
    finally:
        owner.deleteLater()
