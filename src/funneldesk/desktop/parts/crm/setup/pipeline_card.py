"""Card of a pipeline in the set-up: its stages in their order, with how many entries each has."""

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from funneldesk.contract.crm import CrmPipeline, CrmStage
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.lists.ordered_list import OrderedList, OrderedRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.stages import colour_of

NO_COLOR = "#8b93a1"


class PipelineCard(QWidget):
    """``stages`` tells what the user does to a stage, the buttons what to the pipeline."""

    def __init__(self, pipeline: CrmPipeline) -> None:
        super().__init__()
        surface("card", self)
        self.pipeline, name = pipeline, pipeline.name
        self.name = ElidedLabel(name, size="strong")
        self.stages = OrderedList(_("Stages of {pipeline}").format(pipeline=name), renames=True)
        self.add = Button(_("Add stage…"), kind="link", icon_name="plus")
        self.rename = Button(kind="icon", icon_name="pencil", tip=_("Rename pipeline…"))
        self.remove = Button(kind="icon", icon_name="trash-2", tip=_("Delete pipeline…"))
        self.rename.setAccessibleName(_("Rename {pipeline}…").format(pipeline=name))
        self.remove.setAccessibleName(_("Delete {pipeline}…").format(pipeline=name))
        self.empty = Label(
            _("No stage yet: an entry needs one to be in."), size="small", tone="muted", wrap=True
        )
        head = row(self.name, self.rename, self.remove, spacing=2)
        head.setStretch(0, 1)
        body = column(spacing=6, margins=(14, 8, 8, 8))
        body.addLayout(head)
        for widget in (self.empty, self.stages):
            body.addWidget(widget)
        body.addLayout(row(self.add, None))
        self.setLayout(body)

    def stage(self, key: str) -> CrmStage:
        """A stage by its id in the list. Raises StopIteration for one that is gone."""
        return next(each for each in self.pipeline.stages or () if str(each.id) == key)

    def show_pipeline(self, pipeline: CrmPipeline) -> None:
        """It is another now."""
        self.pipeline = pipeline
        self.name.setText(pipeline.name)

    def show_counts(self, counts: Mapping[int, int]) -> None:
        """The stages, with the entries that are in each where that is known."""
        rows = [
            OrderedRow(
                str(stage.id),
                stage.name,
                count=f"{counts[stage.id]:,}" if stage.id in counts else "",
                colour=_colour(stage.color),
            )
            for stage in self.pipeline.stages or ()
        ]
        self.stages.show_rows(rows)
        self.empty.setVisible(not rows)
        self.stages.setVisible(bool(rows))

    def set_read_only(self, on: bool) -> None:
        """Show it only."""
        self.stages.set_read_only(on)
        for button in (self.add, self.rename, self.remove):
            button.setVisible(not on)


def _colour(text: str | None) -> str:
    found = colour_of(text)
    return found if found.startswith("#") else NO_COLOR
