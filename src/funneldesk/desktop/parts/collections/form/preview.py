"""The form of a collection as visitors see it: plain HTML in a view that can do nothing."""

from collections.abc import Sequence
from html import escape

from funneldesk.contract.collections import CollectionField
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _

HEIGHT = 600
_STYLE = """
html { scrollbar-width: thin; }
body { margin: 0; padding: 20px; font: 14px/1.4 Inter, system-ui, sans-serif; color: #1a212c; }
label { display: block; margin: 0 0 14px; font-weight: 500; }
label.box { display: flex; gap: 8px; align-items: center; font-weight: 400; }
input:not([type=checkbox]), textarea, select { display: block; width: 100%; margin-top: 4px;
  box-sizing: border-box; padding: 8px 10px; border: 1px solid #c3c9d2; border-radius: 6px;
  font: inherit; background: #fff; color: inherit; }
textarea { height: 84px; resize: none; }
b { color: #bf2f3a; font-weight: 400; }
button { padding: 9px 18px; border: 0; border-radius: 6px; background: #1a212c; color: #fff;
  font: inherit; }
p { color: #576170; }
"""
_INPUTS = {"email": "email", "number": "number", "password": "password"}


class FormPreview(HtmlView):
    """``html`` is what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.html = ""
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(_("The form as visitors see it"))

    def show_fields(self, fields: Sequence[CollectionField]) -> None:
        """Show the form of these fields."""
        fresh = form_html(fields)
        if fresh != self.html:
            self.html = fresh
            self.set_html(fresh)


def form_html(fields: Sequence[CollectionField]) -> str:
    """A page with the form: private and hidden fields are not seen."""
    seen = [each for each in fields if not each.private and each.type != "hidden"]
    rows = "".join(map(_row, seen)) or f"<p>{escape(_('Visitors see no field.'))}</p>"
    send = f"<button type=button>{escape(_('Send'))}</button>"
    return f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style><form>{rows}{send}</form>"


def _row(field: CollectionField) -> str:
    name = escape(field.name or field.code)
    needed = " <b>*</b>" if field.required else ""
    if field.type == "checkbox":
        on = " checked" if str(field.default_value).lower() in ("true", "1") else ""
        return f"<label class=box><input type=checkbox{on}> <span>{name}{needed}</span></label>"
    return f"<label>{name}{needed}{_control(field)}</label>"


def _control(field: CollectionField) -> str:
    default = "" if field.default_value is None else escape(str(field.default_value), quote=True)
    hint = escape(field.placeholder or "", quote=True)
    if field.type == "textarea":
        return f'<textarea placeholder="{hint}">{default}</textarea>'
    if field.type == "select":
        options = ([] if field.required else [""]) + (field.options or [])
        return f"<select>{''.join(_option(each, field) for each in options)}</select>"
    kind = _INPUTS.get(field.type, "text")
    return f'<input type={kind} placeholder="{hint}" value="{default}">'


def _option(option: str, field: CollectionField) -> str:
    chosen = " selected" if option and option == field.default_value else ""
    return f"<option{chosen}>{escape(option)}</option>"
