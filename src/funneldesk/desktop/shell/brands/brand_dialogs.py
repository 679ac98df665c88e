"""The dialogs about connections: switch, add a brand, change it, enter a key again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QWidget

from funneldesk.client.address import BadAddress, completed
from funneldesk.desktop.kit.controls.buttons import Button, Segments, join, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _


@dataclass(frozen=True, slots=True)
class BrandEntry:
    """What the user typed about a brand. The key is never shown nor written out."""

    base_url: str
    brand: int
    key: str
    colour: str
    read_only: bool
    live: bool

    def __repr__(self) -> str:
        return f"BrandEntry({self.base_url!r}, brand={self.brand}, key=***)"  # not shown


Check = Callable[[BrandEntry], Awaitable[Explanation | None]]


class AddBrandDialog(Dialog):
    """Takes address, brand number and key, and checks them with one call before it closes."""

    def __init__(self, parent: QWidget, colours: tuple[str, ...], first: str, check: Check) -> None:
        super().__init__(
            parent,
            _("Add a brand"),
            _(
                "Funneldesk opens a brand with a key of its own. The server makes one under "
                "Settings, then API."
            ),
            width=520,
        )
        self._check = check
        self._tasks = TaskScope(self)
        self.address = QLineEdit()
        self.address.setPlaceholderText("https://app.example.com")
        self.brand = QLineEdit()
        self.brand.setPlaceholderText("12")
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.colours = ColourChoice(colours, first)
        self.read_only = CheckBox(_("Read only: nothing can be changed from this computer"))
        self.live = CheckBox(_("Live brand: ask for the name before anything is destroyed"))
        self.problem = Label("", tone="danger", wrap=True)
        self.problem.hide()
        self._build()

    def _build(self) -> None:
        where = row(spacing=12)
        where.addWidget(labelled(_("Address of the server"), self.address), 3)
        where.addWidget(labelled(_("Brand number"), self.brand), 1)
        self.body.addLayout(where)
        hint = _("Kept in the system's keyring, never in a file.")
        self.body.addWidget(labelled(_("Key"), self.key, hint))
        self.body.addWidget(labelled(_("Colour"), self.colours))
        self.body.addWidget(self.read_only)
        self.body.addWidget(self.live)
        self.body.addWidget(self.problem)
        self.add_button("", _("Cancel"))
        self.submit = Button(_("Check and add"), kind="primary", on_click=self._submit)
        self.submit.setDefault(True)
        self._foot.addWidget(self.submit)
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)
        self.address.editingFinished.connect(self._complete_address)

    def _complete_address(self) -> bool:
        """Write the address out as it is used, or say at once why it cannot be; whether it can."""
        typed = self.address.text().strip()
        if not typed:
            return False
        try:
            self.address.setText(completed(typed).url)
        except BadAddress as problem:
            self._say(str(problem))
            return False
        self.problem.hide()
        return True

    def _submit(self) -> None:
        number = self.brand.text().strip()
        if not self.address.text().strip() or not self.key.text().strip():
            self._say(_("The address and the key are both needed."))
        elif not number.isdecimal() or not 0 < int(number) < 2**53:
            self._say(_("The brand number is a whole number; the server shows it in its address."))
        elif self._complete_address():
            self._tasks.latest("check", self._checked(int(number)))

    async def _checked(self, number: int) -> None:
        entry = BrandEntry(
            self.address.text(),
            number,
            self.key.text().strip(),
            self.colours.value(),
            self.read_only.isChecked(),
            self.live.isChecked(),
        )
        self._show_checking(True)
        try:
            problem = await self._check(entry)
        except Exception:
            self._show_checking(False)
            raise
        if problem is None:
            self.key.clear()
            self.answer("added")
        else:
            self._show_checking(False)
            self._say(f"{problem.what} {problem.so_what} {problem.now_what}")

    def _show_checking(self, on: bool) -> None:
        self.submit.setEnabled(not on)
        self.submit.setText(_("Checking…") if on else _("Check and add"))

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.show()
        self.adjustSize()


class ColourChoice(QWidget):
    """A row of colours; the names are read to those who cannot see them."""

    def __init__(self, colours: tuple[str, ...], chosen: str) -> None:
        super().__init__()
        self._value = chosen
        self._buttons: dict[str, Button] = {}
        group = QButtonGroup(self)
        line = row(spacing=6)
        for number, colour in enumerate(colours, 1):
            button = Button(
                kind="icon", name=_("Colour {number}").format(number=number), checkable=True
            )
            button.clicked.connect(lambda _=False, colour=colour: self._choose(colour))
            join(group, button)
            self._buttons[colour] = button
            line.addWidget(button)
        line.addStretch(1)
        self.setLayout(line)
        self._choose(chosen)

    def value(self) -> str:
        """The chosen colour as #RRGGBB."""
        return self._value

    def _choose(self, colour: str) -> None:
        self._value = colour
        for value, button in self._buttons.items():
            chosen = value == colour
            button.setChecked(chosen)
            around = "palette(text)" if chosen else "transparent"
            button.setStyleSheet(
                f"QPushButton {{ background: {value}; border: 2px solid {around};"
                " border-radius: 6px;"
                " min-width: 20px; max-width: 20px; min-height: 20px; max-height: 20px; }"
                "QPushButton:focus { border: 2px solid palette(highlight); }"
            )


class BrandSettingsDialog(Dialog):
    """What this computer keeps about a brand: colour, read only, live."""

    def __init__(
        self,
        parent: QWidget,
        name: str,
        colours: tuple[str, ...],
        colour: str,
        *,
        read_only: bool,
        live: bool,
        removable: bool,
    ) -> None:
        super().__init__(parent, name, _("These settings stay on this computer."), width=520)
        self.colours = ColourChoice(colours, colour)
        self.read_only = CheckBox(_("Read only: nothing can be changed from this computer"))
        self.live = CheckBox(_("Live brand: ask for the name before anything is destroyed"))
        self.read_only.setChecked(read_only)
        self.live.setChecked(live)
        self.body.addWidget(labelled(_("Colour"), self.colours))
        self.body.addWidget(self.read_only)
        self.body.addWidget(self.live)
        if removable:
            self.add_button("remove", _("Remove from this computer"), "danger")
            self.add_button("key", _("Enter a new key"))
        self.add_button("", _("Cancel"))
        self.add_button("save", _("Keep"), "primary")


HISTORY_SIZES = (("50", "50 MB"), ("200", "200 MB"), ("500", "500 MB"), ("2000", "2 GB"))
HISTORY_HINT = _(
    "What you opened, typed and saved, for each brand on this computer. When it is full, the "
    "oldest versions go, typed ones before saved ones."
)


class PreferencesDialog(Dialog):
    """Theme, density and the room for the history, applied at once."""

    def __init__(self, parent: QWidget, mode: str, density: str, history_megabytes: int) -> None:
        super().__init__(parent, _("Preferences"))
        self.mode = Segments()
        self.mode.set_choices(
            (
                ("system", _("As the system"), "monitor"),
                ("light", _("Light"), "sun"),
                ("dark", _("Dark"), "moon"),
            )
        )
        self.mode.choose(mode)
        self.density = Segments()
        self.density.set_choices(
            (("comfortable", _("Comfortable"), ""), ("compact", _("Compact"), ""))
        )
        self.density.choose(density)
        self.body.addWidget(labelled(_("Theme"), self.mode))
        self.body.addWidget(labelled(_("Density"), self.density))
        self.history = Segments()
        own = str(history_megabytes)
        known = own in dict(HISTORY_SIZES)
        sizes = HISTORY_SIZES if known else (*HISTORY_SIZES, (own, f"{own} MB"))
        self.history.set_choices([(size, words, "") for size, words in sizes])
        self.history.choose(own)
        self.body.addWidget(labelled(_("Room for the history"), self.history, HISTORY_HINT))
        self.add_button("", _("Done"), "primary")
