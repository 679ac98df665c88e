"""What a message quotes is folded, whatever program wrote it; what it says itself never is."""

import pytest
from tests.contract.linear_time import is_linear

from funneldesk.desktop.kit.web.clean_html import clean_html
from funneldesk.desktop.kit.web.quotes import fold_quotes

OUTLOOK = (
    "<div><p>Thanks!</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
    "<p><b>From:</b> Ana &lt;ana@posta.example&gt;<br><b>Sent:</b> Monday<br>"
    "<b>To:</b> Shop<br><b>Subject:</b> Late</p></div></div><p>Where is it?</p></div>"
)
OUTLOOK_WEB = (
    "<div>Thanks!</div><hr><div id='divRplyFwdMsg'><font><b>Von:</b> Ana<br><b>Gesendet:</b> Mo<br>"
    "<b>An:</b> Shop</font></div><div>Where is it?</div>"
)
GMAIL = (
    "<div>Thanks!</div><div class='gmail_quote'><div class='gmail_attr'>On Monday Ana wrote:<br>"
    "</div><blockquote class='gmail_quote'>Where is it?</blockquote></div>"
)
APPLE = (
    "Thanks!<br><blockquote type='cite'><div>On Monday Ana wrote:</div>Where is it?</blockquote>"
)
PLAIN = "Thanks!\n\n> Where is it?\n> Ana\n"
FORWARDED = "<p>Thanks!</p><p>-----Original Message-----</p><p>Where is it?</p>"


def folded(text: str) -> str:
    return fold_quotes(clean_html(text).html)


@pytest.mark.parametrize("text", [OUTLOOK, OUTLOOK_WEB, GMAIL, APPLE, PLAIN, FORWARDED])
def test_quotes_of_all_programs_are_folded(text: str) -> None:
    html = folded(text)
    before, quoted = html.split("<details>", 1)
    assert "Thanks!" in before
    assert "Where is it?" in quoted
    assert html.count("<details>") == html.count("</details>") == 1
    assert clean_html(html).html.count("Where is it?") == 1


@pytest.mark.parametrize(
    "text",
    [
        "<p>From: the shop I have bought it.</p><p>To: me.</p>",
        "<p><b>From:</b> Ana<br><b>Sent:</b> Monday<br><b>To:</b> Shop</p><p>Where is it?</p>",
        "<p>1 &gt; 0</p>",
    ],
)
def test_what_is_said_is_not_folded(text: str) -> None:
    assert "<details>" not in folded(text)


@pytest.mark.parametrize(
    "piece", ["From: ", "<p>", "<b>From:</b> ", "-", "&gt;", "--- ", "<br>&gt;"]
)
def test_looking_for_quotes_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(fold_quotes, piece, 400_000)
