"""A page from a file on disk: every byte of the text as it was."""

import codecs
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.making import html_file as importing
from funneldesk.desktop.records.making.html_file import (
    ImportProblem,
    read_html_file,
    slug_of,
    web_codec,
)

HTML = "<!doctype html>\r\n<title>Größe &amp; Glück</title>\n<p>a\u00a0b\u2028</p>\r"


def write(folder: Path, data: bytes, name: str = "summer_sale-2026.html") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_utf8_file_comes_byte_for_byte(tmp_path: Path) -> None:
    imported = read_html_file(write(tmp_path, HTML.encode()))
    assert imported.html == HTML
    assert imported.title == "Größe & Glück"
    assert imported.slug == "summer-sale-2026"
    assert imported.notes == ()


def test_the_invisible_mark_is_left_out_and_said(tmp_path: Path) -> None:
    imported = read_html_file(write(tmp_path, codecs.BOM_UTF8 + HTML.encode()))
    assert imported.html == HTML
    assert "mark" in imported.notes[0]


@pytest.mark.parametrize(
    ("data", "label"),
    [
        (codecs.BOM_UTF16_LE + HTML.encode("utf-16-le"), "UTF-16"),
        (codecs.BOM_UTF16_BE + HTML.encode("utf-16-be"), "UTF-16"),
        (HTML.encode("utf-16-le"), "UTF-16"),
        (HTML.encode("utf-16-be"), "UTF-16"),
        (codecs.BOM_UTF32_LE + HTML.encode("utf-32-le"), "UTF-32"),
    ],
)
def test_other_unicode_files_are_converted_and_said(
    tmp_path: Path, data: bytes, label: str
) -> None:
    imported = read_html_file(write(tmp_path, data))
    assert imported.html == HTML
    assert label in imported.notes[0]


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("windows-1251", "cp1251", "Лето"),
        ("shift_jis", "shift_jis", "夏のセール"),
        ("ISO-8859-1", "cp1252", "“Größe” 9 €"),
        ("iso-8859-2", "iso8859-2", "Łóżko"),
    ],
)
def test_a_declared_charset_is_believed(tmp_path: Path, label: str, codec: str, text: str) -> None:
    html = f'<meta http-equiv=x content="text/html; charset={label}"><p>{text}</p>'
    imported = read_html_file(write(tmp_path, html.encode(codec)))
    assert imported.html == html
    assert label in imported.notes[0]


def test_utf8_that_declares_something_older_is_utf8(tmp_path: Path) -> None:
    html = "<meta charset=windows-1252><p>Größe</p>"
    assert read_html_file(write(tmp_path, html.encode())).html == html


@pytest.mark.parametrize("label", ["rot13", "unicode_escape", "utf-7", "nonsense", "utf-8", ""])
def test_a_file_that_says_nothing_useful_is_read_as_browsers_do(tmp_path: Path, label: str) -> None:
    data = f"<meta charset='{label}'>".encode() + b"<p>Gr\xf6\xdfe 9 \x80 \x81</p>"
    imported = read_html_file(write(tmp_path, data))
    assert imported.html.endswith("<p>Größe 9 € \x81</p>")
    assert "Windows-1252" in imported.notes[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<p>a\x00b</p>", "NUL"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8a\x00", "UTF-16"),
        (codecs.BOM_UTF8 + b"\xff", "UTF-8"),
        (b"", "empty"),
        (b" \r\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "NUL"),
    ],
)
def test_what_cannot_become_a_page_is_refused_in_a_sentence(
    tmp_path: Path, data: bytes, words: str
) -> None:
    with pytest.raises(ImportProblem, match=words) as caught:
        read_html_file(write(tmp_path, data))
    assert "summer_sale-2026.html" in str(caught.value)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LARGEST_FILE", 1024 * 1024)
    path = write(tmp_path, b"a" * 1024 * 1024)
    assert len(read_html_file(path).html) == 1024 * 1024
    with pytest.raises(ImportProblem, match="larger than 1 MB"):
        read_html_file(write(tmp_path, b"a" * (1024 * 1024 + 1)))


def test_folders_pipes_and_missing_files_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.html"
    os.mkfifo(pipe)
    for path, words in ((tmp_path, "not a file"), (pipe, "not a file"), (tmp_path / "x", "there")):
        with pytest.raises(ImportProblem, match=words):
            read_html_file(path)


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>\n  Sleep\n better </title>", "Sleep better"),
        ("<!-- <title>no</title> --><title>Sleep</title>", "Sleep"),
        ("<body><svg><title>Icon</title></svg>", "Summer sale 2026"),
        ("<title> </title>", "Summer sale 2026"),
        ("<title>never closed", "Summer sale 2026"),
        (f"<title>{'a' * 300}</title>", "a" * 255),
    ],
)
def test_the_title_is_the_pages_or_the_files(tmp_path: Path, html: str, title: str) -> None:
    assert read_html_file(write(tmp_path, html.encode())).title == title


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Summer Sale (final) v2", "summer-sale-final-v2"),
        ("Größe & Über", "grosse-uber"),
        ("夏", ""),
        ("--a__b--", "a-b"),
    ],
)
def test_a_slug_from_a_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@given(st.text(max_size=400))
def test_a_slug_is_always_fit_for_an_address(name: str) -> None:
    slug = slug_of(name)
    assert len(slug) <= 255
    assert not slug or all(word.isascii() and word.isalnum() for word in slug.split("-"))
    assert slug == slug.lower()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1))
def test_any_text_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("import") / "page.html"
    path.write_bytes(b"<p>" + text.encode())
    assert read_html_file(path).html == f"<p>{text}"


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gb2312", "gb18030", "価格 镕 €"),
        ("GBK", "gb18030", "朱镕基"),
        ("shift_jis", "cp932", "①髙橋～"),
        ("x-sjis", "cp932", "㈱カフェ"),
        ("euc-kr", "cp949", "똠방각하"),
        ("ks_c_5601-1987", "cp949", "커피"),
        ("big5", "big5hkscs", "咖啡 粵語"),
        ("latin1", "cp1252", "“Größe” 9 €"),
        ("iso-8859-9", "cp1254", "İstanbul “ğ”"),
        ("tis-620", "cp874", "กาแฟ"),
        ("koi8-ru", "koi8-u", "кава ї"),
        ("x-mac-cyrillic", "mac-cyrillic", "кофе"),
        ("iso-8859-8-i", "iso8859-8", "קפה"),
        ("windows-31j", "cp932", "纊"),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(
    tmp_path: Path, label: str, codec: str, text: str
) -> None:
    html = f'<html><head><meta charset="{label}"><title>{text}</title></head></html>'
    imported = read_html_file(write(tmp_path, html.encode(codec)))
    assert imported.title == text
    assert web_codec(label) == codec


@pytest.mark.parametrize("label", ["utf-7", "rot13", "zip", "idna", "punycode", "hz-gb-2312", "x"])
def test_labels_that_are_unknown_or_unsafe_are_not_used(label: str) -> None:
    assert web_codec(label) is None
