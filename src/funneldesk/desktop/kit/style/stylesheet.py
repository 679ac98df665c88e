"""The small style sheet: flat surfaces, one-pixel lines, no shadows. Properties opt in."""

from funneldesk.desktop.kit.style.tokens import (
    CARD_RADIUS,
    LABEL_PX,
    RADIUS,
    SMALL_PX,
    TITLE_PX,
    Density,
    Tokens,
)


def style_sheet(t: Tokens, density: Density) -> str:
    """The application's style sheet for one set of tokens."""
    sized = (_buttons(t, density), _text_buttons(t, density), _fields(t, density))
    plain = (_other_buttons(t), _sliders_and_boxes(t), _views(t))
    return "".join((_surfaces(t), _text(t), *sized, *plain))


def _surfaces(t: Tokens) -> str:
    return f"""
    *[surface="app"] {{ background: {t.app}; }}
    *[surface="surface"] {{ background: {t.surface}; }}
    *[surface="sunken"] {{ background: {t.sunken}; }}
    *[surface="card"] {{ background: {t.surface}; border: 1px solid {t.line};
        border-radius: {CARD_RADIUS}px; }}
    *[surface="top"] {{ background: {t.surface}; border-bottom: 1px solid {t.line}; }}
    *[surface="foot"] {{ background: {t.surface}; border-top: 1px solid {t.line}; }}
    *[surface="warning"] {{ background: {t.warning_soft}; border-bottom: 1px solid {t.line}; }}
    *[surface="danger"] {{ background: {t.danger_soft}; border-bottom: 1px solid {t.line}; }}
    *[surface="info"] {{ background: {t.info_soft}; border-bottom: 1px solid {t.line}; }}
    QDialog {{ border: 1px solid {t.line}; }}
    QToolTip {{ background: {t.text}; color: {t.surface}; border: 0; padding: 4px 8px; }}
    QSplitter::handle {{ background: {t.line}; }}
    QSplitter::handle:hover {{ background: {t.accent}; }}
    QMenu {{ background: {t.surface}; border: 1px solid {t.line}; padding: 4px; }}
    QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; color: {t.text}; }}
    QMenu::icon {{ left: 8px; }}
    QMenu::item:selected {{ background: {t.accent_soft}; }}
    QMenu::item:disabled {{ color: {t.disabled}; }}
    QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
    """


def _text(t: Tokens) -> str:
    return f"""
    QLabel {{ color: {t.text}; }}
    QLabel[tone="muted"] {{ color: {t.muted}; }}
    QLabel[tone="danger"] {{ color: {t.danger}; }}
    QLabel[tone="warning"] {{ color: {t.warning}; }}
    QLabel[tone="info"] {{ color: {t.info}; }}
    QLabel[tone="success"] {{ color: {t.success}; }}
    QLabel[tone="accent"] {{ color: {t.accent}; }}
    QLabel[textSize="small"] {{ font-size: {SMALL_PX}px; }}
    QLabel[textSize="label"] {{ font-size: {LABEL_PX}px; font-weight: 600; }}
    QLabel[textSize="title"] {{ font-size: {TITLE_PX}px; font-weight: 600; }}
    QLabel[textSize="figure"] {{ font-size: 22px; font-weight: 600; }}
    QLabel[textSize="strong"] {{ font-weight: 600; }}
    QLabel[textSize="key"] {{ font-size: {LABEL_PX}px; color: {t.muted}; background: {t.surface};
        border: 1px solid {t.line}; border-radius: 4px; padding: 1px 5px; }}
    """


def _buttons(t: Tokens, density: Density) -> str:
    height = density.control - 2
    return f"""
    QPushButton {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line};
        border-radius: {RADIUS}px; padding: 0 12px; min-height: {height}px; font-weight: 500; }}
    QPushButton:hover {{ background: {t.app}; border-color: {t.strong}; }}
    QPushButton:pressed {{ background: {t.sunken}; }}
    QPushButton:focus {{ border: 2px solid {t.accent}; padding: 0 11px;
        min-height: {height - 2}px; }}
    QPushButton:disabled {{ color: {t.disabled}; background: {t.app}; border-color: {t.line}; }}
    QPushButton[kind="primary"] {{ background: {t.accent}; color: {t.on_accent};
        border-color: {t.accent}; font-weight: 600; }}
    QPushButton[kind="primary"]:focus {{ border: 2px solid {t.text}; }}
    QPushButton[kind="primary"]:disabled {{ background: {t.sunken}; color: {t.disabled};
        border-color: {t.sunken}; }}
    QPushButton[kind="danger"] {{ color: {t.danger}; }}
    QPushButton[kind="plain"] {{ border-color: transparent; background: transparent; }}
    QPushButton[kind="plain"]:hover {{ background: {t.hover}; }}
    QPushButton[kind="plain"]:focus {{ border: 2px solid {t.accent}; }}
    QPushButton[kind="plain"]:checked {{ background: {t.accent_soft}; color: {t.accent}; }}
    QPushButton[kind="icon"] {{ border-color: transparent; background: transparent; padding: 0;
        min-width: {height}px; max-width: {height}px; }}
    QPushButton[kind="icon"]:hover {{ background: {t.hover}; }}
    QPushButton[kind="icon"]:focus {{ border: 2px solid {t.accent}; min-width: {height - 2}px;
        max-width: {height - 2}px; }}
    QPushButton[kind="icon"]:checked {{ background: {t.accent_soft}; }}
    QPushButton[kind="chip"] {{ border: 0; border-radius: 10px; min-height: 20px; padding: 0 9px;
        font-size: {SMALL_PX}px; background: {t.sunken}; color: {t.muted}; font-weight: 500; }}
    QPushButton[kind="chip"]:checked, QPushButton[kind="chip"][on="true"] {{
        background: {t.accent_soft}; color: {t.accent}; font-weight: 600; }}
    QPushButton[kind="chip"]:focus {{ border: 2px solid {t.accent}; padding: 0 7px;
        min-height: 16px; }}
    """


def _text_buttons(t: Tokens, density: Density) -> str:
    height = density.control - 2
    return f"""
    QPushButton[kind="link"] {{ border-color: transparent; background: transparent;
        color: {t.accent}; padding: 0 4px; }}
    QPushButton[kind="link"]:focus {{ border: 2px solid {t.accent}; padding: 0 3px; }}
    QPushButton[kind="small-link"] {{ border: 1px solid transparent; border-radius: 4px;
        background: transparent; color: {t.accent}; padding: 0 3px; min-height: 14px;
        font-size: {LABEL_PX}px; }}
    QPushButton[kind="small-link"]:hover {{ background: {t.accent_soft}; }}
    QPushButton[kind="small-link"]:focus {{ border-color: {t.accent}; min-height: 14px; }}
    QPushButton[kind="fold"] {{ border: 2px solid transparent; background: transparent;
        padding: 0 4px 0 0; min-height: 22px; margin-left: -6px; text-align: left;
        font-size: {TITLE_PX}px; font-weight: 600; }}
    QPushButton[kind="fold"]:hover {{ color: {t.accent}; }}
    QPushButton[kind="fold"]:focus {{ border-color: {t.accent}; min-height: 22px; }}
    QPushButton[kind="name"], QPushButton[kind="strong-name"] {{ border: 2px solid transparent;
        background: transparent; padding: 0 2px; min-height: {height - 4}px; text-align: left;
        font-weight: 400; }}
    QPushButton[kind="strong-name"] {{ font-weight: 600; }}
    QPushButton[kind="name"]:hover, QPushButton[kind="strong-name"]:hover {{
        background: {t.hover}; }}
    QPushButton[kind="name"]:focus, QPushButton[kind="strong-name"]:focus {{
        border-color: {t.accent}; min-height: {height - 4}px; }}
    QPushButton[kind="index"] {{ border: 2px solid transparent; background: transparent;
        color: {t.muted}; padding: 0 8px; min-height: {height - 4}px; text-align: left; }}
    QPushButton[kind="index"]:hover {{ background: {t.hover}; color: {t.text}; }}
    QPushButton[kind="index"]:checked {{ background: {t.accent_soft}; color: {t.accent}; }}
    QPushButton[kind="index"]:focus {{ border-color: {t.accent}; min-height: {height - 4}px; }}
    """


def _other_buttons(t: Tokens) -> str:
    return f"""
    QPushButton[kind="key"] {{ font-size: {LABEL_PX}px; font-weight: 400; color: {t.muted};
        border-radius: 4px; padding: 1px 6px; min-height: 16px; }}
    QPushButton[kind="key"]:hover {{ color: {t.accent}; border-color: {t.accent}; }}
    QPushButton[kind="key"]:focus {{ border: 2px solid {t.accent}; padding: 0 5px;
        min-height: 16px; }}
    QPushButton[kind="tab"] {{ border: 0; border-bottom: 2px solid transparent; border-radius: 0;
        background: transparent; color: {t.muted}; padding: 0 8px; min-height: 32px; }}
    QPushButton[kind="tab"]:hover {{ color: {t.text}; }}
    QPushButton[kind="tab"]:checked {{ color: {t.accent}; border-bottom-color: {t.accent};
        font-weight: 600; }}
    QPushButton[kind="tab"]:focus {{ background: {t.accent_soft}; }}
    QPushButton[kind="link"]:disabled, QPushButton[kind="small-link"]:disabled,
    QPushButton[kind="danger"]:disabled, QPushButton[kind="plain"]:disabled,
    QPushButton[kind="chip"]:disabled, QPushButton[kind="tab"]:disabled,
    QPushButton[kind="name"]:disabled, QPushButton[kind="strong-name"]:disabled,
    QPushButton[kind="fold"]:disabled, QPushButton[kind="index"]:disabled,
    QPushButton[kind="choice"]:disabled, QPushButton[kind="search"]:disabled {{
        color: {t.disabled}; }}
    QPushButton[kind="choice"] {{ text-align: left; font-weight: 400; }}
    QPushButton[kind="choice"]:checked {{ background: {t.accent_soft}; border-color: {t.accent}; }}
    QPushButton[kind="search"] {{ background: {t.app}; color: {t.muted}; text-align: left;
        font-weight: 400; }}
    QPushButton[kind]:disabled {{ color: {t.disabled}; }}
    QPushButton[kind]:checked:disabled {{ background: {t.sunken}; border-color: {t.line}; }}
    """


def _fields(t: Tokens, density: Density) -> str:
    height = density.control - 2
    fields = "QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox"
    return f"""
    {fields}, QPlainTextEdit, QTextEdit {{ background: {t.surface}; color: {t.text};
        border: 1px solid {t.line}; border-radius: {RADIUS}px; padding: 0 8px;
        placeholder-text-color: {t.muted};
        selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
    {fields} {{ min-height: {height}px; }}
    QLineEdit {{ padding: 0 6px; }}
    QPlainTextEdit, QTextEdit {{ padding: 4px 3px; }}
    QLineEdit:hover, QComboBox:hover, QPlainTextEdit:hover, QTextEdit:hover {{
        border-color: {t.strong}; }}
    QLineEdit:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus,
    QDoubleSpinBox:focus {{ border: 2px solid {t.accent}; padding: 0 7px; }}
    QLineEdit:focus, QComboBox:focus, QSpinBox:focus {{ min-height: {height - 2}px; }}
    QLineEdit:focus {{ padding: 0 5px; }}
    QPlainTextEdit:focus, QTextEdit:focus {{ padding: 3px 2px; }}
    QLineEdit[invalid="true"], QPlainTextEdit[invalid="true"],
    QComboBox[invalid="true"] {{ border-color: {t.danger}; }}
    QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled, QSpinBox:disabled,
    QDoubleSpinBox:disabled {{ color: {t.disabled}; background: {t.app};
        placeholder-text-color: {t.disabled}; }}
    QLineEdit[readOnly="true"], QPlainTextEdit[readOnly="true"], QTextEdit[readOnly="true"] {{
        background: {t.app}; }}
    QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ border: 0; padding: 0; min-height: 0;
        background: transparent; }}
    QProgressBar {{ border: 0; background: transparent; }}
    QProgressBar::chunk {{ background: {t.accent}; }}
    QLineEdit[kind="palette"] {{ border: 0; border-bottom: 1px solid {t.line}; border-radius: 0;
        font-size: 15px; min-height: 44px; padding: 0 16px; }}
    QComboBox::drop-down {{ border: 0; width: 22px; }}
    QComboBox QAbstractItemView {{ background: {t.surface}; border: 1px solid {t.line};
        selection-background-color: {t.accent_soft}; selection-color: {t.text}; outline: 0; }}
    """


def _sliders_and_boxes(t: Tokens) -> str:
    return f"""
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {t.line}; }}
    QSlider::sub-page:horizontal {{ border-radius: 2px; background: {t.accent}; }}
    QSlider::handle:horizontal {{ background: {t.surface}; border: 2px solid {t.accent};
        width: 10px; height: 10px; margin: -5px 0; border-radius: 7px; }}
    QSlider::sub-page:horizontal:disabled {{ background: {t.strong}; }}
    QSlider::handle:horizontal:disabled {{ border-color: {t.strong}; background: {t.app}; }}
    QSlider::handle:horizontal:focus {{ background: {t.accent}; }}
    QCheckBox {{ color: {t.text}; spacing: 8px; }}
    QCheckBox:focus {{ color: {t.accent}; }}
    QCheckBox:disabled {{ color: {t.disabled}; }}
    """


def _views(t: Tokens) -> str:
    return f"""
    QAbstractItemView {{ background: {t.surface}; border: 0; outline: 0; color: {t.text};
        selection-background-color: {t.accent_soft}; selection-color: {t.text}; }}
    QCalendarWidget QAbstractItemView:disabled {{ color: {t.disabled}; }}
    QCalendarWidget QWidget#qt_calendar_navigationbar {{ background: {t.surface}; }}
    QCalendarWidget QToolButton {{ background: transparent; color: {t.text}; border: 0;
        border-radius: 4px; padding: 4px 6px; font-weight: 600; }}
    QCalendarWidget QToolButton:hover {{ background: {t.hover}; }}
    QCalendarWidget QToolButton::menu-indicator {{ image: none; }}
    QScrollArea {{ border: 0; background: transparent; }}
    QScrollArea[kind="text"] {{ border: 2px solid transparent; border-radius: {RADIUS}px; }}
    QScrollArea[kind="text"]:focus {{ border-color: {t.accent}; }}
    QHeaderView::section {{ background: {t.surface}; color: {t.muted}; border: 0;
        border-bottom: 1px solid {t.line}; padding: 6px 12px; font-size: {LABEL_PX}px;
        font-weight: 600; }}
    QTableView[kind="matrix"] QHeaderView::section:horizontal {{ padding: 6px 0; }}
    QTableView[kind="matrix"] QTableCornerButton::section {{ background: {t.surface}; border: 0;
        border-bottom: 1px solid {t.line}; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle {{ background: {t.strong}; border-radius: 3px; margin: 2px;
        min-height: 28px; min-width: 28px; }}
    QScrollBar::handle:hover {{ background: {t.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """
