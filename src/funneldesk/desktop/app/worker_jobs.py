"""``funneldesk side``: the process beside the window, and every job that it knows. No Qt here."""

import os
from collections.abc import Sequence

from funneldesk.desktop.assets.references.scan import look_for_references
from funneldesk.desktop.assets.upload_review.conversion.job import cure
from funneldesk.desktop.assets.upload_review.inspection.inspect import look_at_files
from funneldesk.desktop.kit.workers.child import Job, serve
from funneldesk.desktop.parts.pages.problems.brand_scan import look_at_pages
from funneldesk.desktop.records.search_replace.jobs import replacements, scan

JOBS: dict[str, Job] = {
    "cure": cure,
    "look_at_files": look_at_files,
    "look_at_pages": look_at_pages,
    "look_for_references": look_for_references,
    "scan": scan,
    "replacements": replacements,
}


def main(words: Sequence[str] = ()) -> int:
    """Do jobs until the window ends. Gives the exit status.

    ``--gentle``: nobody waits for them, so that everything else goes first.
    """
    if "--gentle" in words and hasattr(os, "nice"):
        os.nice(10)
    return serve(JOBS)
