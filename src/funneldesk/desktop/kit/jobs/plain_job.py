"""Work without steps as a job of the tray: it runs, and then it is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _


@contextmanager
def shown_in(
    jobs: JobQueue, title: str, *, icon: str, unit: str, total: int, brand: str = ""
) -> Iterator[Job]:
    """Show the work of the block; the block sets ``outcome``, and ``trouble`` when it failed.

    The section tells of the end in its own words.
    """
    job = Job(title, icon=icon, unit=unit, brand=brand)
    job.told_elsewhere = True
    job.total = total
    job.state = "running"
    jobs.add(job)
    try:
        yield job
        job.done = 0 if job.trouble else total
    except BaseException:
        job.stopped = True
        job.outcome = job.outcome or _("Ended before {whole} were done.").format(
            whole=counted(total, unit)
        )
        raise
    finally:
        job.end()
