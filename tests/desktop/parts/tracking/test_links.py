"""Short links: tags, presets, QR codes that lead on, and what came of them."""

import pytest
import zxingcpp
from PySide6.QtGui import QImage
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.tracking.links.making import LinkDialog
from funneldesk.desktop.parts.tracking.links.page import LinksPage
from funneldesk.desktop.parts.tracking.links.qr import image_of, png_of, svg_of
from funneldesk.desktop.parts.tracking.links.utm import problem, tagged, tags_of
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.workspace.workspace import Workspace


def test_tags_join_an_address_and_replace_only_their_own() -> None:
    address = "https://shop.example/mugs?size=2&utm_source=old#reviews"
    made = tagged(address, {"utm_source": "news letter", "utm_campaign": "spring & tea"})
    assert made == (
        "https://shop.example/mugs?size=2&utm_source=news+letter&utm_campaign=spring+%26+tea#reviews"
    )
    assert tags_of(made) == {"utm_source": "news letter", "utm_campaign": "spring & tea"}
    assert tagged(address, {}) == address
    for wrong in ("shop.example", "ftp://x.example", "https://", "https://x.example/a b", ""):
        assert problem(wrong) is not None
    assert problem("https://shop.example/") is None


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("https://a.example/x?sig=a%2Fb+c~'()&b&=&&e=%E4#/deep?y=1", "&utm_source=x"),
        ("https://a.example/x?b=1;c=2&d=ä", "&utm_source=x"),
        ("https://a.example/x?a=1&", "utm_source=x"),
        ("https://a.example?", "utm_source=x"),
        ("HTTPS://User:p%40ss@A.example:8443/ü", "?utm_source=x"),
        ("https://a.example/#top", "?utm_source=x"),
    ],
)
def test_the_query_of_a_destination_is_not_touched(address: str, wanted: str) -> None:
    before, hash_sign, fragment = address.partition("#")
    assert tagged(address, {"utm_source": "x"}) == f"{before}{wanted}{hash_sign}{fragment}"
    assert tagged(address, {}) == address


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("https://bücher.example/ü?q=ü", "https://xn--bcher-kva.example/ü?q=ü"),
        ("https://faß.example", "https://xn--fa-hia.example"),
        ("https://me@BÜCHER.example:8443/", "https://me@xn--bcher-kva.example:8443/"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        ("https://UPPER.example/A", "https://UPPER.example/A"),
    ],
)
def test_international_hosts_go_out_as_punycode(address: str, wanted: str) -> None:
    assert problem(address) is None
    assert tagged(address, {}) == wanted
    assert problem("https://a\u2028b.example/") is not None
    assert problem("https://ü" + "x" * 70 + ".example/") is not None


def test_qr_codes_are_read_back_from_png_and_from_the_screen() -> None:
    text = "https://go.harbour.example/s/Ab3xYz9"
    image = QImage.fromData(png_of(text))
    assert decoded(image) == text
    assert decoded(image_of(text).scaled(300, 300)) == text
    drawn = svg_of(text)
    assert drawn.startswith(b"<?xml")
    assert b"<script" not in drawn


def decoded(image: QImage) -> str:
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    width, height, line = grey.width(), grey.height(), grey.bytesPerLine()
    data = memoryview(bytes(grey.constBits())).cast("B", [height, line])
    import numpy

    (found,) = zxingcpp.read_barcodes(numpy.asarray(data)[:, :width].copy())
    return str(found.text)


async def shown(bench: WindowBench, workspace: Workspace) -> tuple[TrackingPanel, LinksPage]:
    panel = bench.own(TrackingPanel(workspace))
    panel.resize(1280, 800)
    panel.show()
    panel.show_links()
    assert panel.links is not None
    page = panel.links
    await until(lambda: not page.tasks.is_busy)
    return panel, page


@in_the_window
async def test_a_link_is_made_with_a_preset_and_its_code_leads_where_it_should(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    _panel, page = await shown(bench, workspace)
    assert "No short links yet" in said(page)
    page.new_button.click()
    dialog = await shown_dialog(LinkDialog)
    values = {
        "destination": "https://shop.example/mugs",
        "name": "Poster",
        "utm_source": "poster",
        "utm_campaign": "spring",
        "keep_as": "Posters",
    }
    for name, value in values.items():
        dialog.form.row(name).set_value(value)
    dialog.go_button.click()
    await until(lambda: len(page.table.rows.ids) == 1 and not page.tasks.is_busy)
    link = page.registry.links[0]
    wanted = "https://shop.example/mugs?utm_source=poster&utm_campaign=spring"
    assert link.destination == wanted
    read = decoded(page.code.pixmap().toImage())
    assert read == link.url
    assert await in_thread(leads_to, read) == wanted
    page.new_button.click()
    again = await shown_dialog(LinkDialog)
    again.form.row("preset").set_value("Posters")
    again.follow("preset")
    assert again.form.value("utm_source") == "poster"
    again.answer("")
    _other, others = await shown(bench, workspace)
    assert others.table.rows.ids == [link.code]


def leads_to(address: str) -> str:
    """Where the server leads on to."""
    import http.client
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    line = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=30)
    line.request("GET", parts.path)
    answer = line.getresponse()
    assert answer.status == 302
    line.close()
    return str(answer.getheader("Location"))
