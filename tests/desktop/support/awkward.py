"""Texts that are hard to show and to keep as they are."""

AWKWARD = {
    "turned round": "\u202eesrever\u2066x\u202c",
    "unseen": "a\u200bb\u200dc\u2060d\ufeffe",
    "control": "bell\x07 esc\x1b[31m",
    "markup": "<b>x</b> &amp; \"'<script>y</script>",
    "joined": "e\u0301\u0323 \U0001f469\u200d\U0001f680",
}
