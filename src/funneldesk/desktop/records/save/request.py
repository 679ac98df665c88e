"""Body of a save: only what differs, checked before it is sent."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from funneldesk.contract.shapes import Draft, Patch
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import RecordFields, Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.plan import Blocker, Review, SavePlan
from funneldesk.desktop.records.save.writes import RecordWrites, made_by

_DAMAGED = re.compile("[\x00\ud800-\udfff]")


def plan_save(
    kind: RecordKind,
    draft: RecordDraft,
    status: str | None = None,
    formats: Callable[[], Formats] = Formats,
) -> SavePlan:
    """What saving ``draft`` takes; ``status``: a state of the lifecycle that is set with it.

    ``formats`` are those of the brand. Only what differs is sent. Raises ValueError for a state
    that the records do not have.
    """
    changed = _changed(kind, draft, status)
    fields = draft.declared.in_formats(formats)
    wrong = () if kind.writes.review else _wrong(fields, draft, changed)
    refused = (*_unsendable(changed), *wrong)
    review = kind.writes.review(draft, changed) if kind.writes.review else Review()
    body = {name: _sent(kind.writes, fields, name, value) for name, value in changed.items()}
    create, patch = (None, None) if refused else _calls(kind.writes, draft, body)
    blockers = (*refused, *review.blockers)
    sends = tuple(changed) or tuple(each.field for each in blockers if draft.is_new)
    return SavePlan(create, patch, sends, review.warnings, blockers)


def _changed(kind: RecordKind, draft: RecordDraft, status: str | None) -> dict[str, Value]:
    changed, life = draft.changed_fields(), kind.writes.lifecycle
    for name in draft.declared.create_only & changed.keys():
        choices = dict(draft.declared[name].choices)
        if choices and changed[name] not in choices:
            del changed[name]  # What came from elsewhere, and no create takes.
    if life is not None and status is not None:
        if status not in dict(draft.declared[life.field].choices):
            raise ValueError(f"{status!r} is no {life.field} of a {kind.unit}")
        changed.pop(life.field, None)
        if status != draft.base_value(life.field):
            changed[life.field] = status
    return changed


def update_body(
    kind: RecordKind, fields: RecordFields, values: Mapping[str, Value]
) -> dict[str, Any]:
    """Body of an update of these fields alone, as it is sent."""
    sent = {name: _sent(kind.writes, fields, name, value) for name, value in values.items()}
    return kind.writes.patch(**sent).body()


def _sent(writes: RecordWrites, fields: RecordFields, name: str, value: Value) -> Any:
    return writes.cleared if value is None else fields[name].sent(value)


def _calls(
    writes: RecordWrites, draft: RecordDraft, body: Mapping[str, Any]
) -> tuple[Draft | None, Patch | None]:
    """The bodies of the create and the update. A new record gets its state with the last call,
    when all else is in place."""
    always = {name: draft.declared[name].sent(draft.value(name)) for name in writes.always}
    if not draft.is_new:
        return None, writes.patch(**{**body, **always}) if body else None
    state = writes.lifecycle.field if writes.lifecycle is not None else ""
    later = {name: value for name, value in body.items() if name in writes.update_only}
    if later and state in body:
        later[state] = body[state]
    first = {name: value for name, value in body.items() if name not in later}
    patch = writes.patch(**{**later, **always}) if later else None
    return made_by(writes).draft(**{**first, **always}), patch


def _unsendable(changed: Mapping[str, Value]) -> Iterable[Blocker]:
    """NUL and halves of surrogate pairs: no server stores them as they are."""
    for field, value in changed.items():
        found = next(filter(None, map(_DAMAGED.search, _texts(value))), None)
        if found:
            line = found.string.count("\n", 0, found.start()) + 1
            yield Blocker(
                field,
                _(
                    "Line {line} holds a damaged character that the server cannot store. Delete it "
                    "and type it again."
                ).format(line=line),
            )


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, names of pairs included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _wrong(
    fields: RecordFields, draft: RecordDraft, changed: Mapping[str, Value]
) -> Iterable[Blocker]:
    """What the checks of the declaration say; all of them for a record that is new."""
    for field in fields:
        if not draft.is_new and field.name not in changed:
            continue
        said = field.problem(draft.value(field.name), draft.fields)
        if said:
            yield Blocker(field.name, said)
