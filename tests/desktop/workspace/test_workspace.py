"""An opened brand: its key, its line to the platform, its rights, and who hears of changes."""

import asyncio

import pytest
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns, until

from funneldesk.client import Api, errors
from funneldesk.client.errors import ApiError
from funneldesk.contract.pages import PageDraft
from funneldesk.desktop.workspace import workspace as module
from funneldesk.desktop.workspace.workspace import Change, Workspace


class Keyholder:
    """Whom the program asks for a key. ``answers`` are given in turn, then None."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[ApiError | None] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, workspace: Workspace, error: ApiError | None) -> str | None:
        self.asked.append(error)
        await self.may_answer.wait()
        return self.answers.pop(0) if self.answers else None


def standings(workspace: Workspace) -> list[str]:
    """Every standing from now on, as it is announced."""
    heard: list[str] = []
    workspace.connection_changed.connect(lambda: heard.append(workspace.connection_state))
    return heard


async def names(workspace: Workspace) -> list[str]:
    return [page.name for page in await workspace.run(lambda api: api.pages.list())]


# The key


@in_the_window
async def test_a_refused_key_is_asked_for_and_the_work_goes_on_quirk_5(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Spring sale")
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43)
    workspace.ask_for_key = holder = Keyholder(brand.key())
    heard = standings(workspace)
    assert await names(workspace) == ["Spring sale"]
    assert [type(error) for error in holder.asked] == [errors.NotSignedIn]
    assert heard == ["refused", "online"]


@in_the_window
async def test_a_sample_waits_for_the_key_of_its_servers_new_start(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    await brand.add("Spring sale")
    monkeypatch.setattr(module, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(module, "LONGEST_RETRY", 0.01)
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43, sample=True)
    workspace.ask_for_key = holder = Keyholder(brand.key())
    heard, checks = standings(workspace), []
    check = Api.check
    monkeypatch.setattr(Api, "check", lambda api: (checks.append(api), check(api))[1])
    with pytest.raises(errors.Unreachable, match="starting again"):
        await names(workspace)
    await until(lambda: len(checks) > 3)  # it looks whether it is there, and is refused each time
    assert heard == ["offline"]
    await workspace.connect_to(brand.base_url, brand.key())
    assert await names(workspace) == ["Spring sale"]
    assert heard == ["offline", "online"]
    assert holder.asked == []


@in_the_window
async def test_a_second_wrong_key_is_asked_about_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43)
    workspace.ask_for_key = holder = Keyholder("fd_1_" + "y" * 43, brand.key())
    assert await names(workspace) == []
    assert len(holder.asked) == 2


@in_the_window
async def test_work_beside_each_other_asks_once(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Spring sale")
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43)
    workspace.ask_for_key = holder = Keyholder(brand.key())
    holder.may_answer.clear()
    calls = [asyncio.ensure_future(names(workspace)) for _ in range(5)]
    await until(lambda: holder.asked)
    await asyncio.sleep(0.1)
    calls.append(asyncio.ensure_future(names(workspace)))
    calls[0].cancel()
    holder.may_answer.set()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(answers[0], asyncio.CancelledError)
    assert answers[1:] == [["Spring sale"]] * 5
    assert len(holder.asked) == 1


@in_the_window
async def test_a_key_of_another_brand_is_told_apart_quirk_5(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    workspace = await bench.workspace(brand, key=live.brand().key())
    workspace.ask_for_key = holder = Keyholder()
    with pytest.raises(errors.WrongBrand):
        await names(workspace)
    assert isinstance(holder.asked[0], errors.WrongBrand)


@in_the_window
async def test_who_gave_no_key_is_asked_again_only_for_something_they_do(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43)
    workspace.ask_for_key = holder = Keyholder(None, brand.key())
    for _ in range(3):
        with pytest.raises(errors.NotSignedIn):
            await names(workspace)
    assert workspace.connection_state == "refused"
    assert len(holder.asked) == 1
    workspace.ask_again()
    assert await names(workspace) == []
    assert len(holder.asked) == 2


@in_the_window
async def test_without_a_key_nothing_waits_for_ever(bench: WindowBench, brand: LiveBrand) -> None:
    workspace = await bench.workspace(brand, connected=False)
    workspace.ask_for_key = holder = Keyholder(brand.key())
    waiting = asyncio.ensure_future(names(workspace))
    await turns()
    assert not waiting.done()
    workspace.go_without_key()
    with pytest.raises(errors.NotSignedIn):
        await waiting
    assert not holder.asked
    workspace.ask_again()
    assert await names(workspace) == []
    assert workspace.connection_state == "online"


@in_the_window
async def test_work_waits_for_the_first_connection(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Spring sale")
    workspace = await bench.workspace(brand, connected=False)
    waiting = asyncio.ensure_future(names(workspace))
    await turns()
    await workspace.connect_to(brand.base_url, brand.key())
    assert await waiting == ["Spring sale"]


@in_the_window
async def test_a_question_about_the_key_ends_with_its_brand(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, key="fd_1_" + "x" * 43)
    workspace.ask_for_key = holder = Keyholder(brand.key())
    holder.may_answer.clear()
    waiting = asyncio.ensure_future(names(workspace))
    await until(lambda: holder.asked)
    await bench.close(workspace)
    with pytest.raises(asyncio.CancelledError):
        await waiting


@in_the_window
async def test_not_found_with_a_good_key_asks_for_none_quirk_2(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    workspace.ask_for_key = holder = Keyholder()
    with pytest.raises(errors.NotFound):
        await workspace.run(lambda api: api.pages.get(10**9))
    assert not holder.asked
    assert workspace.connection_state == "online"


@in_the_window
async def test_the_key_is_in_nothing_that_can_be_printed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    held = {name: repr(value) for name, value in vars(workspace).items()}
    assert brand.key() not in f"{workspace!r}{held}"


# The line


@in_the_window
async def test_the_line_comes_back_by_itself(
    bench: WindowBench, brand: LiveBrand, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY", 0.05)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    heard = standings(workspace)
    await relay.vanish()
    for _ in range(2):
        with pytest.raises(errors.Unreachable):
            await names(workspace)
    assert heard == ["offline"]
    await relay.listen()
    await until(lambda: heard == ["offline", "online"])


@in_the_window
async def test_a_door_that_is_slammed_is_no_answer(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    relay.reset()
    with pytest.raises(errors.Unreachable):
        await names(workspace)
    assert workspace.connection_state == "offline"


@in_the_window
async def test_a_platform_that_never_came_is_said_so(bench: WindowBench, brand: LiveBrand) -> None:
    workspace = await bench.workspace(brand, connected=False)
    workspace.lose()
    with pytest.raises(errors.Unreachable):
        await names(workspace)
    await workspace.connect_to(brand.base_url, brand.key())
    assert await names(workspace) == []
    assert workspace.connection_state == "online"


@in_the_window
async def test_a_key_refused_after_the_line_came_back_is_not_called_online(
    bench: WindowBench, brand: LiveBrand, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY", 0.3)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    workspace.ask_for_key = Keyholder()
    await relay.vanish()
    with pytest.raises(errors.Unreachable):
        await names(workspace)
    brand.revoke()
    await relay.listen()
    with pytest.raises(errors.NotSignedIn):
        await names(workspace)
    await asyncio.sleep(0.5)  # longer than the next look at the line
    assert workspace.connection_state == "refused"


# The rights


@in_the_window
async def test_a_viewer_reads_and_learns_what_the_role_may_not_do_quirk_7(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Spring sale")
    workspace = await bench.workspace(brand, role="viewer")
    heard = standings(workspace)
    assert await names(workspace) == ["Spring sale"]
    assert workspace.may_write("pages")
    with pytest.raises(errors.RoleDenied):
        await workspace.run(lambda api: api.pages.create(PageDraft(title="No")))
    assert not workspace.may_write("pages")
    assert workspace.may_write("brands")
    assert heard == ["online"]
    await workspace.connect_to(brand.base_url, brand.key("editor"))
    assert workspace.may_write("pages")


@in_the_window
async def test_a_refusal_for_want_of_rights_is_not_believed_for_ever(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DENIED_MILLISECONDS", 40)
    workspace = await bench.workspace(brand, role="viewer")
    for _ in range(2):
        with pytest.raises(errors.RoleDenied):
            await workspace.run(lambda api: api.pages.create(PageDraft(title="No")))
        assert not workspace.may_write("pages")
        heard = standings(workspace)
        await until(lambda: workspace.may_write("pages"))
        assert heard == ["online"]


@in_the_window
async def test_read_only_closes_every_part(bench: WindowBench, brand: LiveBrand) -> None:
    workspace = await bench.workspace(brand, read_only=True)
    assert workspace.read_only
    assert not workspace.may_write("pages")


@in_the_window
async def test_who_listens_hears_of_changes_and_wishes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    changes: list[Change] = []
    wishes: list[tuple[str, str]] = []
    workspace.changed.connect(changes.append)
    workspace.asked_to_go.connect(lambda part, record: wishes.append((part, record)))
    workspace.announce("pages", "1", "2")
    workspace.go("pages", "7")
    assert changes == [Change("pages", ("1", "2"))]
    assert wishes == [("pages", "7")]
    assert workspace.visitor_base == f"{brand.base_url}/p/{brand.number}"
