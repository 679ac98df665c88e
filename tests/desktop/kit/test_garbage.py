"""Garbage is collected by the window's thread; what lives on does not make it stutter."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit import garbage
from funneldesk.desktop.kit.garbage import GarbageCollector


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    owner = QObject()
    yield GarbageCollector(owner)
    owner.deleteLater()
    gc.unfreeze()


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_rings_that_nobody_holds_are_collected(collector: GarbageCollector) -> None:
    ring = weakref.ref(Ring())
    assert ring() is not None
    kept = [Ring() for _ in range(gc.get_threshold()[0] + 1)]
    collector.check()
    assert ring() is None
    assert kept


def test_much_that_lives_on_is_set_aside_once_it_can_be_felt(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "SLOW", 0.0)
    kept = [Ring() for _ in range(gc.get_threshold()[0] + 1)]
    before = gc.get_freeze_count()
    collector.check()
    assert gc.get_freeze_count() >= before + len(kept)
