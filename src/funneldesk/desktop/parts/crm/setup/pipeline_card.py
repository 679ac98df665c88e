"""Card of a pipeline in the set-up: its stages in their order, with how many entries each has."""

from collections.abc import Mapping

from funneldesk.contract.crm import CrmPipeline, CrmStage
from funneldesk.desktop.kit.lists.ordered_list import OrderedRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.stages import colour_of
from funneldesk.desktop.records.schema.ordered_card import CardWords, OrderedCard

NO_COLOR = "#8b93a1"


class PipelineCard(OrderedCard):
    """``stages`` tells what the user does to a stage, the buttons what to the pipeline."""

    def __init__(self, pipeline: CrmPipeline) -> None:
        words = CardWords(
            _("Stages of {pipeline}").format(pipeline=pipeline.name),
            _("No stage yet: an entry needs one to be in."),
            _("Add stage…"),
            _("Rename pipeline…"),
            _("Delete pipeline…"),
        )
        super().__init__(pipeline.name, words, renames=True)
        self.pipeline, self.stages = pipeline, self.list

    def stage(self, key: str) -> CrmStage:
        """A stage by its id in the list. Raises StopIteration for one that is gone."""
        return next(each for each in self.pipeline.stages or () if str(each.id) == key)

    def show_pipeline(self, pipeline: CrmPipeline) -> None:
        """It is another now."""
        self.pipeline = pipeline
        self.show_name(pipeline.name)

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
        self.show_rows(rows)


def _colour(text: str | None) -> str:
    found = colour_of(text)
    return found if found.startswith("#") else NO_COLOR
