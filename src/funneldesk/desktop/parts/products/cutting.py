"""Dialog in which the part of a picture that goes out is framed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, row
from funneldesk.desktop.kit.controls.crop_frame import CropFrame
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.local.texts import _

RATIOS = {"free": 0.0, "square": 1.0, "4:3": 4 / 3, "3:4": 3 / 4}
NAMES = {"free": _("Free"), "square": _("Square"), "4:3": _("4:3"), "3:4": _("3:4")}


class CutDialog(Dialog):
    """Answers "use"; ``frame.cut`` is the part."""

    def __init__(self, parent: QWidget, picture: QPixmap, *, square: bool = False) -> None:
        said = _("Drag the frame or its edges. Arrows move it, Shift with arrows resizes it.")
        super().__init__(parent, _("Cut the picture"), said, width=480)
        self.frame = CropFrame(picture)
        self.ratios = Segments()
        self.ratios.set_choices([(key, NAMES[key], "") for key in RATIOS])
        self.ratios.chosen.connect(lambda key: self.frame.keep(RATIOS[key]))
        self.ratios.choose("square" if square else "free")
        self.frame.keep(RATIOS["square" if square else "free"])
        self.body.addLayout(row(self.ratios, None))
        self.body.addWidget(self.frame, 0, Qt.AlignmentFlag.AlignHCenter)
        self.add_button("", _("Cancel"))
        self.add_button("use", _("Send this part"), "primary")
        self.frame.setFocus(Qt.FocusReason.OtherFocusReason)
