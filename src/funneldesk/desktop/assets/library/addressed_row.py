"""A picture of which only the address is known, as a file of the brand."""

from urllib.parse import urlsplit

from funneldesk.desktop.assets.library.row import AssetRow, kind_by_name


def picture_row(address: str) -> AssetRow:
    """The picture at an address, for what makes thumbnails."""
    try:
        kind = kind_by_name(urlsplit(address).path)
    except ValueError:
        kind = "other"
    return AssetRow(address, src=address, kind=kind if kind != "other" else "image")
