"""The window's tokens as the web views take them."""

from funneldesk.desktop.kit.theme import theme
from funneldesk.desktop.kit.tokens import CODE_PX
from funneldesk.desktop.kit.web.theme import EditorTheme, StageTheme


def editor_theme() -> EditorTheme:
    """The code editor in the window's colours."""
    t = theme.tokens
    return EditorTheme(
        background=t.surface,
        text=t.text,
        muted=t.muted,
        line=t.line,
        gutter=t.surface,
        line_number=t.code_gutter,
        accent=t.accent,
        accent_soft=t.accent_soft,
        selection="#3A4A8C" if t.dark else "#C9D3FF",
        match="#5A4A1E" if t.dark else "#FBE7AE",
        tag=t.code_tag,
        attribute=t.code_attribute,
        string=t.code_string,
        keyword=t.code_keyword,
        comment=t.muted,
        number=t.info,
        danger=t.danger,
        warning=t.warning,
        caret=t.text,
        font_size=CODE_PX,
        scheme="dark" if t.dark else "light",
    )


def stage_theme() -> StageTheme:
    """The preview's ground in the window's colours."""
    t = theme.tokens
    return StageTheme(
        background=t.app,
        text=t.text,
        muted=t.muted,
        line=t.line,
        chip=t.sunken,
        accent=t.accent,
        scheme="dark" if t.dark else "light",
    )
