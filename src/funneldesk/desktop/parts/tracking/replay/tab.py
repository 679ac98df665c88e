"""Tab of a session's recordings."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.session.reading import views_left_quickly
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.parts.tracking.replay.player import ReplayPlayer

NONE = _("This session has no recordings")
NOT_LISTED = _("The recordings of this session can't be listed now")
PLAYER = "player"
"""Name of what is made later."""


class RecordingsTab(RecordView):
    """The player, for the session that is open; made once somebody wants to see one."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.setLayout(column(spacing=0))
        self._due: Sequence[Mapping[str, Any]] | None = None
        self._backs: frozenset[int] = frozenset()
        self._none = ""

    @cached_property
    def player(self) -> "ReplayPlayer":
        """The player of this tab."""
        from funneldesk.desktop.parts.tracking.replay.player import ReplayPlayer

        made = ReplayPlayer(self._workspace)
        self.layout().addWidget(made)  # type: ignore[union-attr]
        return made

    @property
    def is_busy(self) -> bool:
        """Whether a recording is read."""
        return PLAYER in vars(self) and self.player.tasks.is_busy

    def show_record(self, body: Mapping[str, Any]) -> None:
        """Take the recordings; they are read once somebody looks."""
        self._backs = views_left_quickly(body)
        found = body.get("replays")
        self._due = found if isinstance(found, list) else ()
        self._none = NONE if "replays" in body else ""
        if found is None and self._none:
            self._none = NOT_LISTED
        if self.isVisible():
            self._take()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._take()

    def _take(self) -> None:
        if self._due is not None:
            self.player.show_session(self._due, self._backs, self._none)
            self._due = None
