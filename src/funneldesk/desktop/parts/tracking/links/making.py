"""Dialog of a new short link: where it leads, and the tags of its campaign."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.tracking import ShortLinkDraft
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.links.registry import Link, LinkRegistry
from funneldesk.desktop.parts.tracking.links.utm import HINTS, TAGS, problem, tagged
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

PART = "tracking"
LONGEST_TAG, LONGEST_NAME = 128, 120


class LinkDialog(FormDialog):
    """Answers "done" once ``made`` is there and kept. A link is never asked for twice: one whose
    answer was lost is not known, and harms nobody (quirk 10)."""

    def __init__(self, parent: QWidget, workspace: Workspace, registry: LinkRegistry) -> None:
        self.made: Link | None = None
        self._registry = registry
        super().__init__(
            parent,
            workspace,
            _("New short link"),
            _groups(registry),
            values={"destination": "", "preset": "", "keep_as": "", "name": ""},
            memory=f"{PART}.link",
            action=_("Create link"),
            send=self._make,
            height=470,
        )
        self.follow("destination")

    @property
    def address(self) -> str:
        """Where the link will lead, with its tags; "" while that is no address."""
        destination = str(self.form.value("destination") or "")
        if problem(destination) is not None:
            return ""
        return tagged(destination, self.form.values())

    def follow(self, name: str) -> None:
        if name == "preset":
            tags = self._registry.presets.get(str(self.form.value("preset")), {})
            self.form.set_values({**self.form.values(), **tags})
        leads = _("Leads to {address}").format(address=self.address) if self.address else ""
        self.form.set_hint("destination", leads)

    async def _make(self, values: Mapping[str, Any]) -> None:
        address, name = self.address, str(values.get("name") or "").strip()
        draft = ShortLinkDraft(destination_url=address)
        async with journaled(self.workspace, PART, name or address, _("Making a short link to")):
            answer = await self.workspace.run(lambda api: api.tracking.generate_short_link(draft))
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self.made = Link(answer.code, answer.url, address, name, at)
        await self._registry.add(self.made)
        keep_as = str(values.get("keep_as") or "").strip()
        if keep_as:
            tags = {tag: str(values.get(tag) or "").strip() for tag in TAGS}
            await self._registry.keep_preset(keep_as, {k: v for k, v in tags.items() if v})


def _groups(registry: LinkRegistry) -> tuple[GroupSpec, ...]:
    where = (
        FieldSpec(
            "destination",
            _("Leads to"),
            "url",
            placeholder="https://",
            check=lambda value, _values: problem(str(value or "")),
        ),
        FieldSpec("name", _("Name"), max_length=LONGEST_NAME, hint=_("For this list alone.")),
    )
    preset = FieldSpec("preset", _("Preset"), "choice", choices=registry.preset_choices())
    tags = tuple(
        FieldSpec(name, title, hint=HINTS.get(name, ""), max_length=LONGEST_TAG)
        for name, title in TAGS.items()
    )
    keep = FieldSpec(
        "keep_as", _("Keep these as a preset"), hint=_("A name."), max_length=LONGEST_NAME
    )
    return (
        GroupSpec("", "", where),
        GroupSpec(_("Campaign"), _("Visits are counted by these tags."), (preset, *tags, keep)),
    )
