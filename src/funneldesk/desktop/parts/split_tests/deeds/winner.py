"""Dialog and call by which a winner is declared (document: declare-winner; quirks 10 and 43)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.split_tests import SplitTest, WinnerDraft
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.results.reading import Reading, VariantReading
from funneldesk.desktop.parts.split_tests.results.warnings import Caution, cautions
from funneldesk.desktop.records.history.milestones import WINNER, Milestones
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import confirmed, journaled
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "split_tests"
LONGEST_REASON = 500
DONE = "done"


class WinnerDialog(FormDialog):
    """Asks for the variant, how sure that is, and why; answers ``DONE`` once it is declared."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        body: Mapping[str, Any],
        reading: Reading,
        *,
        title: str = "",
        action: str = "",
        height: int = 300,
    ) -> None:
        self._body, self._reading = body, reading
        best = _best(reading)
        self.declared = body.get("status") == "finalized"
        super().__init__(
            parent,
            workspace,
            title or _("Declare a winner of “{test}”").format(test=body.get("name") or ""),
            (GroupSpec("", "", _fields(reading, decided=self.declared)),),
            values=_values(best, reading),
            memory=f"{PART}/winner/{body.get('id')}",
            action=action or _("Declare winner"),
            send=self._declare,
            height=height,
        )
        self.warning = Banner(closable=False)
        self.body.insertWidget(0, self.warning)
        if not self.declared:
            self._warn(cautions(reading, formats_of(workspace)()))

    def _warn(self, found: Sequence[Caution]) -> None:
        """Repeat what the results warn of, the worst with its reason."""
        if found:
            rest = (each.title for each in found[1:])
            self.warning.say(found[0].title, "\n".join([found[0].meaning, *rest]), found[0].tone)

    @property
    def chosen(self) -> VariantReading | None:
        """The variant that is chosen in the form."""
        code = self.form.value("winner_node_code")
        return next((each for each in self._reading.variants if each.code == code), None)

    def follow(self, name: str) -> None:
        """Another variant has another certainty."""
        if name == "winner_node_code" and self.chosen is not None:
            reason = self.form.value("reason")
            self.form.set_values({**_values(self.chosen, self._reading), "reason": reason})

    async def _declare(self, values: Mapping[str, Any]) -> None:
        if self.declared:
            return
        chosen = self.chosen
        if chosen is not None:
            await declare(self.workspace, self._body, chosen, values)


async def declare(
    workspace: Workspace, body: Mapping[str, Any], chosen: VariantReading, values: Mapping[str, Any]
) -> None:
    """Declare it, once: a lost answer is looked for. Raises ``ApiError``."""
    number, run = int(body["id"]), workspace.run
    draft = WinnerDraft(
        winner_node_code=chosen.code,
        variant_name=chosen.name,
        confidence=_number(values.get("confidence")),
        improvement=None if chosen.lift is None else round(chosen.lift * 100, 2),
        reason=str(values.get("reason") or "").strip() or None,
    )

    async def look(api: "Api") -> SplitTest | None:
        test = await api.split_tests.get(number)
        won = (test.winner or {}).get("node_code")
        return test if test.status == "finalized" and won == chosen.code else None

    async with journaled(
        workspace, PART, str(body.get("name") or ""), _("Declaring the winner of"), str(number)
    ):
        call = run(lambda api: api.split_tests.declare_winner(number, draft))
        await confirmed(_as_object(call), lambda: run(look))
    noted = workspace.shared(Milestones)
    name = str(body.get("name") or "")
    await noted.note(PART, str(number), name, (WINNER,), chosen.name or chosen.code)


async def _as_object(call: Any) -> object:
    found: object = await call
    return found


def _best(reading: Reading) -> VariantReading | None:
    won = next((each for each in reading.variants if each.is_winner), None)
    return won or reading.leader or next(iter(reading.variants), None)


def _values(variant: VariantReading | None, _reading: Reading) -> dict[str, Any]:
    if variant is None:
        return {}
    told = variant.server_confidence
    chance = None if variant.chance is None else round(variant.chance * 100, 1)
    sure = chance if told is None else told
    return {"winner_node_code": variant.code, "confidence": sure, "reason": ""}


def _fields(reading: Reading, *, decided: bool) -> tuple[FieldSpec, ...]:
    choices = tuple((each.code, each.name or each.code) for each in reading.variants)
    variant = FieldSpec(
        "winner_node_code",
        _("Winner"),
        "choice",
        choices=choices,
        read_only=decided,
        hint=_("It is declared already.") if decided else "",
    )
    if decided:
        return (variant,)
    return (
        variant,
        FieldSpec(
            "confidence",
            _("Confidence in percent"),
            "decimal",
            hint=_("The server's figure where it has one, else the chance to be best."),
            as_number=True,
            check=_percent_problem,
        ),
        FieldSpec(
            "reason",
            _("Reason"),
            "long",
            max_length=LONGEST_REASON,
            hint=_("What decided it, for whoever reads this in a year."),
        ),
    )


def _percent_problem(value: Any, _values: Mapping[str, Any]) -> str | None:
    found = _number(value)
    if value in (None, "") or (found is not None and 0 <= found <= 100):
        return None
    return _("Write a number from 0 to 100.")


def _number(value: Any) -> float | None:
    try:
        return None if value in (None, "") else float(value)
    except (TypeError, ValueError):
        return None
