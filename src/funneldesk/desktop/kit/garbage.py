"""Collects garbage on the window's thread only: Qt's objects must not end on another one."""

import gc
import time

from PySide6.QtCore import QObject, QTimer

CHECK_MILLISECONDS = 50
SLOW = 0.008
"""Seconds that one collection may take before what it found alive is set aside as well."""


class GarbageCollector(QObject):
    """Takes the place of the automatic collector, which runs on whatever thread allocates.

    What was made before is set aside for good, so that a collection does not stutter over it, and
    so is what lives on once there is so much of it that looking through it can be felt.
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
            started = time.perf_counter()
            gc.collect(generation)
            if time.perf_counter() - started > SLOW:
                gc.freeze()
