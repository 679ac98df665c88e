"""The frame over a picture: dragged by its edges, moved by keys, always within, its ratio kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from funneldesk.desktop.kit.controls.crop_frame import LEAST, SIDE, CropFrame, Cut

KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
places = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("drag"), places, places),
        st.tuples(st.just("key"), st.sampled_from(KEYS), st.booleans()),
    ),
    max_size=12,
)


def framed(width: int, height: int) -> CropFrame:
    picture = QPixmap(width, height)
    picture.fill(Qt.GlobalColor.darkGreen)
    return CropFrame(picture)


def drag(frame: CropFrame, start: tuple[int, int], end: tuple[int, int]) -> None:
    QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=QPoint(*start))
    QTest.mouseMove(frame, QPoint(*end))
    QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=QPoint(*end))


@given(st.sampled_from([(400, 200), (200, 400), (300, 300)]), st.sampled_from([0, 1, 0.75]), deeds)
def test_it_stays_within_the_picture_and_keeps_its_ratio(
    qapp: object, size: tuple[int, int], ratio: float, done: list[tuple[object, ...]]
) -> None:
    frame = framed(*size)
    frame.keep(ratio)
    for kind, one, other in done:
        if kind == "drag":
            drag(frame, one, other)  # type: ignore[arg-type]
        else:
            shift = Qt.KeyboardModifier.ShiftModifier if other else Qt.KeyboardModifier.NoModifier
            QTest.keyClick(frame, one, shift)  # type: ignore[call-overload]
        cut = frame.cut
        assert -1e-9 <= cut.left <= cut.left + cut.width <= 1 + 1e-9
        assert -1e-9 <= cut.top <= cut.top + cut.height <= 1 + 1e-9
        assert min(cut.width, cut.height) > LEAST / 4
        if ratio:
            pixels = cut.width * size[0] / (cut.height * size[1])
            assert pixels == pytest.approx(ratio, rel=1e-6)


def test_edges_are_dragged_and_the_frame_is_moved_by_its_middle(qapp: object) -> None:
    frame = framed(400, 400)
    drag(frame, (SIDE - 8, SIDE // 2), (SIDE // 2, SIDE // 2))
    assert frame.cut == Cut(0, 0, pytest.approx(0.5, abs=0.01), 1)
    drag(frame, (SIDE // 4, SIDE // 2), (SIDE // 2, SIDE // 2))
    assert frame.cut.left == pytest.approx(0.25, abs=0.01)
    assert frame.cut.width == pytest.approx(0.5, abs=0.01)
