"""Counts of runs say which days they cover: the list's those of 30 days, the log's all of them."""

import pytest
from pytestqt.qtbot import QtBot
from tests.desktop.support.automations_desk import line

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.automations.automations import AUTOMATIONS
from funneldesk.desktop.parts.automations.automations import line as list_line
from funneldesk.desktop.parts.automations.runs.lines import runs_of
from funneldesk.desktop.parts.automations.runs.log_view import LogView
from funneldesk.desktop.records.rows import SummaryRow


@pytest.mark.parametrize(
    ("has_more", "told"),
    [(False, "2 runs of all time"), (True, "2 runs; older ones aren't loaded")],
)
def test_the_log_says_whether_it_is_all(qtbot: QtBot, has_more: bool, told: str) -> None:
    log = LogView(Formats)
    qtbot.addWidget(log)
    runs = runs_of([line(each, "start", "postback", "success") for each in (1, 2)])
    log.show_runs(runs, has_more=has_more)
    assert log.told.text() == told


def test_the_list_says_of_how_many_days_it_counts() -> None:
    shown = list_line(SummaryRow.of({"id": 1, "title": "Welcome", "total_runs": 9}), Formats())
    assert shown.when == "9 runs in 30 days"
    titles = {column.key: column.title for column in AUTOMATIONS.columns}
    assert titles["total_runs"] == "Runs, 30 days"
