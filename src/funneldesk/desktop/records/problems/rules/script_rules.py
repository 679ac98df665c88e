"""What ``custom_javascript`` may hold, shown in the editor (quirk 25)."""

import re

from funneldesk.contract.custom_javascript import forbidden_code
from funneldesk.contract.markup_tokens import TAG
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Fix, Problem

_ALLOWED_AGAIN = re.compile(r"<(?:!--|script|noscript)", re.IGNORECASE | re.ASCII)
_ADVICE = _("Put code between <script> and </script>, and HTML into the HTML tab.")


def script_problems(source: str) -> list[Problem]:
    """Why the platform would refuse this ``custom_javascript``: the first reason, or nothing.

    The finding is an error: the page is not saved with it. Linear; never raises.
    """
    found = forbidden_code(source)
    if found is None:
        return []
    start = found.offset
    message = f"{found.message} {_ADVICE}"
    tag = TAG.match(source, start)
    if tag is not None and tag["close"]:
        return [Problem(start, tag.end(), "error", message, "forbidden-code")]
    again = _ALLOWED_AGAIN.search(source, start + 1)
    text = source[start : again.start() if again else len(source)].rstrip()
    wrapped = Fix(_("Put it into a <script>"), f"<script>\n{text}\n</script>")
    fixes = (wrapped,) if "<" not in text[:1] and "</" not in text else ()
    return [Problem(start, start + len(text), "error", message, "forbidden-code", fixes)]
