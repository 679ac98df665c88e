"""How far a merge has come, as JSON for the store of drafts: it outlives a crash."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, cast

from funneldesk.desktop.kit.diff.merge import Choice
from funneldesk.desktop.kit.diff.resolution import Resolution
from funneldesk.desktop.records.guard.question import GuardQuestion

CHOICES = ("mine", "theirs", "base", "mine_theirs", "theirs_mine")


def fingerprint(question: GuardQuestion) -> str:
    """What tells the three versions of a question from any others. For 1 MB some milliseconds."""
    digest = hashlib.sha256()
    for version in (question.base, question.mine, question.theirs):
        digest.update(json.dumps(version, sort_keys=True, default=str).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def to_progress(question: GuardQuestion, mark: str) -> dict[str, Any]:
    """What was decided and typed so far; ``mark`` is the question's fingerprint."""
    return {
        "of": mark,
        "chosen": dict(question.chosen),
        "sources": {
            name: {
                "text": resolution.text,
                "choices": {str(chunk): choice for chunk, choice in resolution.choices.items()},
                "edited": sorted(resolution.edited),
            }
            for name, resolution in question.resolutions.items()
        },
    }


def take_up(question: GuardQuestion, progress: Mapping[str, Any], mark: str) -> bool:
    """Goes on where ``progress`` ended; False when it belongs to other versions.

    What this version cannot read is left undecided.
    """
    if progress.get("of") != mark:
        return False
    chosen, sources = progress.get("chosen"), progress.get("sources")
    names = {each.name for each in question.values()}
    if isinstance(chosen, Mapping):
        question.chosen |= {
            name: side
            for name, side in chosen.items()
            if name in names and side in ("theirs", "mine")
        }
    for name, resolution in question.resolutions.items():
        kept = sources.get(name) if isinstance(sources, Mapping) else None
        if isinstance(kept, Mapping):
            _resume(resolution, kept)
    return True


def _resume(resolution: Resolution, kept: Mapping[str, Any]) -> None:
    count = len(resolution.merge.chunks)
    choices, edited, text = kept.get("choices"), kept.get("edited"), kept.get("text")
    for key, choice in choices.items() if isinstance(choices, Mapping) else ():
        if str(key).isdecimal() and int(key) < count and choice in CHOICES:
            resolution.choose(int(key), cast(Choice, choice))
    if isinstance(text, str):
        resolution.type(text)
    for chunk in edited if isinstance(edited, list) else ():
        if chunk in resolution.conflicts:
            resolution.mark_edited(chunk)
