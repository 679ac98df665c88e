"""Heads of quoted messages, in the languages of common mail programs.

Outlook writes the fields of the message that it answers (From, Sent, To, Subject). Gmail, Apple
Mail, Yahoo and Thunderbird write a sentence: "On 7 May 2026 at 10:04, Ana <ana@…> wrote:".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

LONGEST_SENTENCE = 400
_BLANK = r"(?:\s|&nbsp;|[\u200e\u200f\u202a-\u202e\u2066-\u2069*_]){0,8}+"
_INSIDE = (
    r"(?:\s|&nbsp;|[\u200e\u200f\u202a-\u202e\u2066-\u2069*_]|</?(?:b|strong|span|bdi)>){0,8}+"
)
_DASH = "[-_\u2500\u2014]"
_DASHES = re.compile(rf"(?<!{_DASH}){_DASH}{{2,}}+\s?([^-_\u2500\u2014<>\n]{{4,60}}+){_DASH}{{2}}")


@dataclass(frozen=True, slots=True)
class QuoteHead:
    """The names of Outlook's fields in one language, the verbs of the sentence, and what stands
    between dashes above a quoted message. Several are parted by ``|``."""

    sender: str
    sent: str
    to: str
    subject: str
    wrote: str
    original: str = ""


HEADS: Mapping[str, QuoteHead] = {
    "en": QuoteHead("From", "Sent|Date", "To", "Subject", "wrote|writes", "Original Message"),
    "de": QuoteHead(
        "Von", "Gesendet|Datum", "An", "Betreff", "schrieb|geschrieben", "Ursprüngliche Nachricht"
    ),
    "fr": QuoteHead(
        "De|Expéditeur",
        "Envoyé(?: le)?|Date",
        "À|A|Destinataire",
        "Objet",
        "écrit",
        "Message d'origine",
    ),
    "es": QuoteHead(
        "De", "Enviado(?: el)?|Enviada|Fecha", "Para|A", "Asunto", "escribió", "Mensaje original"
    ),
    "it": QuoteHead(
        "Da", "Inviato|Data", "A|Per", "Oggetto", "scritto|scrive", "Messaggio originale"
    ),
    "pt": QuoteHead(
        "De", "Enviad[oa](?: em)?|Data", "Para", "Assunto", "escreveu", "Mensagem original"
    ),
    "nl": QuoteHead(
        "Van", "Verzonden|Datum", "Aan", "Onderwerp", "schreef|geschreven", "Oorspronkelijk bericht"
    ),
    "sv": QuoteHead("Från", "Skickat|Datum", "Till", "Ämne", "skrev", "Ursprungligt meddelande"),
    "da": QuoteHead("Fra", "Sendt|Dato", "Til", "Emne", "skrev", "Oprindelig meddelelse"),
    "nb": QuoteHead("Fra", "Sendt|Dato", "Til", "Emne", "skrev", "Opprinnelig melding"),
    "fi": QuoteHead(
        "Lähettäjä",
        "Lähetetty|Päivämäärä|Päiväys|Pvm",
        "Vastaanottaja",
        "Aihe",
        "kirjoitti",
        "Alkuperäinen viesti",
    ),
    "is": QuoteHead("Frá", "Sent|Dags", "Til", "Efni", "skrifaði|reit"),
    "pl": QuoteHead(
        "Od",
        "Wysłano|Wysłane|Data",
        "Do",
        "Temat",
        r"napisał(?:\(a\)|a)?|pisze",
        "Wiadomość oryginalna",
    ),
    "cs": QuoteHead(
        "Od", "Odesláno|Datum", "Komu", "Předmět", r"napsal(?:\(a\)|a)?", "Původní zpráva"
    ),
    "sk": QuoteHead(
        "Od", "Odoslané|Dátum", "Komu", "Predmet", r"napísal(?:\(a\)|a)?", "Pôvodná správa"
    ),
    "hu": QuoteHead(
        "Feladó", "Elküldve|Küldve|Dátum", "Címzett", "Tárgy", "írta", "Eredeti üzenet"
    ),
    "ro": QuoteHead(
        "De la|Expeditor", "Trimis|Dat[aă]", "Către|Pentru", "Subiect", "scris", "Mesaj original"
    ),
    "bg": QuoteHead(
        "От", "Изпратено|Дата", "До|На", "Относно|Тема", "написа|писа", "Оригинално съобщение"
    ),
    "ru": QuoteHead(
        "От|Отправитель",
        "Отправлено|Дата",
        "Кому",
        "Тема",
        r"(?:на)?писал(?:\(а\)|а)?|пишет",
        "Исходное сообщение",
    ),
    "uk": QuoteHead(
        "Від",
        "Надіслано|Відправлено|Дата",
        "Кому",
        "Тема",
        r"(?:на)?писа(?:в|ла)(?:\(ла\))?|пише",
        "Вихідне повідомлення",
    ),
    "sr": QuoteHead(
        "Šalje|Od|Шаље|Од",
        "Poslato|Datum|Послато|Датум",
        "Prima|Za|Прима|За",
        "Naslov|Наслов|Тема",
        r"napisao(?:/la)?|napisala|написао(?:/ла)?|написала",
    ),
    "hr": QuoteHead(
        "Šalje|Od",
        "Poslano|Datum",
        "Prima|Za",
        "Predmet",
        r"napisao(?:/la)?|napisala|piše",
        "Izvorna poruka",
    ),
    "sl": QuoteHead(
        "Od|Pošiljatelj",
        "Poslano|Datum",
        "Za|Prejemnik",
        "Zadeva",
        "napisala?|piše",
        "Izvorno sporočilo",
    ),
    "lt": QuoteHead("Nuo|Siuntėjas", "Išsiųsta|Data", "Kam|Iki", "Tema", "rašė"),
    "lv": QuoteHead("No|Sūtītājs", "Nosūtīts|Datums", "Kam|Uz", "Tēma|Temats", "rakstīja"),
    "et": QuoteHead(
        "Saatja|Kellelt",
        "Saadetud|Kuupäev|Saatmisaeg",
        "Adressaat|Kellele|Saaja",
        "Teema",
        "kirjutas",
    ),
    "ca": QuoteHead("De", "Enviat(?: el)?|Data", "Per a|A", "Assumpte", "escriure|escrigué"),
    "el": QuoteHead(
        "Από", "Στάλθηκε|Εστάλη|Αποστολή|Ημερομηνία", "Προς", "Θέμα", "έγραψε", "Αρχικό μήνυμα"
    ),
    "tr": QuoteHead(
        "Kimden|Gönderen",
        "Gönderildi|Gönderme Tarihi|Tarih",
        "Kime|Alıcı",
        "Konu",
        "yazdı|yazmış",
        "Özgün İleti|Orijinal Mesaj",
    ),
    "he": QuoteHead("מאת", "נשלח|תאריך", "אל", "נושא", "כתבו?|כתבה|כתב/ה", "הודעה מקורית"),
    "ar": QuoteHead(
        "من|المرسل",
        "تاريخ الإرسال|تم الإرسال|أُرسلت|التاريخ",
        "إلى",
        "الموضوع",
        "كتبت?",
        "الرسالة الأصلية",
    ),
    "fa": QuoteHead("از|فرستنده", "ارسال شده|ارسال|تاریخ", "به|گیرنده", "موضوع", "نوشت"),
    "hi": QuoteHead("से|प्रेषक", "भेजा गया|दिनांक", "प्रति|को", "विषय", "लिखा"),
    "th": QuoteHead("จาก", "ส่งเมื่อ|ส่ง|วันที่", "ถึง", "หัวเรื่อง|เรื่อง", "เขียน(?:ว่า)?"),
    "vi": QuoteHead(
        "Từ|Người gửi", "Đã gửi|Gửi|Ngày", "Đến|Tới|Người nhận", "Chủ đề|Tiêu đề", "viết"
    ),
    "id": QuoteHead("Dari", "Dikirim|Terkirim|Tanggal", "Kepada|Ke", "Subjek|Perihal", "menulis"),
    "ja": QuoteHead(
        "差出人|送信者|From",
        "送信日時|日時|日付|送信日",
        "宛先",
        "件名",
        "書きました|のメッセージ|のメール",
        "元のメッセージ|Original Message",
    ),
    "ko": QuoteHead(
        "보낸 ?사람|발신",
        "보낸 ?날짜|날짜|보냄",
        "받는 ?사람|수신",
        "제목",
        "작성|썼습니다|쓴 글",
        "원본 메시지",
    ),
    "zh-Hans": QuoteHead(
        "发件人", "发送时间|发送日期|日期|时间", "收件人", "主题", "写道", "原始邮件"
    ),
    "zh-Hant": QuoteHead(
        "寄件者|寄件人", "寄件日期|傳送時間|日期", "收件者|收件人", "主旨|主題", "寫道", "原始郵件"
    ),
}
"""By the code of the language."""


@dataclass(frozen=True, slots=True)
class _Fields:
    sender: re.Pattern[str]
    sent: re.Pattern[str]
    more: re.Pattern[str]
    """Its receiver or its subject."""


@cache
def fields() -> tuple[_Fields, ...]:
    """What finds the fields of a head in each language, at the beginning of a line."""
    return tuple(
        _Fields(
            _at_line_start(head.sender),
            _at_line_start(head.sent),
            _at_line_start(f"{head.to}|{head.subject}"),
        )
        for head in HEADS.values()
    )


@cache
def any_sender() -> re.Pattern[str]:
    """Where the head of a language may begin: at the name of its sender's field."""
    return _at_line_start(
        "|".join(dict.fromkeys("|".join(h.sender for h in HEADS.values()).split("|")))
    )


@cache
def _sentence() -> re.Pattern[str]:
    spaced = "|".join(h.wrote for code, h in HEADS.items() if code not in _UNSPACED)
    closed = "|".join(HEADS[code].wrote for code in _UNSPACED)
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|{closed}", re.I)


_UNSPACED = ("ja", "zh-Hans", "zh-Hant", "ko", "th", "hi")
"""Languages that put no blank before or behind the verb."""
_ENDS = re.compile(r"[:：]\W*\Z")
_ADDRESSED = re.compile(r"\d.*[<(\[]\s?[^<>()\[\]\s]+@[^<>()\[\]\s]+[>)\]]\s*[:：]\W*\Z")
"""Gmail in Japanese ends with the address, without a verb."""
_DATED = re.compile(r"\d[^\d]{0,3}\d|\S@\S")
_BEGINS = re.compile(r"\d[^\d]{0,3}\d.*[^.!?\s]\s*\Z|[<(]\s*\Z")


def is_sentence(text: str, *, strict: bool) -> bool:
    """Whether a line is the sentence above a quote. ``strict``: it also names a date or an
    address; without that "Ana wrote:" is one, which only what follows can confirm."""
    text = text.strip()
    if len(text) > LONGEST_SENTENCE or not _ENDS.search(text):
        return False
    if _ADDRESSED.search(text):
        return True
    return bool(_sentence().search(text)) and (not strict or bool(_DATED.search(text)))


def begins_sentence(text: str) -> bool:
    """Whether a line may be the beginning of a sentence that goes on below: it names a date, or
    ends where an address begins."""
    return len(text) <= LONGEST_SENTENCE and bool(_BEGINS.search(text))


@cache
def _originals() -> frozenset[str]:
    named = "|".join(head.original for head in HEADS.values() if head.original)
    return frozenset(each.casefold() for each in named.split("|"))


def original_at(cleaned: str) -> int:
    """Where "-----Original Message-----" stands in one of the languages; -1 for nowhere."""
    for found in _DASHES.finditer(cleaned):
        if found[1].replace("\u2019", "'").strip().casefold() in _originals():
            return found.start()
    return -1


def _at_line_start(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\A|(?<=[>\n])){_BLANK}(?:{words}){_INSIDE}[:：]", re.I)
