"""The table that every colour, measure and type size of the window is drawn from."""

from typing import NamedTuple


class Tokens(NamedTuple):
    """Colours as ``#RRGGBB``. Each text colour keeps 4.5:1 on every ground it is used on;
    ``disabled`` keeps 3:1 there, and is fainter than any of them.
    """

    dark: bool
    app: str
    surface: str
    sunken: str
    line: str
    strong: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    accent_soft: str
    success: str
    success_soft: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str
    info: str
    info_soft: str
    hover: str
    code_tag: str
    code_attribute: str
    code_string: str
    code_keyword: str
    code_gutter: str


LIGHT = Tokens(
    dark=False,
    app="#F5F6F8",
    surface="#FFFFFF",
    sunken="#ECEEF2",
    line="#DDE1E7",
    strong="#C3C9D2",
    text="#1A212C",
    muted="#576170",
    disabled="#7F8896",
    accent="#3D57D6",
    on_accent="#FFFFFF",
    accent_soft="#E9EDFF",
    success="#1B7A4B",
    success_soft="#E2F4EA",
    warning="#8F5B00",
    warning_soft="#FBF0D9",
    danger="#BF2F3A",
    danger_soft="#FCE7E8",
    info="#0A659E",
    info_soft="#E2F1FB",
    hover="#E3E6EC",
    code_tag="#B3246B",
    code_attribute="#8F5B00",
    code_string="#1B7A4B",
    code_keyword="#3D57D6",
    code_gutter="#8A93A1",
)

DARK = Tokens(
    dark=True,
    app="#13161B",
    surface="#1A1E25",
    sunken="#101317",
    line="#2B313B",
    strong="#434B58",
    text="#E7EAF0",
    muted="#A2ACBA",
    disabled="#6A7585",
    accent="#8FA5FF",
    on_accent="#0F1320",
    accent_soft="#263059",
    success="#5CC98F",
    success_soft="#17362A",
    warning="#E3B252",
    warning_soft="#3A2E14",
    danger="#FF858C",
    danger_soft="#42222A",
    info="#6CB8F0",
    info_soft="#152F42",
    hover="#222833",
    code_tag="#FF8FC0",
    code_attribute="#E3B252",
    code_string="#5CC98F",
    code_keyword="#8FA5FF",
    code_gutter="#6B7686",
)


class Density(NamedTuple):
    """Heights in device-independent pixels."""

    name: str
    control: int
    row: int


COMFORTABLE = Density("comfortable", 30, 32)
COMPACT = Density("compact", 26, 28)

SIDEBAR_WIDTH = 228
TOP_BAR_HEIGHT = 48
RADIUS = 6
CARD_RADIUS = 8
BASE_PX = 13
SMALL_PX = 12
LABEL_PX = 11
TITLE_PX = 15
CODE_PX = 12.5
