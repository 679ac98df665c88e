"""Stages of an entity: what they are called, their colours, and the pipelines they are of."""

import re
from collections import Counter
from collections.abc import Mapping

from funneldesk.contract.crm import CrmEntity, CrmStage

PLAIN = "muted"
_SHORT, _LONG = re.compile(r"#[0-9a-fA-F]{3,4}"), re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?")


def stages_of(entity: CrmEntity) -> tuple[tuple[CrmStage, str], ...]:
    """All stages with what they are called: those of one name with their pipeline too."""
    lines = entity.pipelines or []
    names = Counter(stage.name for line in lines for stage in line.stages or ())
    return tuple(
        (stage, f"{stage.name} · {line.name}" if names[stage.name] > 1 else stage.name)
        for line in lines
        for stage in line.stages or ()
    )


def pipelines_of(entity: CrmEntity) -> Mapping[int, int]:
    """The pipeline of each stage, by their ids."""
    return {stage.id: line.id for line in entity.pipelines or () for stage in line.stages or ()}


def colour_of(colour: str | None) -> str:
    """A colour of the server as ``#RRGGBB``; a quiet one where it is none."""
    text = (colour or "").strip()
    if _SHORT.fullmatch(text):
        return "#" + "".join(digit * 2 for digit in text[1:4])
    return text[:7] if _LONG.fullmatch(text) else PLAIN
