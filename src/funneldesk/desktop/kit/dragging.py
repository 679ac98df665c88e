"""A drag out of a widget. The one place where Qt's loop is nested: a drag has no other form.

It begins in a mouse event and never within a task, so other tasks go on while it lasts.
"""

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QPixmap
from PySide6.QtWidgets import QWidget


def drag_out(source: QWidget, mime: QMimeData, picture: QPixmap, held_at: QPoint) -> bool:
    """Drag until the mouse is let go; whether another program took what was dragged.

    ``picture`` hangs on the pointer, which holds it at ``held_at``.
    """
    drag = QDrag(source)
    drag.setMimeData(mime)
    drag.setPixmap(picture)
    drag.setHotSpot(held_at)
    done = drag.exec(Qt.DropAction.CopyAction)
    return done != Qt.DropAction.IgnoreAction and drag.target() is None
