"""Metrics of one's own: made, changed and deleted in a dialog that knows today's figures."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.metrics import Custom
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.formula_dialog import FormulaDialog

SAVED, REMOVED = "saved", "removed"


async def edit_own(
    owner: QWidget, insight: BrandInsight, scope: Scope, key: str
) -> tuple[str, str]:
    """Ask for a metric, the one of ``key`` or a new one. Gives what was done (``SAVED``,
    ``REMOVED`` or "") and the metric's key."""
    customs = insight.customs
    known = next((each for each in customs if each.thing.key == key), None)
    numbers = {each.thing.number for each in customs}
    free = next(n for n in range(len(numbers) + 1) if n not in numbers)
    custom = known.thing if known is not None else Custom(free, "", "")
    totals = insight.ask(scope, tuple(m.key for m in insight.catalogue if m.custom is None))
    found = await insight.reader.recall(totals)
    answer = found.answer if found is not None else None
    dialog = FormulaDialog(owner, insight.catalogue, insight.formats, custom, answer)
    if known is not None:
        dialog.add_to_foot(Button(_("Delete"), on_click=lambda: dialog.answer("delete")))
    pressed = await dialog.ask()
    if pressed == "save":
        made = dialog.custom
        if known is not None:
            await customs.put(known.key, made.name, made)
        else:
            await customs.add(made.name, made)
        return SAVED, made.key
    if pressed == "delete" and known is not None:
        await customs.remove(known.key)
        return REMOVED, known.thing.key
    return "", ""
