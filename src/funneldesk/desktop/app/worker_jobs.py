"""``funneldesk worker``: a process beside the window, and every job that it knows. No Qt here.

A job is imported when it is first asked for: who draws images never loads what searches pages.
"""

from collections.abc import Callable, Sequence

from funneldesk.desktop.kit.workers.child import Job, limit, serve


def _draw() -> Job:
    from funneldesk.desktop.assets.thumbnails.worker.job import draw

    return draw


def _convert() -> Job:
    from funneldesk.desktop.assets.upload_review.conversion.job import convert

    return convert


def _look_at_files() -> Job:
    from funneldesk.desktop.assets.upload_review.inspection.inspect import look_at_files

    return look_at_files


def _look_at_pages() -> Job:
    from funneldesk.desktop.parts.pages.problems.brand_scan import look_at_pages

    return look_at_pages


def _look_for_references() -> Job:
    from funneldesk.desktop.assets.references.scan import look_for_references

    return look_for_references


def _scan() -> Job:
    from funneldesk.desktop.records.search_replace.jobs import scan

    return scan


def _replacements() -> Job:
    from funneldesk.desktop.records.search_replace.jobs import replacements

    return replacements


def _read_table() -> Job:
    from funneldesk.desktop.records.importing.reading import read_table

    return read_table


JOBS: dict[str, Callable[[], Job]] = {
    "draw": _draw,
    "convert": _convert,
    "look_at_files": _look_at_files,
    "look_at_pages": _look_at_pages,
    "look_for_references": _look_for_references,
    "scan": _scan,
    "replacements": _replacements,
    "read_table": _read_table,
}


def main(words: Sequence[str]) -> int:
    """Do jobs until the window ends; ``words`` are the limits, ``NICE MEMORY``."""
    nice, memory = map(int, words)
    limit(nice, memory)
    return serve(JOBS)
