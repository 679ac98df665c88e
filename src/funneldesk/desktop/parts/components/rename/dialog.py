"""A component's code renamed: every reference before and after, while the new code is typed."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.contract.components import CODE_PREFIX
from funneldesk.desktop.assets.references.use import KINDS, Use, counted
from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.components.kind import code_problem
from funneldesk.desktop.parts.components.rename.plan import Rewrite

WIDTH, HEIGHT, HEAD = 1000, 300, 48
LETTERS, HEAD_LETTERS = 42, 16
"""Letters of a reference for which there is room, and of those before its code."""
NOTHING_YET = _("No reference to it is known.")


class RenameDialog(Dialog):
    """Answers "rename"; ``code`` is the new one. ``taken`` tells who has a code already."""

    def __init__(
        self,
        parent: QWidget,
        name: str,
        old: str,
        uses: Sequence[Use],
        found: Sequence[Rewrite],
        taken: Callable[[str], str],
    ) -> None:
        told = _(
            "The server rewrites every reference in pages and components, published ones too. "
            "Visitors see the same as before."
        )
        super().__init__(
            parent, _("Rename the code of “{name}”").format(name=name), told, width=WIDTH
        )
        self._old, self._taken = old, taken
        self._rows = {str(place): each for place, each in enumerate(found)}
        self.field = QLineEdit(old.removeprefix(CODE_PREFIX))
        self.field.setAccessibleName(_("New code"))
        self.wrong = Label(size="small", tone="danger", wrap=True)
        line = row(Label(CODE_PREFIX, tone="muted"), self.field, spacing=6)
        line.setStretch(1, 1)
        self.body.addLayout(line)
        self.body.addWidget(self.wrong)
        self.words = Label(_summary(uses, found), size="strong", wrap=True)
        self.body.addWidget(self.words)
        self.note = Label(size="small", tone="warning", wrap=True)
        self.note.hide()
        self.body.addWidget(self.note)
        self._build_table()
        self.add_button("", _("Cancel"))
        self.go = self.add_button("rename", _("Rename code"), "primary")
        self.field.textChanged.connect(lambda _text: self._judge())
        self.field.selectAll()
        self._judge()

    def _build_table(self) -> None:
        columns: tuple[Column[Rewrite], ...] = (
            Column("title", _("Where"), lambda each: each.title, width=170),
            Column("kind", _("Kind"), _kind, width=90, tone=_tone),
            Column("before", _("Now"), _before, width=330, muted=True),
            Column("after", _("After"), self._after, width=330),
        )
        self.table = TableView(_("References that are rewritten"), columns, self._rows.get)
        self.table.arrange(list(self._rows))
        rows = self.table.row_height() * len(self._rows)
        self.table.setFixedHeight(min(HEIGHT, rows + HEAD))
        for at, each in enumerate(columns):
            self.table.horizontalHeader().resizeSection(at, each.width)
        holder = framed(self.table)
        holder.setVisible(bool(self._rows))
        self.body.addWidget(holder)

    def _after(self, each: Rewrite) -> str:
        return _around_code(each, each.after(self.code))

    @property
    def code(self) -> str:
        """The new code, whole."""
        return CODE_PREFIX + self.field.text().strip().removeprefix(CODE_PREFIX)

    def warn(self, words: str) -> None:
        """Say how little of the brand is known."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _judge(self) -> None:
        code = self.code
        wrong = code_problem(code) or ("" if code != CODE_PREFIX else _("Type a code."))
        if not wrong and (name := self._taken(code)):
            wrong = _("“{name}” has this code.").format(name=name)
        self.wrong.setText(wrong or "")
        self.wrong.setVisible(bool(wrong))
        self.go.setEnabled(not wrong and code != self._old)
        self.table.rows.tell_changed()


def _before(each: Rewrite) -> str:
    return _around_code(each, each.before)


def _around_code(each: Rewrite, whole: str) -> str:
    """A reference; of a long one what stands before the code is cut, and not the code."""
    too_many = len(each.head) - HEAD_LETTERS
    return f"…{whole[too_many:]}" if len(whole) > LETTERS and too_many > 0 else whole


def _kind(each: Rewrite) -> str:
    return _("Unsaved") if each.is_unsaved else KINDS.get(each.part, each.part)


def _tone(each: Rewrite) -> str:
    return "warning" if each.is_unsaved else "muted"


def _summary(uses: Sequence[Use], found: Sequence[Rewrite]) -> str:
    if not found:
        return NOTHING_YET
    count = sum(use.count for use in uses if not use.is_draft)
    saved = [use for use in uses if not use.is_draft]
    told = ngettext(
        "{count:,} reference in {where} is rewritten.",
        "{count:,} references in {where} are rewritten.",
        count,
    ).format(count=count, where=counted(saved))
    unsaved = len({(use.part, use.id) for use in uses if use.is_draft})
    more = ngettext(
        "Unsaved work on {count:,} of them follows on this computer.",
        "Unsaved work on {count:,} of them follows on this computer.",
        unsaved,
    ).format(count=unsaved)
    return f"{told} {more}" if unsaved else told
