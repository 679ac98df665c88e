"""What paints itself stands on the other side where one reads from right to left."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from tests.desktop.support.mirrored_samples import EXCUSED, SAMPLES, Direction, Draw

import funneldesk.desktop
from funneldesk.desktop.kit.style.mirroring import mirrored
from funneldesk.desktop.kit.style.theme import theme

CODE = Path(funneldesk.desktop.__file__).parent
LTR, RTL = Direction.LeftToRight, Direction.RightToLeft
GAP = 12
"""Columns without ink between two things: more than between two words."""
SLACK = 3
"""Letters do not fill their places to the pixel."""


def painting_classes() -> Iterator[str]:
    """Every class of the desktop with a ``draw``, ``paint`` or ``paintEvent`` of its own."""
    for path in sorted(CODE.rglob("*.py")):
        module = ".".join(path.relative_to(CODE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                for each in node.body:
                    if isinstance(each, ast.FunctionDef) and _paints(each):
                        yield f"{module}.{node.name}"


def _paints(function: ast.FunctionDef) -> bool:
    words = [each.arg for each in function.args.args]
    return function.name == "paintEvent" or (
        function.name in ("draw", "paint") and words[1:4] == ["painter", "option", "index"]
    )


def inked(image: QImage) -> list[tuple[int, int]]:
    """Where something stands, from the left: runs of columns that differ from the ground."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    lines = [[plain.pixel(x, y) for x in range(plain.width())] for y in range(plain.height())]
    grounds = [max(set(line), key=line.count) for line in lines]
    columns = zip(*lines, strict=True)
    runs: list[tuple[int, int]] = []
    for x, column in enumerate(columns):
        if list(column) != grounds:
            if runs and x - runs[-1][1] <= GAP:
                runs[-1] = (runs[-1][0], x)
            else:
                runs.append((x, x))
    return runs


def assert_mirrored(draw: Draw) -> None:
    left, right = draw(LTR), draw(RTL)
    assert left.size() == right.size()
    width = left.width() - 1
    there = [(width - last, width - first) for first, last in reversed(inked(right))]
    here = inked(left)
    assert here, "nothing was drawn"
    assert len(here) == len(there), (here, there)
    for ours, theirs in zip(here, there, strict=True):
        assert ours == pytest.approx(theirs, abs=SLACK), (here, there)


def test_every_class_that_paints_has_a_sample_or_an_excuse() -> None:
    assert set(painting_classes()) == {*SAMPLES, *EXCUSED}


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_painted_stands_on_the_other_side(qapp: QApplication, name: str) -> None:
    theme.install(qapp, "light")
    assert_mirrored(SAMPLES[name])


def test_what_stays_where_it_was_is_found(qapp: QApplication) -> None:
    """The control: a painter that knows nothing of directions."""

    def stubborn(_direction: Direction) -> QImage:
        image = QImage(100, 20, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.fillRect(QRectF(10, 5, 20, 10), Qt.GlobalColor.black)
        painter.end()
        return image

    with pytest.raises(AssertionError):
        assert_mirrored(stubborn)


def test_each_way_of_painting_is_moved(qapp: QApplication) -> None:
    mark = QPixmap(8, 8)
    mark.fill(Qt.GlobalColor.black)

    def drawn(direction: Direction) -> QImage:
        image = QImage(300, 20, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        own = QPainter(image)
        painter = mirrored(own, image.rect(), direction)
        painter.drawPixmap(2, 4, mark)
        painter.fillRect(30, 4, 9, 9, Qt.GlobalColor.black)
        painter.drawEllipse(60, 4, 8, 8)
        painter.drawText(QRectF(100, 0, 60, 20), Qt.AlignmentFlag.AlignLeft, "Words")
        painter.drawPixmap(QRectF(250, 2, 6, 6), mark, QRectF(mark.rect()))
        own.end()
        return image

    assert_mirrored(drawn)
