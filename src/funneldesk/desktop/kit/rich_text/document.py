"""Rich text in a document of Qt's: blocks put in at a cursor, and read out of it."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextList,
    QTextListFormat,
)

from funneldesk.desktop.kit.rich_text.blocks import Block, Kind, Run, tidy

CODE = QTextFormat.Property.UserProperty.value + 1
QUOTE = QTextFormat.Property.UserProperty.value + 2
QUOTE_INDENT = 14
_STYLES: dict[Kind, QTextListFormat.Style] = {
    "ul": QTextListFormat.Style.ListDisc,
    "ol": QTextListFormat.Style.ListDecimal,
}
BOLD, NORMAL = 600, 400
"""The heaviest weight that the program's own font has, so that none is made up."""
KEEP = QTextCursor.MoveMode.KeepAnchor
_Lists = dict[int, QTextList]


def blocks_of(document: QTextDocument, start: int = 0, end: int | None = None) -> list[Block]:
    """What stands between two positions, by default all of it."""
    found = []
    for block in each_block(document):
        first, last = block.position(), block.position() + block.length() - 1
        if last >= start and (end is None or first <= end):
            kind, level = list_of(block)
            found.append(Block(tuple(_runs(block, start, end)), kind, level, quote_of(block)))
    return tidy(found)


def put(cursor: QTextCursor, blocks: Sequence[Block]) -> None:
    """Put blocks in the place of what is selected, as one step of undo.

    The first goes on with the line that the cursor stands in, unless that is empty.
    """
    cursor.beginEditBlock()
    cursor.removeSelectedText()
    lists: _Lists = {}
    for place, block in enumerate(blocks):
        alone = cursor.block().length() == 1
        if place or (block.kind and not alone):
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            alone = True
        if alone:
            shape(cursor, block.kind, block.level, block.quote, lists)
        for run in block.runs:
            cursor.insertText(run.text, char_format(run))
    cursor.endEditBlock()


def shape(cursor: QTextCursor, kind: Kind, level: int, quote: int, lists: _Lists) -> None:
    """Make the cursor's block a line or an item; ``lists`` are those that are going on."""
    made = QTextBlockFormat()
    made.setProperty(QUOTE, quote)
    made.setLeftMargin(quote * QUOTE_INDENT)
    cursor.setBlockFormat(made)
    for deep in [deep for deep in lists if not kind or deep > level]:
        del lists[deep]
    if not kind:
        return
    going_on = lists.get(level)
    if going_on is not None and going_on.format().style() == _STYLES[kind]:
        going_on.add(cursor.block())
    else:
        lists[level] = cursor.createList(_list_format(kind, level))


def regroup(document: QTextDocument) -> None:
    """Lists as html has them: one ends where another line or kind stands between its items."""
    going_on: _Lists = {}
    used: set[int] = set()
    for block in each_block(document):
        kind, level = list_of(block)
        going_on = {deep: each for deep, each in going_on.items() if kind and deep <= level}
        here, known = block.textList(), going_on.get(level)
        if not kind:
            continue
        if known is not None and known.format().style() == here.format().style():
            if known.objectIndex() != here.objectIndex():
                known.add(block)
        elif here.objectIndex() in used:
            QTextCursor(block).createList(_list_format(kind, level))
        going_on[level] = block.textList()
        used.add(block.textList().objectIndex())


def char_format(run: Run) -> QTextCharFormat:
    """The form of a run, without its looks."""
    made = QTextCharFormat()
    made.setFontWeight(BOLD if run.bold else NORMAL)
    made.setFontItalic(run.italic)
    made.setProperty(CODE, run.code)
    if run.link:
        made.setAnchor(True)
        made.setAnchorHref(run.link)
    return made


def is_bold(form: QTextCharFormat) -> bool:
    """Whether characters of this form are bold."""
    return int(form.fontWeight()) >= BOLD


def is_code(form: QTextCharFormat) -> bool:
    """Whether characters of this form are code."""
    return bool(form.property(CODE))


def list_of(block: QTextBlock) -> tuple[Kind, int]:
    """The kind and the level of the list that a block is an item of."""
    found = block.textList()
    if found is None:
        return "", 0
    form = found.format()
    return "ol" if form.style() == _STYLES["ol"] else "ul", form.indent()


def quote_of(block: QTextBlock) -> int:
    """How often a block is quoted."""
    return int(block.blockFormat().property(QUOTE) or 0)


def each_block(document: QTextDocument) -> Iterator[QTextBlock]:
    """All blocks in order."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """The runs of a block, as Qt keeps them."""
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def _runs(block: QTextBlock, start: int, end: int | None) -> Iterator[Run]:
    for fragment in fragments(block):
        first = fragment.position()
        text = _cut(fragment.text(), start - first, None if end is None else end - first)
        form = fragment.charFormat()
        link = form.anchorHref() if form.isAnchor() else ""
        yield Run(text, is_bold(form), form.fontItalic(), is_code(form), link)


def _cut(text: str, start: int, end: int | None) -> str:
    """Qt counts units of UTF-16."""
    if start <= 0 and end is None:
        return text
    units = text.encode("utf-16-le")
    last = len(units) if end is None else max(0, end) * 2
    return units[max(0, start) * 2 : last].decode("utf-16-le", "replace")


def _list_format(kind: Kind, level: int) -> QTextListFormat:
    made = QTextListFormat()
    made.setStyle(_STYLES[kind] if kind else QTextListFormat.Style.ListDisc)
    made.setIndent(level)
    return made
