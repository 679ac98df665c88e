"""Head of a table of records: the search, and the buttons of filters, columns and all else."""

from collections.abc import Callable

from funneldesk.desktop.kit.controls.buttons import Button, SearchField, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.section import RecordSection


class PaneHead:
    """``line`` is the row of them. Beside lines that tell all of a record there is no room for
    the words of buttons."""

    def __init__(
        self,
        declared: RecordSection,
        open_filters: Callable[[], object],
        open_columns: Callable[[], object],
        open_menu: Callable[[], object],
    ) -> None:
        wide = declared.line is None
        kind = "plain" if wide else "icon"
        self.search = SearchField(declared.search_hint)
        self.filter_button = Button(
            _("Filter") if wide else "",
            icon_name="filter",
            kind=kind,
            tip=_("Add a filter"),
            on_click=open_filters,
        )
        if not declared.filters:
            self.filter_button.hide()
        self.columns_button = Button(
            _("Columns") if wide else "",
            icon_name="sliders-horizontal",
            kind=kind,
            tip="" if wide else _("Columns, order and groups"),
            on_click=open_columns,
        )
        self.more_button = Button(
            kind="icon",
            icon_name="ellipsis",
            tip=_("More about all {units}").format(units=noun(declared.units)),
            on_click=open_menu,
        )
        self.line = row(
            self.search, self.filter_button, self.columns_button, self.more_button, spacing=4
        )
        self.line.setStretch(0, 1)
        self.line.setContentsMargins(10, 4, 6, 8)
