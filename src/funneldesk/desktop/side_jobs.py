"""``funneldesk side``: the process beside the window, and every job that it knows. No Qt here."""

from funneldesk.desktop.kit.search_replace.jobs import replacements, scan
from funneldesk.desktop.kit.side.child import Job, serve
from funneldesk.desktop.parts.pages.brand_look import look_at_pages

JOBS: dict[str, Job] = {
    "look_at_pages": look_at_pages,
    "scan": scan,
    "replacements": replacements,
}


def main() -> int:
    """Do jobs until the window ends. Gives the exit status."""
    return serve(JOBS)
