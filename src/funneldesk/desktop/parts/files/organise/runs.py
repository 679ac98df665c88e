"""Runs over many files of the section."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns


class FileRuns(SectionRuns):
    """Restore what was deleted last first: a folder before its content."""

    words = RunWords(
        "files",
        "file",
        "trash-2",
        "files/organise",
        (_("Bringing files back"), _("Bringing back"), _("{records} brought back")),
    )

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel, panel.list.layout())
