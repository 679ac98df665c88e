"""Texts of a job in the tray: counts, bytes, speed, the time that is left."""

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.sizes import size_words

GOES_ON = "What is not done goes on when Funneldesk starts again."


def counted(count: int, unit: str) -> str:
    """ "1 file", "1,000 files"."""
    return f"{count:,} {unit}{'' if count == 1 else 's'}"


def left_words(seconds: float) -> str:
    """Remaining time, rounded as one would say it: "40 s left", "3 min left"."""
    if seconds < 1:
        return "almost done"
    if seconds < 55:
        step = 1 if seconds < 10 else 5
        return f"{max(step, round(seconds / step) * step)} s left"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{max(1, minutes)} min left"
    hours, rest = divmod(round(minutes / 5) * 5, 60)
    return f"{hours} h {rest} min left" if rest else f"{hours} h left"


def part_words(done: float, total: float) -> str:
    """ "84.0 of 210 MB", "900 KB of 2.1 MB"."""
    part, whole = size_words(done), size_words(total)
    amount, _, unit = part.partition(" ")
    return f"{amount} of {whole}" if whole.endswith(f" {unit}") else f"{part} of {whole}"


def progress_words(job: Job) -> str:
    """One line: "412 of 1,000 files · 84.0 of 210 MB · 12.0 MB/s · 40 s left"."""
    if job.state == "ended":
        return _ended_words(job)
    parts = [f"{job.done:,} of {counted(job.total, job.unit)}"] if job.total else []
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
        "waiting": "Waiting for its turn.",
        "paused": "Paused.",
        "away": "Waiting for the server. It goes on by itself.",
        "stopping": "Stopping: what is on its way comes to its end.",
    }.get(job.state, "")
    if job.note:
        said = job.note
    if job.state == "paused" and job.goes_on:
        said = f"{said} It stays so over a restart, until you go on."
    if job.trouble and job.state != "ended":
        said = f"{said} {job.trouble:,} failed so far.".strip()
    return said


def tone(job: Job) -> str:
    """Tone of the state: "" (all well), muted, warning or danger."""
    if job.trouble:
        return "danger"
    return {"away": "warning", "paused": "warning", "ended": "muted"}.get(job.state, "")


def spoken(job: Job) -> str:
    """All of it in a sentence, for those who hear it."""
    parts = (job.title, job.brand, f"{round(job.share * 100)} percent", progress_words(job))
    return ". ".join(part for part in (*parts, state_words(job)) if part)


def _ended_words(job: Job) -> str:
    if job.outcome:
        return job.outcome
    whole = counted(job.done, job.unit) if job.done == job.total else ""
    said = f"{whole} done." if whole else f"{job.done:,} of {counted(job.total, job.unit)} done."
    return f"{said} {job.trouble:,} failed." if job.trouble else said
