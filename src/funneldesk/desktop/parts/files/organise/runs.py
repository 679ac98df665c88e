"""Runs over many files of the section."""

from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns


class FileRuns(SectionRuns):
    """What was deleted last is brought back first: a folder before what lies in it."""

    words = RunWords(
        "files",
        "file",
        "trash-2",
        "files/organise",
        ("Bringing files back", "Bringing back", "brought back"),
    )

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel, panel.list.layout())
