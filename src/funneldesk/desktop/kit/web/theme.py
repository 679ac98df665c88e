"""The colours and type of the web views, drawn from the same tokens as the rest of the window."""

from dataclasses import asdict, dataclass

from funneldesk.desktop.kit.style.tokens import Tokens

UI_FONT = "Inter, sans-serif"
_SELECTION = {False: "#C9D3FF", True: "#3A4880"}
_MATCH = {False: "#FBE7AE", True: "#5A4715"}


@dataclass(frozen=True, slots=True)
class EditorTheme:
    """The editor's look: colours as CSS text, sizes in CSS pixels."""

    background: str
    text: str
    muted: str
    line: str
    gutter: str
    line_number: str
    accent: str
    accent_soft: str
    selection: str
    match: str
    tag: str
    attribute: str
    string: str
    keyword: str
    comment: str
    number: str
    danger: str
    warning: str
    caret: str
    scheme: str
    font_family: str = "JetBrains Mono"
    font_size: float = 12.5
    ui_font: str = UI_FONT

    @classmethod
    def of(cls, tokens: Tokens) -> "EditorTheme":
        """The look that goes with the window's colours."""
        return cls(
            background=tokens.surface,
            text=tokens.text,
            muted=tokens.muted,
            line=tokens.line,
            gutter=tokens.surface,
            line_number=tokens.code_gutter,
            accent=tokens.accent,
            accent_soft=tokens.accent_soft,
            selection=_SELECTION[tokens.dark],
            match=_MATCH[tokens.dark],
            tag=tokens.code_tag,
            attribute=tokens.code_attribute,
            string=tokens.code_string,
            keyword=tokens.code_keyword,
            comment=tokens.muted,
            number=tokens.info,
            danger=tokens.danger,
            warning=tokens.warning,
            caret=tokens.text,
            scheme="dark" if tokens.dark else "light",
        )

    def as_styles(self) -> dict[str, str]:
        """The custom properties' names (without dashes) and values."""
        return {
            **_styles(self),
            "font-family": f"'{self.font_family}', monospace",  # not shown
            "font-size": f"{self.font_size}px",
        }


@dataclass(frozen=True, slots=True)
class StageTheme:
    """The ground and the cards of the preview: colours as CSS text."""

    background: str
    text: str
    muted: str
    line: str
    chip: str
    accent: str
    scheme: str
    ui_font: str = UI_FONT

    @classmethod
    def of(cls, tokens: Tokens) -> "StageTheme":
        """The look that goes with the window's colours."""
        return cls(
            background=tokens.app,
            text=tokens.text,
            muted=tokens.muted,
            line=tokens.line,
            chip=tokens.sunken,
            accent=tokens.accent,
            scheme="dark" if tokens.dark else "light",
        )

    def as_styles(self) -> dict[str, str]:
        """The custom properties' names (without dashes) and values."""
        return _styles(self)


def _styles(theme: EditorTheme | StageTheme) -> dict[str, str]:
    return {name.replace("_", "-"): str(value) for name, value in asdict(theme).items()}
