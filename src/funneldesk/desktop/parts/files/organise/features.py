"""Features that organise files, in the order of the menus."""

from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.moving.moving import MoveFiles
from funneldesk.desktop.parts.files.organise.organise import Organise
from funneldesk.desktop.parts.files.organise.undo import UndoFiles
from funneldesk.desktop.parts.files.transfers.drag_out import DragOut
from funneldesk.desktop.parts.files.watched_folders.feature import Watching

ORGANISING: tuple[type[FilesFeature], ...] = (
    MoveFiles,
    Organise,
    UndoFiles,
    DragOut,
    Watching,
)
