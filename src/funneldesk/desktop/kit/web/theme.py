"""The colours and type of the web views, one value for each custom property of their styles."""

from dataclasses import asdict, dataclass

UI_FONT = "Inter, sans-serif"


@dataclass(frozen=True, slots=True)
class EditorTheme:
    """The editor's look; colours as CSS text, sizes in CSS pixels; light by default."""

    background: str = "#FFFFFF"
    text: str = "#1A212C"
    muted: str = "#576170"
    line: str = "#DDE1E7"
    gutter: str = "#FFFFFF"
    line_number: str = "#A9B1BC"
    accent: str = "#3D57D6"
    accent_soft: str = "#E9EDFF"
    selection: str = "#C9D3FF"
    match: str = "#FBE7AE"
    tag: str = "#B3246B"
    attribute: str = "#8F5B00"
    string: str = "#1B7A4B"
    keyword: str = "#3D57D6"
    comment: str = "#6B7584"
    number: str = "#0A659E"
    danger: str = "#BF2F3A"
    warning: str = "#8F5B00"
    caret: str = "#1A212C"
    font_family: str = "JetBrains Mono"
    font_size: float = 12.5
    ui_font: str = UI_FONT
    scheme: str = "light"

    def as_styles(self) -> dict[str, str]:
        """The custom properties' names (without dashes) and values."""
        return _styles(self)


@dataclass(frozen=True, slots=True)
class StageTheme:
    """The ground and the cards of the preview; colours as CSS text; light by default."""

    background: str = "#F5F6F8"
    text: str = "#1A212C"
    muted: str = "#576170"
    line: str = "#DDE1E7"
    chip: str = "#ECEEF2"
    accent: str = "#3D57D6"
    ui_font: str = UI_FONT
    scheme: str = "light"

    def as_styles(self) -> dict[str, str]:
        """The custom properties' names (without dashes) and values."""
        return _styles(self)


def _styles(theme: EditorTheme | StageTheme) -> dict[str, str]:
    values = {name.replace("_", "-"): str(value) for name, value in asdict(theme).items()}
    if isinstance(theme, EditorTheme):
        values["font-family"] = f"'{theme.font_family}', monospace"
        values["font-size"] = f"{theme.font_size}px"
    return values


LIGHT_EDITOR = EditorTheme()
DARK_EDITOR = EditorTheme(
    background="#1A1E25",
    text="#E7EAF0",
    muted="#A2ACBA",
    line="#2B313B",
    gutter="#1A1E25",
    line_number="#5A6472",
    accent="#8FA5FF",
    accent_soft="#263059",
    selection="#3A4880",
    match="#5A4715",
    tag="#FF8FC0",
    attribute="#E3B252",
    string="#5CC98F",
    keyword="#8FA5FF",
    comment="#8B95A3",
    number="#6CB8F0",
    danger="#FF858C",
    warning="#E3B252",
    caret="#E7EAF0",
    scheme="dark",
)
LIGHT_STAGE = StageTheme()
DARK_STAGE = StageTheme(
    background="#13161B",
    text="#E7EAF0",
    muted="#A2ACBA",
    line="#2B313B",
    chip="#101317",
    accent="#8FA5FF",
    scheme="dark",
)
