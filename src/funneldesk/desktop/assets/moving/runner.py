"""Copies and moves as a kind of transfer: each step can be done twice, so that a kill in between
loses nothing. The old file goes only once the new one was seen to be the same to the byte."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import ApiError, BadAnswer, Conflict, Invalid, NotFound
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow, folded, kind_by_name
from funneldesk.desktop.assets.moving.order import MoveItem, MoveOrder
from funneldesk.desktop.assets.transfers.connection.lookup import ABSENT, address_of, stored
from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.connection.retrying_client import (
    Rested,
    RetryingClient,
    Stopped,
)
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult, Moving, TransferItem
from funneldesk.desktop.assets.transfers.runner import Runner, RunnerContext
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.local.transfers.transfers import KeptItem

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import BulkEntry

MOVE = "move"
MOST_TRIES = 8
GONE = _("It is not there any more.")
TAKEN = _("Meanwhile another file has this name there. Nothing was replaced.")
DIFFERS = _("What came to lie there is not the same. The old file was left where it is.")
CHANGED = _("Someone changed it meanwhile: the copy is there, and the old file stays too.")


class NotMoved(Exception):
    """The message is a sentence for the user; ``taken``: it can be decided again."""

    def __init__(self, words: str, *, taken: bool = False) -> None:
        super().__init__(words)
        self.taken = taken


class MoveRunner(Runner):
    """Carries out move orders, one file after the other."""

    icon = "folder"

    def __init__(self, context: RunnerContext) -> None:
        self._context = context
        self._library = context.workspace.shared(AssetLibrary)

    def title(self, order: MoveOrder) -> str:
        """As the order calls itself."""
        return order.title

    def about(self, order: MoveOrder) -> dict[str, Any]:
        """Folders to make and to leave, whether the old files go, and references follow."""
        return {
            "folders": list(order.folders),
            "emptied": list(order.emptied),
            "removes": order.removes,
            "updates": order.updates,
        }

    def items(self, order: MoveOrder) -> Iterable[KeptItem]:
        """Those that go, then those left out."""
        number = 0
        for number, item in enumerate(order.items):
            waiting = ItemResult(item.path, item.to, size=item.size)
            yield KeptItem(number, waiting.state, 0, asdict(item), {}, waiting.dump())
        for count, (path, why) in enumerate(order.left_out, start=len(order.items)):
            left = ItemResult(path, "", "left_out", why)
            yield KeptItem(count, left.state, 0, {}, {}, left.dump())

    def task(self, kept: Mapping[str, Any]) -> MoveItem | None:
        """A ``MoveItem``."""
        return MoveItem(**kept) if kept else None

    async def run(self, job: TransferJob) -> None:
        """See ``Runner.run``."""
        client = RetryingClient(
            self._context.workspace, self._context.connection, RateLimiter(), job
        )
        changed: list[str] = []
        try:
            await self._make_folders(client, job)
            for item in job.items:
                if job.pausing or job.stopping:
                    return
                if not item.is_ended:
                    changed += await self._one(client, job, item)
            await self._leave_folders(client, job)
        except (Rested, Stopped):
            return
        finally:
            if changed:
                source = self._context.source
                self._context.workspace.announce("files", *changed, source=source)

    def outcome(self, job: TransferJob) -> str:
        """ "3 files were moved, 1 was not." """
        done = job.counts.get("done", 0)
        words = (
            _moved(done, job.trouble) if job.about.get("removes") else _copied(done, job.trouble)
        )
        return words.format(count=done, trouble=job.trouble)

    async def undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """Copies are deleted again where nobody changed them; what was moved goes back."""
        client = RetryingClient(
            self._context.workspace, self._context.connection, RateLimiter(), job, patient=False
        )
        done = [item for item in job.items if item.result.state == "done"]
        return [await self._taken_back(client, job, item) for item in done]

    # One file

    async def _one(self, client: RetryingClient, job: TransferJob, item: TransferItem) -> list[str]:
        """Copy or move it, and note how that went; the paths that changed."""
        under_way = Moving(item.task.path, item.task.size)
        job.moving = [under_way]
        try:
            result, paths = await self._carried_out(client, job, item), [item.task.to]
            if job.about.get("removes"):
                paths.append(item.task.path)
        except NotMoved as problem:
            words, taken = str(problem), problem.taken
            result, paths = replace(item.result, state="failed", words=words, taken=taken), []
        except ApiError as error:
            explanation = explain(error, _("Copying {path}").format(path=item.task.path))
            words = f"{explanation.what} {explanation.now_what}".strip()
            result, paths = replace(item.result, state="failed", words=words), []
        finally:
            job.moving = []
        job.put(item, result)
        await self._context.note(job, [item])
        return paths

    async def _carried_out(
        self, client: RetryingClient, job: TransferJob, item: TransferItem
    ) -> ItemResult:
        """Raises NotMoved, ApiError, Rested and Stopped."""
        task, removes = item.task, bool(job.about.get("removes"))
        brand = self._context.workspace.connection.brand
        try:
            content = await client.ask(
                lambda api: api.fetch_asset(
                    f"{address_of(brand, task.path)}?look={secrets.token_hex(6)}"
                )
            )
        except NotFound:
            # The last step of an earlier run may have been the deletion.
            if (
                removes
                and item.note.get("same")
                and await self._is(client, task.to, item.note["same"])
            ):
                return self._moved(item, None, removes)
            raise NotMoved(GONE) from None
        sha = await asyncio.to_thread(lambda: hashlib.sha256(content).hexdigest())
        entry = await self._copied(client, job, item, content, sha)
        if removes:
            item.note["same"] = sha
            await self._context.note(job, [item])
            await self._removed(client, task, sha)
        return self._moved(item, entry, removes)

    async def _copied(
        self,
        client: RetryingClient,
        job: TransferJob,
        item: TransferItem,
        content: bytes,
        sha: str,
    ) -> "BulkEntry | None":
        """Have the same content lie at the new place; what the server said of it, if it did."""
        task = item.task
        entry: BulkEntry | None = None
        for tries in range(MOST_TRIES):
            there = await client.ask(lambda api: stored(api, task.to, (sha,)))
            if there == sha:
                return entry
            if entry is not None:
                raise NotMoved(DIFFERS)
            if there != ABSENT:
                if not task.replaces or item.note.setdefault("before", there) != there:
                    raise NotMoved(TAKEN, taken=True)
                await self._context.note(job, [item])
            try:
                entry = await client.once(lambda api: _sent(api, task, content), 4, tries)
            except ApiError as error:
                if not error.maybe_done and not await client.may_pass(error):
                    raise
                continue
            if not entry.is_uploaded:
                raise NotMoved(
                    _("The server did not take it: {reason}").format(
                        reason=entry.error or _("no reason given.")
                    )
                )
        raise NotMoved(_("The line broke each time it was sent. Try again later."))

    async def _removed(self, client: RetryingClient, task: MoveItem, sha: str) -> None:
        """Delete the old file, if it still is what was copied."""
        for tries in range(MOST_TRIES):
            there = await client.ask(lambda api: stored(api, task.path, (sha,)))
            if there == ABSENT:
                return
            if there != sha:
                raise NotMoved(CHANGED)
            try:
                await client.once(lambda api: api.files.delete(task.path), 1, tries)
            except Invalid as error:
                said = " ".join(error.messages) or _("it gave no reason.")
                raise NotMoved(
                    _("It was copied, but the old one stays: {said}").format(said=said)
                ) from None
            except ApiError as error:
                if not error.maybe_done and not await client.may_pass(error):
                    raise
                continue
            return
        raise NotMoved(_("It was copied, but no answer told that the old one was deleted."))

    async def _is(self, client: RetryingClient, path: str, sha: str) -> bool:
        return await client.ask(lambda api: stored(api, path, (sha,))) == sha

    def _moved(self, item: TransferItem, entry: "BulkEntry | None", removes: bool) -> ItemResult:
        """The result of a file that lies at its new place, which the library is told."""
        task, library = item.task, self._library
        old = library.rows.get(task.path) or AssetRow(task.path, size=task.size)
        src = (entry.url if entry is not None else "") or ""
        made = replace(
            old,
            path=task.to,
            src=src,
            srcset="",
            changed=time.time(),
            kind=kind_by_name(task.to),
            sought=folded(task.to),
        )
        library.put([made])
        if removes:
            library.forget([task.path])
        return replace(
            item.result,
            state="done",
            words="",
            src=src,
            size=old.size or task.size,
            width=old.width,
            height=old.height,
            replaced=task.replaces,
        )

    async def _taken_back(
        self, client: RetryingClient, job: TransferJob, item: TransferItem
    ) -> ItemResult:
        task = item.task
        if task.replaces:
            words = _("It replaced a file and stays: what was there cannot be brought back.")
            return replace(item.result, state="left_out", words=words)
        if job.about.get("removes"):
            return await self._moved_back(client, job, item)
        try:
            there = await client.ask(lambda api: stored(api, task.to))
            source = await client.ask(lambda api: stored(api, task.path, (there,)))
            if there not in (ABSENT, source):
                words = _("It is not the same as the original any more, so it stays.")
                return replace(item.result, state="left_out", words=words)
            if there != ABSENT:
                await client.once(lambda api: api.files.delete(task.to), 1)
        except ApiError as error:
            explanation = explain(error, _("Deleting the copy"))
            return replace(item.result, state="failed", words=explanation.what)
        self._library.forget([task.to])
        return replace(item.result, state="cancelled", words=_("The copy was deleted."))

    async def _moved_back(
        self, client: RetryingClient, job: TransferJob, item: TransferItem
    ) -> ItemResult:
        task = item.task
        way_back = TransferItem(
            item.number,
            MoveItem(task.to, task.path, task.size),
            replace(item.result, path=task.path),
        )
        try:
            await self._carried_out(client, job, way_back)
        except NotMoved as problem:
            return replace(item.result, state="left_out", words=str(problem))
        except ApiError as error:
            explanation = explain(error, _("Moving {to} back").format(to=task.to))
            return replace(item.result, state="failed", words=explanation.what)
        return replace(item.result, state="cancelled", words=_("It was moved back."))

    # Folders

    async def _make_folders(self, client: RetryingClient, job: TransferJob) -> None:
        """One that is there already is as good as made; why one cannot be made its files tell."""
        for path in job.about.get("folders", ()):
            parent, _unused, name = path.rpartition("/")
            with suppress(Invalid, Conflict):
                await client.ask(_making(name, parent))
                self._library.put([AssetRow.of_folder(path)])

    async def _leave_folders(self, client: RetryingClient, job: TransferJob) -> None:
        """The folders that a move emptied; the server keeps those that are not empty."""
        if not job.about.get("removes"):
            return
        for path in job.about.get("emptied", ()):
            if self._library.held(path):
                continue
            with suppress(Invalid):
                await client.ask(_leaving(path))
                self._library.forget([path])


def _making(name: str, parent: str) -> Any:
    return lambda api: api.files.create_folder(name, parent=parent)


def _leaving(path: str) -> Any:
    return lambda api: api.files.delete(path)


async def _sent(api: "Api", task: MoveItem, content: bytes) -> "BulkEntry":
    from funneldesk.client.uploads import Upload

    folder, _unused, name = task.to.rpartition("/")
    answer = await api.files.upload_many([Upload(name, content)], folder=folder, names=[name])
    if not answer.files:
        said = _("The server told nothing of the file.")
        raise BadAnswer(said, method="POST", path="file-manager", maybe_done=True)
    return answer.files[0]


def _moved(count: int, trouble: int) -> str:
    if trouble:
        return ngettext(
            "{count:,} file was moved, {trouble:,} not.",
            "{count:,} files were moved, {trouble:,} not.",
            count,
        )
    return ngettext("{count:,} file was moved.", "{count:,} files were moved.", count)


def _copied(count: int, trouble: int) -> str:
    if trouble:
        return ngettext(
            "{count:,} file was copied, {trouble:,} not.",
            "{count:,} files were copied, {trouble:,} not.",
            count,
        )
    return ngettext("{count:,} file was copied.", "{count:,} files were copied.", count)
