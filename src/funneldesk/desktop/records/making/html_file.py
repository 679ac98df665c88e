"""A new page from an html file on this computer."""

import codecs
import re
import stat
import unicodedata
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from funneldesk.contract.markup_tags import tags
from funneldesk.desktop.local.texts import _

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes. A page larger than this would keep visitors waiting for minutes."""
LONGEST_NAME = 255
"""Characters of a title or a slug (document: Limits)."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_UNMARKED_UTF16 = ((b"<\x00", "utf-16-le"), (b"\x00<", "utf-16-be"))
_DECLARED = re.compile(rb"""<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.I)
_DECLARED_WITHIN = 1024
_TRUSTED_CODECS = re.compile(
    r"cp125\d|cp866|cp874|cp932|cp949|iso8859-\d+|koi8-[ru]|mac-(?:roman|cyrillic)|euc_jp"
    r"|iso2022_jp|gb18030|big5hkscs|utf-8"
)
_WEB_LABELS = {
    "cp1252": [
        "ansi_x3.4-1968",
        "ascii",
        "cp1252",
        "cp819",
        "csisolatin1",
        "ibm819",
        "iso-8859-1",
        "iso-ir-100",
        "iso8859-1",
        "iso88591",
        "iso_8859-1",
        "iso_8859-1:1987",
        "l1",
        "latin1",
        "us-ascii",
        "windows-1252",
        "x-cp1252",
    ],
    "cp1250": ["cp1250", "windows-1250", "x-cp1250"],
    "cp1251": ["cp1251", "windows-1251", "x-cp1251"],
    "cp1253": ["cp1253", "windows-1253", "x-cp1253"],
    "cp1254": [
        "cp1254",
        "csisolatin5",
        "iso-8859-9",
        "iso-ir-148",
        "iso8859-9",
        "iso88599",
        "iso_8859-9",
        "iso_8859-9:1989",
        "l5",
        "latin5",
        "windows-1254",
        "x-cp1254",
    ],
    "cp1255": ["cp1255", "windows-1255", "x-cp1255"],
    "cp1256": ["cp1256", "windows-1256", "x-cp1256"],
    "cp1257": ["cp1257", "windows-1257", "x-cp1257"],
    "cp1258": ["cp1258", "windows-1258", "x-cp1258"],
    "cp874": ["dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620", "windows-874"],
    "iso8859-8": [
        *("csiso88598e", "csisolatinhebrew", "hebrew", "iso-8859-8-e", "visual"),
        *("csiso88598i", "iso-8859-8-i", "logical"),
    ],
    "iso8859-5": ["csisolatincyrillic", "cyrillic", "iso-ir-144"],
    "iso8859-6": [
        *("arabic", "asmo-708", "csiso88596e", "csiso88596i", "csisolatinarabic", "ecma-114"),
        *("iso-8859-6-e", "iso-8859-6-i", "iso-ir-127"),
    ],
    "iso8859-7": ["csisolatingreek", "ecma-118", "elot_928", "greek", "greek8", "sun_eu_greek"],
    "koi8-r": ["cskoi8r", "koi", "koi8", "koi8-r", "koi8_r"],
    "koi8-u": ["koi8-ru", "koi8-u"],
    "mac-roman": ["csmacintosh", "mac", "macintosh", "x-mac-roman"],
    "mac-cyrillic": ["x-mac-cyrillic", "x-mac-ukrainian"],
    "gb18030": [
        "chinese",
        "csgb2312",
        "csiso58gb231280",
        "gb18030",
        "gb2312",
        "gb_2312",
        "gb_2312-80",
        "gbk",
        "iso-ir-58",
        "x-gbk",
    ],
    "big5hkscs": ["big5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5"],
    "euc_jp": ["cseucpkdfmtjapanese", "euc-jp", "x-euc-jp"],
    "cp932": [
        "csshiftjis",
        "ms932",
        "ms_kanji",
        "shift-jis",
        "shift_jis",
        "sjis",
        "windows-31j",
        "x-sjis",
    ],
    "cp949": [
        "cseuckr",
        "csksc56011987",
        "euc-kr",
        "iso-ir-149",
        "korean",
        "ks_c_5601-1987",
        "ks_c_5601-1989",
        "ksc5601",
        "ksc_5601",
        "windows-949",
    ],
    "utf-8": [
        *(
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "utf-8",
            "utf8",
            "x-unicode20utf8",
        ),
        # A page whose declaration can be read at all is not written in these.
        *("utf-16", "utf-16be", "utf-16le", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2"),
    ],
}
"""Labels that browsers read otherwise than Python, or that Python does not know."""
_WINDOWS_1252 = {
    byte: bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0xA0)
}


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """``html`` is the file's text, line ends as they were. ``notes`` are sentences to show."""

    title: str
    slug: str
    html: str
    notes: tuple[str, ...] = ()


class ImportProblem(Exception):
    """The file cannot become a page; the message says why and what to do."""


def read_html_file(path: Path) -> ImportedFile:
    """Read a file from disk. Waits for the disk: call it in a thread. Raises ImportProblem."""
    data = _read(path)
    html, notes = _decode(data, path.name)
    if "\x00" in html:
        raise ImportProblem(
            _(
                "“{name}” holds NUL characters, which no page may have. It is probably not an "
                "HTML file; if it is, save it again as UTF-8 text."
            ).format(name=path.name)
        )
    return ImportedFile(_title(html, path), slug_of(path.stem), html, notes)


def slug_of(name: str) -> str:
    """A name as part of an address: lower case, latin letters, digits and hyphens.

    Empty when nothing of it can stay; the platform then makes a slug from the title.
    """
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore")
    words = re.findall(r"[a-z0-9]+", plain.decode("ascii").lower())
    return "-".join(words)[:LONGEST_NAME].strip("-")


def _read(path: Path) -> bytes:
    name = path.name
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ImportProblem(_("“{name}” is not a file. Choose an HTML file.").format(name=name))
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise ImportProblem(
            _(
                "“{name}” is not there any more. It may have been moved or renamed: choose it "
                "again."
            ).format(name=name)
        ) from error
    except PermissionError as error:
        raise ImportProblem(
            _(
                "This account may not read “{name}”. Change the file's rights, or copy it "
                "elsewhere."
            ).format(name=name)
        ) from error
    except (OSError, ValueError) as error:
        raise ImportProblem(
            _(
                "“{name}” could not be read. Check that the disk is connected, then try again."
            ).format(name=name)
        ) from error
    if len(data) > LARGEST_FILE:
        raise ImportProblem(
            _(
                "“{name}” is larger than {size} MB. Visitors would wait very long for such a "
                "page: move images that stand in the HTML to Files, then try again."
            ).format(name=name, size=LARGEST_FILE // 1024 // 1024)
        )
    if not data.strip():
        raise ImportProblem(
            _("“{name}” is empty. Choose a file that holds a page.").format(name=name)
        )
    return data


def _decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text and what there is to say about how it was read."""
    for mark, codec, label in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], codec, label, name)
    for start, codec in _UNMARKED_UTF16:
        if data.startswith(start):
            return _strictly(data, codec, "UTF-16", name), (_converted("UTF-16"),)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        return _decode_older(data)


def _marked(data: bytes, codec: str, label: str, name: str) -> tuple[str, tuple[str, ...]]:
    text = _strictly(data, codec, label, name)
    if codec == "utf-8":
        return text, (_("The invisible mark at the file's beginning was left out."),)
    return text, (_converted(label),)


def _strictly(data: bytes, codec: str, label: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise ImportProblem(
            _(
                "“{name}” says that it is {encoding} text, but some of it is not. It may be "
                "damaged: open it in an editor and save it as UTF-8."
            ).format(name=name, encoding=label)
        ) from error


def _decode_older(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Text that is not Unicode: as the page declares itself, otherwise as browsers assume."""
    declared = _declared_codec(data)
    if declared is not None:
        codec, label = declared
        try:
            return data.decode(codec), (_converted(label),)
        except UnicodeDecodeError:
            pass
    text = data.decode("latin-1").translate(_WINDOWS_1252)
    return text, (
        _(
            "The file does not say how its letters are written, so it was read as Windows-1252 "
            "(western European). Check accents and special characters before you publish."
        ),
    )


def _declared_codec(data: bytes) -> tuple[str, str] | None:
    found = _DECLARED.search(data, 0, _DECLARED_WITHIN)
    if found is None:
        return None
    label = found[1].decode("ascii", "replace")
    codec = web_codec(label)
    return None if codec is None else (codec, label)


def web_codec(label: str) -> str | None:
    """The codec that browsers use for a label, by the table of the WHATWG Encoding standard.

    It often holds more than the label says: pages that call themselves gb2312 use all of gb18030.
    None for labels that are unknown or not safe to read.
    """
    name = label.strip().casefold()
    for codec, labels in _WEB_LABELS.items():
        if name in labels:
            return codec
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return None
    return codec if _TRUSTED_CODECS.fullmatch(codec) else None


def _converted(label: str) -> str:
    return _("The file was written as {label}. Its text was converted to UTF-8.").format(
        label=label
    )


def _title(html: str, path: Path) -> str:
    """The page's own title, otherwise the file's name as words."""
    found = tags(html)
    for tag in found:
        if tag.name == "title" and tag.complete:
            closing = next(found, None)
            written = unescape(html[tag.end : closing.start]) if closing else ""
            title = " ".join(written.split())[:LONGEST_NAME].rstrip()
            if title:
                return title
            break
        if tag.name in ("body", "svg"):
            break
    words = re.sub(r"[\s_-]+", " ", path.stem).strip()
    return (words[:1].upper() + words[1:])[:LONGEST_NAME] or _("Imported page")
