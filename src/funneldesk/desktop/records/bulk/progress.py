"""A bulk run in its place: a thin bar, what is being done, and Stop."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.run import BulkRun


class BulkBar(QWidget):
    """Shows one run at a time, and nothing while there is none."""

    def __init__(self) -> None:
        super().__init__()
        surface("foot", self)
        self.bar = ThinBar()
        self.words = ElidedLabel("", size="small")
        self.stop_button = Button(_("Stop"), kind="plain", on_click=self._stop)
        self._run: BulkRun | None = None
        whole = column(self.bar, spacing=0)
        line = row(self.words, self.stop_button, spacing=8, margins=(14, 2, 6, 2))
        line.setStretch(0, 1)
        whole.addLayout(line)
        self.setLayout(whole)
        self.hide()

    def show_run(self, run: BulkRun) -> None:
        """Follow a run until it ends."""
        self._run = run
        run.progressed.connect(self._draw)
        run.finished.connect(self._ended)
        self._draw()
        self.show()

    def _stop(self) -> None:
        if self._run is not None:
            self._run.stop()

    def _ended(self) -> None:
        self._run = None
        self.hide()

    def _draw(self) -> None:
        run = self._run
        if run is None:
            return
        total = len(run.items)
        self.bar.set_share(run.done / total if total else 1.0, waiting=run.state == "away")
        self.words.setText(progress_words(run))
        self.stop_button.setEnabled(not run.stopped)


def progress_words(run: BulkRun) -> str:
    """Where a run stands, in a line: "Publishing 12 of 500 · Spring sale"."""
    total = len(run.items)
    if run.state == "away":
        return _("{done:,} of {total:,} · waiting for the server").format(
            done=run.done, total=total
        )
    if run.state == "stopping":
        return _("Stopping after this one")
    said = _("{doing} {at:,} of {total:,}").format(
        doing=run.doing, at=min(run.done + 1, total), total=total
    )
    return f"{said} · {run.current.title}" if run.current and run.current.title else said
