"""What a message quotes is folded, whatever program wrote it; what it says itself never is."""

import re
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear
from tests.desktop.support.hostile_messages import Read

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

OUTLOOK_FORM = (
    "<div><p>Thanks!</p><div><div style='border:none'><p><b>{0}:</b> Ana &lt;ana@posta.example&gt;"
    "<br><b>{1}:</b> 27.11.2026 17:53<br><b>{2}:</b> Shop<br><b>{3}:</b> Late</p></div></div>"
    "<p>Where is it?</p></div>"
)
OUTLOOK_TEXT = (
    "Thanks!\n\n________________________________\n{0}: Ana <ana@posta.example>\n"
    "{1}: 27.11.2026 17:53\n{2}: Shop\n{3}: Late\n\nWhere is it?"
)
GMAIL_FORM = (
    "<div>Thanks!</div><br><div class='gmail_quote'><div dir='ltr' class='gmail_attr'>{}<br></div>"
    "<blockquote class='gmail_quote'>Where is it?</blockquote></div>"
)
YAHOO_FORM = "<div>Thanks!</div><div><div>{}</div><div>Where is it?</div></div>"
THUNDERBIRD_TEXT = "Thanks!\n\n{}\n> Where is it?\n"
WRAPPED_TEXT = "Thanks!\n\n{}\n\nWhere is it?\n"
FIELDS = {
    "en": "From|Sent|To|Subject",
    "de": "Von|Gesendet|An|Betreff",
    "fr": "De|Envoyé|À|Objet",
    "es": "De|Enviado el|Para|Asunto",
    "it": "Da|Inviato|A|Oggetto",
    "pt": "De|Enviada em|Para|Assunto",
    "nl": "Van|Verzonden|Aan|Onderwerp",
    "sv": "Från|Skickat|Till|Ämne",
    "da": "Fra|Sendt|Til|Emne",
    "fi": "Lähettäjä|Lähetetty|Vastaanottaja|Aihe",
    "pl": "Od|Wysłano|Do|Temat",
    "cs": "Od|Odesláno|Komu|Předmět",
    "sk": "Od|Odoslané|Komu|Predmet",
    "hu": "Feladó|Elküldve|Címzett|Tárgy",
    "ro": "De la|Trimis|Către|Subiect",
    "bg": "От|Изпратено|До|Относно",
    "ru": "От|Отправлено|Кому|Тема",
    "uk": "Від|Надіслано|Кому|Тема",
    "el": "Από|Στάλθηκε|Προς|Θέμα",
    "tr": "Kimden|Gönderildi|Kime|Konu",
    "hr": "Šalje|Poslano|Prima|Predmet",
    "sl": "Od|Poslano|Za|Zadeva",
    "lt": "Nuo|Išsiųsta|Kam|Tema",
    "lv": "No|Nosūtīts|Kam|Tēma",
    "et": "Saatja|Saadetud|Adressaat|Teema",
    "he": "מאת|נשלח|אל|נושא",
    "ar": "من|تم الإرسال|إلى|الموضوع",
    "vi": "Từ|Đã gửi|Đến|Chủ đề",
    "th": "จาก|ส่ง|ถึง|เรื่อง",
    "id": "Dari|Dikirim|Kepada|Subjek",
    "ja": "差出人|送信日時|宛先|件名",
    "ko": "보낸 사람|보낸 날짜|받는 사람|제목",
    "zh-Hans": "发件人|发送时间|收件人|主题",
    "zh-Hant": "寄件者|寄件日期|收件者|主旨",
}
"""What Outlook writes above the message that it answers."""
SENTENCES = {
    "en": "On Fri, 27 Nov 2026 at 17:53, Ana <ana@posta.example> wrote:",
    "de": "Am Fr., 27. Nov. 2026 um 17:53 Uhr schrieb Ana <ana@posta.example>:",
    "fr": "Le ven. 27 nov. 2026 à 17:53, Ana <ana@posta.example> a écrit :",
    "es": "El vie, 27 nov 2026 a las 17:53, Ana (<ana@posta.example>) escribió:",
    "it": "Il giorno ven 27 nov 2026 alle ore 17:53 Ana <ana@posta.example> ha scritto:",
    "pt": "Em sex., 27 de nov. de 2026 às 17:53, Ana <ana@posta.example> escreveu:",
    "nl": "Op vr 27 nov 2026 om 17:53 schreef Ana <ana@posta.example>:",
    "sv": "Den fre 27 nov. 2026 kl 17:53 skrev Ana <ana@posta.example>:",
    "da": "Den fre. 27. nov. 2026 kl. 17.53 skrev Ana <ana@posta.example>:",
    "fi": "pe 27. marrask. 2026 klo 17.53 Ana (ana@posta.example) kirjoitti:",
    "pl": "pt., 27 lis 2026 o 17:53 Ana <ana@posta.example> napisał(a):",
    "cs": "pá 27. 11. 2026 v 17:53 odesílatel Ana <ana@posta.example> napsal:",
    "sk": "pi 27. 11. 2026 o 17:53 Ana <ana@posta.example> napísal(a):",
    "hu": "Ana <ana@posta.example> ezt írta (időpont: 2026. nov. 27., P, 17:53):",
    "ro": "În vin., 27 nov. 2026 la 17:53, Ana <ana@posta.example> a scris:",
    "bg": "На пт, 27.11.2026 г. в 17:53 Ana <ana@posta.example> написа:",
    "ru": "пт, 27 нояб. 2026 г. в 17:53, Ana <ana@posta.example>:",
    "ru-thunderbird": "27.11.2026 17:53, Ana пишет:",
    "uk": "пт, 27 лист. 2026 р. о 17:53 Ana <ana@posta.example> пише:",
    "el": "Στις Παρ 27 Νοε 2026 στις 5:53 μ.μ., ο χρήστης Ana <ana@posta.example> έγραψε:",
    "tr": "Ana <ana@posta.example>, 27 Kas 2026 Cum, 17:53 tarihinde şunu yazdı:",
    "hr": "pet, 27. stu 2026. u 17:53 Ana <ana@posta.example> napisao je:",
    "sl": "V pet., 27. nov. 2026 ob 17:53 je oseba Ana <ana@posta.example> napisala:",
    "sr": "пет, 27. нов 2026. у 17:53 Ana <ana@posta.example> је написао/ла:",
    "lt": "2026-11-27, pn, 17:53 Ana <ana@posta.example> rašė:",
    "lv": "piektd., 2026. g. 27. nov. 17:53 — lietotājs Ana (<ana@posta.example>) rakstīja:",
    "et": "Kuupäev R, 27. november 2026 kell 17:53 kirjutas Ana <ana@posta.example>:",
    "ca": "El dv., 27 de nov. 2026, 17:53, Ana <ana@posta.example> va escriure:",
    "he": "‫בתאריך יום ו׳, 27 בנוב׳ 2026 ב-17:53 מאת ‪Ana‬‏ <‪ana@posta.example‬‏> כתב/ה:‬",
    "ar": "في الجمعة، 27 نوفمبر 2026 في 5:53 م تمت كتابة ما يلي بواسطة Ana <ana@posta.example>:",
    "fa": "در تاریخ جمعه 27 نوامبر 2026، 17:53 Ana <ana@posta.example> نوشت:",
    "vi": "Vào Th 6, 27 thg 11, 2026 vào lúc 17:53 Ana <ana@posta.example> đã viết:",
    "th": "ในวันที่ ศ. 27 พ.ย. 2026 เวลา 17:53 Ana <ana@posta.example> เขียนว่า:",
    "id": "Pada tanggal Jum, 27 Nov 2026 pukul 17.53 Ana <ana@posta.example> menulis:",
    "ja": "2026年11月27日(金) 17:53 Ana <ana@posta.example>:",
    "ko": "2026년 11월 27일 (금) 오후 5:53, Ana <ana@posta.example>님이 작성:",
    "zh-Hans": "Ana <ana@posta.example> 于2026年11月27日周五 17:53写道：",
    "zh-Hant": "Ana <ana@posta.example> 於 2026年11月27日 週五 下午5:53寫道：",
}
"""What Gmail, and Thunderbird, write above the message that they answer."""


def wrapped(sentence: str, form: str) -> str:
    """A sentence as it is, or over two lines, as Gmail breaks it in plain text."""
    return re.sub(r"([<(]\W?)(ana@)", r"\1\n\2", sentence) if form is WRAPPED_TEXT else sentence


def balanced(html: str) -> bool:
    """Whether every tag is closed within the one that it was opened in."""
    opened: list[str] = []
    for end, name in re.findall(r"<(/?)([a-z0-9]+)[^<>]*>", html):
        if name in ("br", "hr", "img"):
            continue
        if not end:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


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
    assert balanced(html)


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


@pytest.mark.parametrize("language", FIELDS)
@pytest.mark.parametrize("form", [OUTLOOK_FORM, OUTLOOK_TEXT])
def test_the_head_of_outlook_is_known_in_each_language(language: str, form: str) -> None:
    html = folded(form.format(*FIELDS[language].split("|")))
    before, quoted = html.split("<details>", 1)
    assert "Thanks!" in before
    assert "ana@posta.example" not in before
    assert "Where is it?" in quoted
    assert balanced(html)


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("form", [GMAIL_FORM, THUNDERBIRD_TEXT, YAHOO_FORM, WRAPPED_TEXT])
def test_the_sentence_above_a_quote_is_known_in_each_language(language: str, form: str) -> None:
    sentence = SENTENCES[language]
    html = folded(form.format(escape(sentence) if "<div>" in form else wrapped(sentence, form)))
    before, quoted = html.split("<details>", 1)
    assert Read(before).text.strip() == "Thanks!"
    assert "Where is it?" in quoted
    assert balanced(html)


def test_there_are_at_least_25_languages_of_both_kinds() -> None:
    assert len(FIELDS) >= 25
    assert len(SENTENCES) >= 25


BETWEEN = (
    "<p>Hello</p><blockquote><p>One?</p></blockquote><p>Yes.</p>"
    "<div>On 7 May 2026, Ana wrote:<br></div><blockquote><p>Two?</p></blockquote><p>No.</p>"
    "<blockquote><p>Three</p></blockquote><p>-- <br>Bob, Shop</p>"
)
BETWEEN_LINES = "On 7 May 2026, Ana wrote:\n> One?\nYes.\n> Two?\nNo.\n> Three\n"


@pytest.mark.parametrize("text", [BETWEEN, BETWEEN_LINES])
def test_answers_between_quotes_are_read_below_what_they_answer(text: str) -> None:
    html = folded(text)
    before, quoted = html.split("<details>", 1)
    said = Read(before).text
    assert [said.index(each) for each in ("One?", "Yes.", "Two?", "No.")] == sorted(
        said.index(each) for each in ("One?", "Yes.", "Two?", "No.")
    )
    assert "Three" not in said
    assert "Three" in quoted
    assert balanced(html)


def test_an_answer_below_a_quote_stays_with_it() -> None:
    assert "<details>" not in folded("> Where is it?\n\nIt is on its way.")


@pytest.mark.parametrize("text", ["> Only\n> a quote", "<blockquote>Only a quote</blockquote>"])
def test_a_message_that_is_nothing_but_a_quote_stays_open(text: str) -> None:
    assert "<details>" not in folded(text)


@pytest.mark.parametrize(
    "text",
    [
        "My mother wrote:\nwhere is my order?",
        "Von: Berlin\nAn: Paris",
        "The date: 7 May\nTo: all",
        "She wrote 3 times: nobody answers.",
        "I ordered on 7 May 2026 at 10:04:\none grinder",
    ],
)
def test_words_that_look_like_a_head_are_not_folded(text: str) -> None:
    assert "<details>" not in folded(text)


@given(
    st.lists(
        st.sampled_from(
            [
                *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<blockquote>", "</blockquote>"),
                *("<br>", "text", "From:", "Sent: 1", "To: x", "On 7 May 2026, Ana wrote:"),
                *("-----Original Message-----", "&gt; quoted", "<table><tr><td>", "<hr>"),
            ]
        ),
        max_size=24,
    ).map("".join)
)
def test_folding_keeps_every_word_and_every_tag_in_order(text: str) -> None:
    html = folded(text)
    assert balanced(html)
    said = Read(html, frozenset({"details", "summary"})).text.replace("Quoted text", "")
    assert "".join(said.split()) == "".join(Read(clean_html(text).html).text.split())


@pytest.mark.parametrize(
    "piece",
    [
        "From: ",
        "<p>",
        "<b>From:</b> ",
        "-",
        "&gt;",
        "--- ",
        "<br>&gt;",
        "Ana 12 wrote:<br>",
        "<p>x</p>",
    ],
)
def test_looking_for_quotes_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(fold_quotes, piece, 400_000)
