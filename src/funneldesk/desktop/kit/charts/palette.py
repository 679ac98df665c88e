"""Colours of charts: a palette that the colour-blind tell apart, drawn from the window's tokens."""

from dataclasses import asdict, dataclass

from funneldesk.desktop.kit.style.tokens import Tokens
from funneldesk.desktop.kit.web.theme import UI_FONT

LIGHT = ("#3D57D6", "#D47311", "#0DA57F", "#8D1953", "#8F8FC9", "#414F17", "#ED1F52")
DARK = ("#8FA5FF", "#DC9349", "#82F09E", "#DA3EB3", "#ECD2D9", "#E73E68", "#B1E31C")


@dataclass(frozen=True, slots=True)
class ChartTheme:
    """The look of a board: colours as CSS text."""

    app: str
    surface: str
    sunken: str
    line: str
    strong: str
    text: str
    muted: str
    accent: str
    accent_soft: str
    on_accent: str
    success: str
    warning: str
    danger: str
    info: str
    scheme: str
    palette: tuple[str, ...]
    ui_font: str = UI_FONT

    @classmethod
    def of(cls, tokens: Tokens) -> "ChartTheme":
        """The look that goes with the window's colours."""
        return cls(
            app=tokens.app,
            surface=tokens.surface,
            sunken=tokens.sunken,
            line=tokens.line,
            strong=tokens.strong,
            text=tokens.text,
            muted=tokens.muted,
            accent=tokens.accent,
            accent_soft=tokens.accent_soft,
            on_accent=tokens.on_accent,
            success=tokens.success,
            warning=tokens.warning,
            danger=tokens.danger,
            info=tokens.info,
            scheme="dark" if tokens.dark else "light",
            palette=DARK if tokens.dark else LIGHT,
        )

    def as_message(self) -> dict[str, object]:
        """For the document: names as in a style sheet, the palette as a list."""
        return {name.replace("_", "-"): value for name, value in asdict(self).items()}
