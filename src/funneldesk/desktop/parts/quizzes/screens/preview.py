"""A screen as visitors see it: html for the isolated view, without scripts and without network."""

from html import escape

from funneldesk.contract.quiz_flow import choices_of
from funneldesk.contract.quizzes import Screen
from funneldesk.desktop.kit.web.clean_html import clean_html
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.open_quiz import played

PHONE_WIDTH = 360
PAPERS = {"light": "#FFFFFF", "dark": "#14171C"}
_INKS = {"light": "#1A212C", "dark": "#E9ECF1"}
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><style>
:root {{ color-scheme: {style}; font: 16px/1.5 system-ui, sans-serif; }}
body {{ margin: 0; padding: 24px 20px; background: {paper}; color: {ink};
  overflow-wrap: anywhere; }}
h1 {{ font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem; }}
p {{ margin: .4rem 0; }}
label {{ display: block; padding: .55rem .7rem; margin: .4rem 0; border: 1px solid #8886;
  border-radius: 8px; }}
button {{ font: inherit; margin-top: .8rem; padding: .6rem 1.1rem; }}
.away {{ border: 1px dashed #8888; border-radius: 8px; padding: 1rem; text-align: center;
  opacity: .75; }}
input[type=text] {{ box-sizing: border-box; width: 100%; font: inherit; padding: .6rem; }}
</style></head><body>{content}</body></html>"""


def screen_html(screen: Screen) -> str:
    """The document of a screen."""
    style = screen.style if screen.style in PAPERS else "light"
    content = "".join(_parts(screen))
    return _PAGE.format(style=style, paper=PAPERS[style], ink=_INKS[style], content=content)


def paper_of(screen: Screen) -> str:
    """The ground that it stands on."""
    return PAPERS.get(screen.style or "light", PAPERS["light"])


def _parts(screen: Screen) -> list[str]:
    settings = screen.screen_settings if isinstance(screen.screen_settings, dict) else {}
    film = settings.get("video_url") or settings.get("url")
    return [
        f"<h1>{escape(screen.title or screen.name)}</h1>",
        f"<p>{escape(screen.subtitle)}</p>" if screen.subtitle else "",
        _away(_("Picture"), screen.image_preview_file),
        _away(_("Sound"), screen.audio_file),
        clean_html(screen.content, message_type="html").html if screen.content else "",
        _away(_("Video"), film) if screen.type == "video" else "",
        _question(screen),
        "" if screen.type == "result" else f"<button>{escape(_('Continue'))}</button>",
    ]


def _away(what: str, address: object) -> str:
    """What is not fetched here, named by the file that it is."""
    if not isinstance(address, str) or not address:
        return ""
    name = address.partition("?")[0].rstrip("/").rpartition("/")[2]
    return f'<p class="away">{escape(what)}: {escape(name[:80])}</p>'


def _question(screen: Screen) -> str:
    if screen.type == "text_input":
        return '<input type="text">'
    if screen.type not in ("single_choice", "multiple_choice", "rating"):
        return ""
    kind = "checkbox" if screen.type == "multiple_choice" else "radio"
    labels = {str(option.value): option.label for option in screen.options or ()}
    return "".join(
        f'<label><input type="{kind}" name="answer"> {escape(labels.get(value, value))}</label>'
        for value in choices_of(played(screen))
    )
