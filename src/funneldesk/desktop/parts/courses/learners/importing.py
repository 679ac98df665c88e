"""Learners from the rows of a file, or from customers: safe to repeat, since an address is enrolled
once (quirk 52)."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.learners.learners import (
    is_already_there,
    learner_kind,
)
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import address
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

SYNONYMS = {
    "email": ("e-mail", "mail", "email-address", "customer_email", "address"),
    "name": ("full-name", "customer-name", "customer_name", "learner"),
    "notes": ("note", "comment"),
}


async def learners_import(workspace: Workspace, part: str) -> RecordImport:
    """What can be imported into the course of a part."""
    return declared_import(int(part.partition("/")[2]))


def declared_import(course_id: int) -> RecordImport:
    """The import of a course's learners."""
    kind = learner_kind(course_id)
    return RecordImport(
        kind,
        kind.units,
        partial(_listed, course_id, kind),
        keys={"email": address},
        delete=kind.writes.delete,
        synonyms=SYNONYMS,
        already=is_already_there,
        already_words=_("This address is already enrolled."),
    )


async def _listed(course_id: int, kind: RecordKind, api: "Api") -> Mapping[str, Values]:
    listed = (await api.courses.list_enrollments(course_id)).rows
    return {each.id: dict(kind.draft.opened(each).fields) for each in listed}
