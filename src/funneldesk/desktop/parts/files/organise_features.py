"""What keeps order among the files, in the order of the menus."""

from funneldesk.desktop.parts.files.drag_out import DragOut
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.moving import MoveFiles
from funneldesk.desktop.parts.files.organise import Organise
from funneldesk.desktop.parts.files.undo import UndoFiles
from funneldesk.desktop.parts.files.watch import Watching

ORGANISING: tuple[type[FilesFeature], ...] = (
    MoveFiles,
    Organise,
    UndoFiles,
    DragOut,
    Watching,
)
