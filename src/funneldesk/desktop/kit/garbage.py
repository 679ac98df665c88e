"""Collects garbage on the window's thread only: Qt's objects must not end on another one."""

import gc

from PySide6.QtCore import QObject, QTimer

CHECK_MILLISECONDS = 200


class GarbageCollector(QObject):
    """Takes the place of the automatic collector, which runs on whatever thread allocates.

    What was made before is set aside for good, so that a collection does not stutter over it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(CHECK_MILLISECONDS)
        self._timer.timeout.connect(self.check)
        self._timer.start()

    def check(self) -> None:
        """Collect the generations that are full, as the automatic collector would."""
        for generation, threshold in enumerate(gc.get_threshold()):
            if gc.get_count()[generation] <= threshold:
                return
            gc.collect(generation)
