"""What kind of file a product's file is (document: Product, product_files)."""

import re
from urllib.parse import unquote, urlsplit

_EXTENSION = re.compile(r"\.([A-Za-z0-9]{1,32})$", re.ASCII)
_MAJOR = ("audio", "video", "image")
_ENDINGS = {
    "audio": "mp3 m4a aac wav flac ogg oga opus wma aiff",
    "video": "mp4 m4v mov webm mkv avi wmv mpg mpeg",
    "image": "jpg jpeg png gif webp svg avif bmp tif tiff heic ico",
    "document": "pdf doc docx odt rtf txt md epub mobi xls xlsx ods csv ppt pptx odp pages key",
    "archive": "zip rar 7z tar gz tgz bz2 xz",
}
_KIND_OF_ENDING = {ending: kind for kind, words in _ENDINGS.items() for ending in words.split()}
_DOCUMENT_WORDS = ("pdf", "word", "opendocument", "officedocument", "excel", "powerpoint", "epub")
_ARCHIVE_WORDS = ("zip", "x-tar", "rar", "7z", "gzip")


def extension_of(address: str) -> str:
    """The ending of a file's name: lower case, no dot, empty when there is none."""
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return ""
    found = _EXTENSION.search(path.rpartition("/")[2])
    return found[1].lower() if found else ""


def file_kind(extension: str, mime_type: str | None) -> str:
    """audio, video, document, image, archive or file; the type goes before the ending."""
    major, _, minor = (mime_type or "").lower().partition(";")[0].strip().partition("/")
    if major in _MAJOR:
        return major
    if major == "text" or any(word in minor for word in _DOCUMENT_WORDS):
        return "document"
    if any(word in minor for word in _ARCHIVE_WORDS):
        return "archive"
    return _KIND_OF_ENDING.get(extension, "file")
