"""The views of the quick look, one for each kind of file."""

from funneldesk.desktop.parts.files.quick_look_font import FontStage
from funneldesk.desktop.parts.files.quick_look_picture import PictureStage
from funneldesk.desktop.parts.files.quick_look_stage import LookStage
from funneldesk.desktop.parts.files.quick_look_text import TextStage
from funneldesk.desktop.parts.files.quick_look_video import VideoStage
from funneldesk.desktop.workspace import Workspace

STAGES: tuple[type[LookStage], ...] = (PictureStage, FontStage, TextStage, VideoStage)


def stages(workspace: Workspace) -> tuple[LookStage, ...]:
    """One of each; the first that takes a file shows it."""
    return tuple(stage(workspace) for stage in STAGES)
