"""The Automations section in a window, graphs to show in it, and hands on them."""

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import httpx
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, said, shown_dialog, turns, until

from funneldesk.contract.automations import Automation, AutomationDraft, AutomationLog
from funneldesk.desktop.parts.automations.automations import AUTOMATIONS
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.parts.automations.panel import AutomationsPanel
from funneldesk.desktop.workspace.workspace import Workspace


def node(code: str, kind: str, x: int = 0, y: int = 0, **data: Any) -> dict[str, Any]:
    return {"code": code, "type": kind, "data": data, "position": {"x": x, "y": y}}


def document(*nodes: Mapping[str, Any], ways: str = "", trigger: str = "postback") -> Any:
    """A builder document; ``ways`` is "a-b a-true-c": from, output, to."""
    connections = []
    for way in ways.split():
        begin, *output, end = way.split("-")
        connections.append({"from": begin, "to": end, **({"output": output[0]} if output else {})})
    config = {"nodes": list(nodes), "connections": connections}
    return {"config": config, "version": 1, "trigger_node_type": trigger}


WELCOME = document(
    node("start", "postback", 0, 100),
    node("gold", "condition", 300, 100, expression="plan == 'gold'"),
    node("tag", "add_tag", 600, 0, tag="vip"),
    node("mail", "send_email", 600, 200, subject="Hello", body="<p>Hi</p>"),
    ways="start-gold gold-true-tag gold-false-mail",
)


async def automation(
    brand: LiveBrand, title: str, deployed: Any = None, draft: Any = None
) -> Automation:
    """An automation on the server, with what is deployed and what is a draft."""
    async with brand.api() as api:
        made = await api.automations.create(AutomationDraft(title=title))
        if deployed is not None:
            await api.automations.save_builder(made.id, deployed)
        if draft is not None:
            await api.automations.save_builder(made.id, draft, draft=True)
        return made


async def stored(brand: LiveBrand, made: Automation) -> dict[str, Any] | None:
    """The document that the server shows now."""
    async with brand.api() as api:
        found = await api.automations.get_builder(made.id)
        return found.body() if found is not None else None


async def opened(
    bench: WindowBench, workspace: Workspace, made: Automation | None = None
) -> AutomationsPanel:
    """The section, shown and read, with the graph of an automation open in it."""
    panel = bench.own(AutomationsPanel(workspace, AUTOMATIONS))
    panel.resize(1500, 900)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    if made is not None:
        panel.open_record(str(made.id))
        await graph_shown(panel, made)
    return panel


async def graph_shown(panel: AutomationsPanel, made: Automation) -> None:
    """Wait until the graph of an automation is read, with its numbers."""
    await until(lambda: panel.builder.saver.automation_id == made.id and panel.is_quiet)
    await until(lambda: panel.builder.editor.is_open)


async def draft_sent(builder: BuilderPage) -> None:
    """Wait until nothing is only on this computer."""
    await until(lambda: not builder.saver.waits and not builder.saver.tasks.is_busy)


async def answered(words: str, key: str = "yes") -> str:
    """Answer the dialog that is open; gives its texts."""
    dialog = await shown_dialog()
    text = said(dialog)
    assert words in text, text
    dialog.answer(key)
    return text


async def named(title: str, key: str = "yes") -> None:
    """Type a title into the dialog that is open."""
    dialog = await shown_dialog()
    dialog.findChild(QLineEdit).setText(title)
    dialog.answer(key)


async def fired(brand: LiveBrand, made: Automation, body: Mapping[str, Any], lines: int) -> None:
    """Call the postback as others do, and wait for the log."""
    async with brand.api() as api, httpx.AsyncClient(trust_env=False) as outside:
        code = (await api.automations.get(made.id)).postback_code
        answer = await outside.post(f"{api.base_url}/webhooks/{code}", json=dict(body))
        assert answer.status_code == 200

        async def count() -> int:
            return (await api.automations.list_logs(made.id)).total or 0

        await logged(count, lines)


async def logged(count: Any, lines: int) -> None:
    """Wait for so many lines of a log."""
    known = 0
    async with asyncio.timeout(60):
        while known < lines:
            known = await count()
            await turns()


def line(run: int, code: str, kind: str, status: str, message: str = "") -> AutomationLog:
    return AutomationLog(run_id=run, node_code=code, node_type=kind, status=status, message=message)


KEYS = ("color", "notes", "ui", "retries", "größe", "")


def unknown(dice: random.Random) -> dict[str, Any]:
    """Keys that nobody here knows."""
    values: tuple[Any, ...] = (None, 1.5, "x", [1, {"y": []}], {"deep": {"er": None}}, True, [])
    return {f"{dice.choice(KEYS)}_{dice.randrange(9)}": dice.choice(values) for _ in range(3)}


def generated(seed: int) -> Any:
    """A document as other programs may write it: lists or objects, other names, unknown keys."""
    dice = random.Random(seed)
    kinds = ("postback", "condition", "delay", "add_tag", "teleport", "split", "")
    nodes: list[Any] = []
    for number in range(dice.randrange(9)):
        body: dict[str, Any] = {"type": dice.choice(kinds), **unknown(dice)}
        body[dice.choice(("code", "id"))] = dice.choice((f"n{number}", number, "twice"))
        if dice.random() < 0.7:
            body["data"] = {"tag": "x", **unknown(dice)}
        where = {
            "x": dice.choice((1, 2.5, None, "far", float("nan"), 1e300)),
            "y": 7,
            **unknown(dice),
        }
        body |= {"position": where} if dice.random() < 0.6 else where
        nodes.append(body)
    names = [str(each.get("code", each.get("id"))) for each in nodes] or ["nowhere"]
    ways: list[Any] = [
        {
            dice.choice(("from", "source")): dice.choice(names),
            dice.choice(("to", "target")): dice.choice((*names, "nowhere")),
            **({"output": dice.choice(("true", "", None, 3))} if dice.random() < 0.6 else {}),
            **unknown(dice),
        }
        for _ in range(dice.randrange(9))
    ]
    if dice.random() < 0.3:
        nodes.append(dice.choice((None, 7, "text", [])))
    as_object = dice.random() < 0.25
    config: dict[str, Any] = {
        "nodes": {f"k{n}": each for n, each in enumerate(nodes)} if as_object else nodes,
        "connections": {f"w{n}": each for n, each in enumerate(ways)} if as_object else ways,
        **unknown(dice),
    }
    if dice.random() < 0.3:
        config["comments"] = [{"text": "Why?", "x": 5, "y": 5, **unknown(dice)}, 4]
    return {"config": config, "version": dice.choice((1, "2", None)), **unknown(dice)}
