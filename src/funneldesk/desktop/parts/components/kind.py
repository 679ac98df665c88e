"""Components as a kind of record (document: Component; Component content; quirks 29 to 32).

A save keeps a draft on the server; publishing makes html live and ends all drafts.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from funneldesk.contract.components import CODE_PREFIX, ComponentDraft, ComponentPatch, ContentSaved
from funneldesk.contract.shapes import Patch
from funneldesk.desktop.assets.copies.components import WholeComponent, read_component
from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Lifecycle, Making, RecordWrites
from funneldesk.desktop.sections.operations import confirmed

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "components"
LIVE = "live"
LONGEST = 255
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)
ABOUT = FieldGroup(_("Component"), _("What it is called, and the code by which pages name it."))


def _given(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("A component needs a name.")


def code_problem(value: Any, _values: Values | None = None) -> str | None:
    """What is wrong with a code; one without ``custom-`` in front gets it (quirk 31)."""
    bare = str(value or "").removeprefix(CODE_PREFIX)
    if not value or (_CODE.fullmatch(bare) and len(bare) <= LONGEST - len(CODE_PREFIX)):
        return None
    return _("Use letters, digits, dashes and underscores, beginning with a letter or digit.")


def _html(value: Any, values: Values) -> str | None:
    return None if value else _("The server does not keep an empty one: write something.")


FIELDS = RecordFields(
    RecordField("name", _("Name"), max_length=LONGEST, check=_given, group=ABOUT),
    RecordField(
        "code",
        _("Code"),
        "code",
        check=code_problem,
        placeholder="custom-…",
        hint=_("Left empty, the server makes one from the name."),
        group=ABOUT,
        create_only=True,
        restorable=False,
    ),
    RecordField("html", "HTML", "code", tab="HTML", language="html", check=_html),
    RecordField(
        "css", "CSS", "code", tab="CSS", language="css", create_only=True, restorable=False
    ),
    RecordField("state", _("State"), "choice", choices=((LIVE, _("Published")),), restorable=False),
)


class LocalComponentDraft(RecordDraft):
    """A component while it is edited."""

    declared = FIELDS
    listed = ("name", "code")


class NewComponent(ComponentDraft):
    """What a create is made of: it is live at once."""

    state: str | None = None


class ChangedComponent(Patch):
    """What a save is made of: name and html always, and whether it is to go live."""

    name: str
    html: str
    state: str | None = None


async def _create(api: "Api", draft: NewComponent) -> WholeComponent:
    body = {name: value for name, value in draft.body().items() if name != "state" and value}
    made = await api.components.create(ComponentDraft(**body))
    return await read_component(api, made.id)


async def _update(api: "Api", number: int, patch: ChangedComponent) -> WholeComponent:
    """Send what differs: the name by an update, html as a draft or live (quirks 29 and 30)."""
    now = await read_component(api, number)
    if patch.name != now.name:
        await api.components.update(number, ComponentPatch(name=patch.name))
    expected = now.revision_id

    async def look() -> ContentSaved | None:
        """After a lost answer: what is there, if it is what was sent."""
        found = await api.components.get_content(number)
        is_so = found.html == patch.html and found.is_draft is not (patch.state == LIVE)
        return ContentSaved(revision_id=found.revision_id) if is_so else None

    if patch.state == LIVE:
        await confirmed(
            api.components.publish(number, patch.html, expected_revision_id=expected), look
        )
    elif patch.html != now.html:
        await confirmed(api.components.save_draft(number, patch.html, expected), look)
    return await read_component(api, number)


async def _named(api: "Api", name: str) -> Iterable[int]:
    return [each.id async for each in api.components.iterate() if each.name == name]


WRITES = RecordWrites(
    ChangedComponent,
    _update,
    Making(NewComponent, _create, _named),
    always=("name", "html"),
    copied={"code": ""},
    lifecycle=Lifecycle("state", "", LIVE, {LIVE: _("Published")}),
)
KIND = RecordKind(PART, "component", LocalComponentDraft, read_component, WRITES)
