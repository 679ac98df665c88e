"""Pictures and files of a product on their way to the server: looked at, shrunk, sent once."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from funneldesk.client.uploads import Upload
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.contract.product_rules import MOST_FILES
from funneldesk.contract.products import Product
from funneldesk.desktop.assets.record_pictures import looked_at, shrunk
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import ConversionFailed
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.products.cutting import CutDialog
from funneldesk.desktop.parts.products.kind import KIND
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.operations import journaled, may_write, operation

if TYPE_CHECKING:
    from funneldesk.client import Api

Call = Callable[["Api"], Awaitable[Product]]
FILES, NOTICE = "product_files", f"{KIND.part}/files"
PICTURE = Conversion("", 1_200, 86)
"""Wider pictures are shrunk to this before they go out."""
SHOWN_SIDE = 800
"""Pixels across of a picture that is cut by hand."""
AT_ONCE = 10
"""Files of one call: the server takes twenty, and each may be large."""


@dataclass(frozen=True, slots=True)
class Target:
    """The product that something is sent to, also once another one is open."""

    id: int
    title: str


class Sending:
    """Sends to a product that is open in ``panel``, and shows what the server made of it."""

    def __init__(self, panel: EditedPanel) -> None:
        self._panel, self._workspace = panel, panel.workspace

    def refusal(self) -> str:
        """Why nothing can be sent now, in a sentence; empty when it can."""
        session = self._panel.session
        if session.draft is None or not session.record_id:
            return _("Open a product first.")
        if is_new_id(session.record_id):
            return _("Save this new product first.")
        if FILES in session.draft.changed_fields():
            return _("Save or discard the changes of its files first.")
        return ""

    def target(self) -> Target | None:
        """The product that is open; None where nothing can be sent to it now, which is told."""
        if reason := self.refusal():
            self._tell(_("Nothing was sent"), reason, "warning")
        elif may_write(self._workspace, KIND.part, KIND.units):
            return Target(int(self._panel.session.record_id), self._panel.session.title)
        return None

    async def picture(
        self, target: Target, path: Path, *, square: bool, by_hand: bool = False
    ) -> bool:
        """Send the picture of the product, shrunk where it is large; ``by_hand``: the part that
        the user frames. Whether it is there now."""
        work, cut = self._workspace, ()
        try:
            if by_hand:
                shown = await looked_at(work, path, SHOWN_SIDE)
                dialog = CutDialog(self._panel, shown, square=square)
                if await dialog.ask() != "use":
                    return False
                square, cut = False, astuple(dialog.frame.cut)
            async with shrunk(work, path, PICTURE, square=square, cut=cut) as upload:
                doing = _("Sending the picture")
                call: Call = lambda api: api.products.set_image(target.id, upload)  # noqa: E731
                return await self._send(target, doing, call) is not None
        except ConversionFailed as problem:
            title = _("“{name}” can't be the picture").format(name=path.name)
            self._tell(title, str(problem), "warning")
            return False

    async def files(self, target: Target, paths: Sequence[Path], purpose: str) -> int:
        """Send files that buyers get; how many are there now."""
        product: Product | None = None
        doing = _("Sending {files}").format(files=counted(len(paths), "file"))
        # The list is replaced as a whole: what others added meanwhile has to be in it.
        with operation(self._workspace, doing, NOTICE):
            product = await self._workspace.run(lambda api: api.products.get(target.id))
        if product is None:
            return 0
        fits, left = await in_thread(_judged, paths, MOST_FILES - len(_rows(product)))
        if left:
            title = _("{files} left out").format(files=counted(len(left), "file"))
            self._tell(title, "\n".join(left), "warning")
        sent = 0
        for start in range(0, len(fits), AT_ONCE):
            piece = [Upload.of(path) for path in fits[start : start + AT_ONCE]]
            product = await self._send_files(target, _rows(product), piece, purpose)
            if product is None:
                break
            sent += len(piece)
        return sent

    async def _send_files(
        self, target: Target, rows: list[Any], piece: Sequence[Upload], purpose: str
    ) -> Product | None:
        doing = _("Sending {files}").format(files=counted(len(piece), "file"))
        return await self._send(
            target, doing, lambda api: api.products.add_files(target.id, rows, piece, purpose)
        )

    async def _send(self, target: Target, doing: str, call: Call) -> Product | None:
        """Send once: a lost answer is told, never tried again by itself (quirk 10)."""
        session, work = self._panel.session, self._workspace
        record_id = str(target.id)
        saved: Product | None = None
        with operation(work, doing, NOTICE, progress=self._panel.detail.show_loading):
            async with journaled(work, KIND.part, target.title, doing, record_id):
                saved = await work.run(call)
        if saved is None:
            return None
        await self._panel.source.library.keep(saved.model_dump(mode="json"))
        draft = session.draft
        if draft is not None and session.record_id == record_id:
            session.editor.take(draft.rebase(saved))
            self._panel.detail.show_record(draft.base)
        work.announce(KIND.part, record_id, source=self._panel)
        return saved

    def _tell(self, title: str, text: str, tone: str) -> None:
        notice = Notice(title, text, tone, key=NOTICE)
        self._workspace.notifications.post(notice)


def _rows(product: Product) -> list[Any]:
    found = product.model_dump(mode="json").get(FILES)
    return found if isinstance(found, list) else []


def _judged(paths: Sequence[Path], room: int) -> tuple[list[Path], list[str]]:
    """The files that can be sent, and why the others cannot; for a thread."""
    fits: list[Path] = []
    left: list[str] = []
    for path in paths:
        try:
            size, whole = path.stat().st_size, path.is_file()
        except OSError:
            size, whole = 0, False
        if not whole:
            left.append(_("{name}: it is no file that can be read.").format(name=path.name))
        elif size > LARGEST_FILE:
            most = size_words(LARGEST_FILE)
            left.append(_("{name}: it is larger than {most}.").format(name=path.name, most=most))
        elif len(fits) >= room:
            left.append(
                _("{name}: a product has at most {most} files.").format(
                    name=path.name, most=MOST_FILES
                )
            )
        else:
            fits.append(path)
    return fits, left
