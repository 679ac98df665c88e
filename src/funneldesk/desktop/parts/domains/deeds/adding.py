"""A new domain: an own one, a subdomain of the server, or one that counts clicks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.domains import DomainDraft, TrackingDomainDraft
from funneldesk.contract.host_names import ascii_host
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import KIND_WORDS, PART, ListedDomain, listed
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import confirmed, journaled
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

HINTS = {
    "custom": _("Pages are met under it. You set a CNAME record where it is managed."),
    "subdomain": _("One word; the server's own name follows it. It works at once."),
    "tracking": _("Clicks are counted under it. You set a record; the rest happens by itself."),
}


class AddDialog(FormDialog):
    """Asks for the kind and the name; ``made`` is the domain once it is there."""

    def __init__(self, parent: QWidget, workspace: Workspace, kind: str = "custom") -> None:
        self.made: ListedDomain | None = None
        super().__init__(
            parent,
            workspace,
            _("Add a domain"),
            (GroupSpec("", "", _FIELDS),),
            values={"kind": kind, "domain": ""},
            memory=f"{PART}.add",
            action=_("Add domain"),
            send=self._add,
            height=190,
        )
        self.form.row("domain").input.take_focus()
        self.follow("kind")

    def follow(self, name: str) -> None:
        if name == "kind":
            self.form.set_hint("kind", HINTS.get(str(self.form.value("kind")), ""))

    async def _add(self, values: Mapping[str, Any]) -> None:
        name, kind = str(values["domain"]).strip().rstrip("."), str(values["kind"])
        run = self.workspace.run

        async def make(api: "Api") -> ListedDomain:
            if kind == "tracking":
                draft = TrackingDomainDraft(domain=name)
                return listed(await api.domains.create_tracking(draft), tracking=True)
            made = DomainDraft(domain=name, dedicated_domain=kind == "custom")
            return listed(await api.domains.create(made), tracking=False)

        async def look(api: "Api") -> ListedDomain | None:
            return await _named(api, name, kind)

        async with journaled(self.workspace, PART, name, _("Adding")):
            self.made = await confirmed(run(make), lambda: run(look))


async def _named(api: "Api", name: str, kind: str) -> ListedDomain | None:
    if kind == "tracking":
        found = [listed(each, tracking=True) for each in (await api.domains.list_tracking()).rows]
    else:
        found = [listed(each, tracking=False) async for each in api.domains.iterate()]
    wanted = name.lower() if kind == "subdomain" else ascii_host(name)
    return next(
        (
            each
            for each in found
            if each.domain.lower() == wanted
            or (kind == "subdomain" and each.domain.lower().split(".")[0] == wanted)
        ),
        None,
    )


def _problem(value: Any, values: Mapping[str, Any]) -> str | None:
    name = str(value or "").strip().rstrip(".").lower()
    if not name:
        return _("Write the name of the domain.")
    if "/" in name or ":" in name:
        return _("Write the name alone, without https:// or a path.")
    if values.get("kind") == "subdomain":
        return None
    try:
        is_whole = "." in ascii_host(name)
    except ValueError:
        is_whole = False
    return None if is_whole else _("Write a whole name like shop.example.com.")


_FIELDS = (
    FieldSpec("kind", _("Kind"), "choice", choices=tuple(KIND_WORDS.items())),
    FieldSpec("domain", _("Name"), placeholder=_("shop.example.com"), check=_problem),
)
