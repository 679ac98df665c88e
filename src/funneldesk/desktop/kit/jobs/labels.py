"""Texts of a job in the tray: counts, bytes, speed, the time that is left."""

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _

GOES_ON = _("What is not done goes on when Funneldesk starts again.")


def left_words(seconds: float) -> str:
    """Remaining time, rounded as one would say it: "40 s left", "3 min left"."""
    if seconds < 1:
        return _("almost done")
    if seconds < 55:
        step = 1 if seconds < 10 else 5
        return _("{count} s left").format(count=max(step, round(seconds / step) * step))
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("{count} min left").format(count=max(1, minutes))
    hours, rest = divmod(round(minutes / 5) * 5, 60)
    return (
        _("{hours} h {rest} min left").format(hours=hours, rest=rest)
        if rest
        else _("{hours} h left").format(hours=hours)
    )


def part_words(done: float, total: float) -> str:
    """ "84.0 of 210 MB", "900 KB of 2.1 MB"."""
    part, whole = size_words(done), size_words(total)
    amount, _space, unit = part.partition(" ")
    is_alike = whole.endswith(f" {unit}")
    return _("{part} of {whole}").format(part=amount if is_alike else part, whole=whole)


def progress_words(job: Job) -> str:
    """One line: "412 of 1,000 files · 84.0 of 210 MB · 12.0 MB/s · 40 s left"."""
    if job.state == "ended":
        return _ended_words(job)
    parts = [_done_words(job)] if job.total else []
    if job.bytes_total:
        parts.append(part_words(job.bytes_done or 0, job.bytes_total))
    if job.state == "running" and job.speed:
        parts.append(f"{size_words(job.speed)}/s")
        left = job.seconds_left
        if left is not None:
            parts.append(left_words(left))
    return " · ".join(parts)


def state_words(job: Job) -> str:
    """Reason why it waits or failed; empty while all goes well."""
    said = {
        "waiting": _("Waiting for its turn."),
        "paused": _("Paused."),
        "away": _("Waiting for the server. It goes on by itself."),
        "stopping": _("Stopping: what is on its way comes to its end."),
    }.get(job.state, "")
    if job.note:
        said = job.note
    if job.state == "paused" and job.goes_on:
        said = _("{said} It stays so over a restart, until you go on.").format(said=said)
    if job.trouble and job.state != "ended":
        said = _("{said} {trouble:,} failed so far.").format(said=said, trouble=job.trouble).strip()
    return said


def tone(job: Job) -> str:
    """Tone of the state: "" (all well), muted, warning or danger."""
    if job.trouble:
        return "danger"
    return {"away": "warning", "paused": "warning", "ended": "muted"}.get(job.state, "")


def spoken(job: Job) -> str:
    """All of it in a sentence, for those who hear it."""
    parts = (
        job.title,
        job.brand,
        HERE.percent(job.share, 0),
        progress_words(job),
    )
    return ". ".join(part for part in (*parts, state_words(job)) if part)


def _ended_words(job: Job) -> str:
    if job.outcome:
        return job.outcome
    whole = counted(job.done, job.unit) if job.done == job.total else _done_words(job)
    said = _("{whole} done.").format(whole=whole)
    if not job.trouble:
        return said
    return _("{said} {trouble:,} failed.").format(said=said, trouble=job.trouble)


def _done_words(job: Job) -> str:
    whole = counted(job.total, job.unit)
    return _("{done:,} of {whole}").format(done=job.done, whole=whole)
