"""A blog's segment changed, with the list of its redirects, in a real window."""

from tests.e2e.led_program import findings
from tests.e2e.screen import Screen


def test_a_changed_segment_gives_its_redirects_before_and_after_the_save(screen: Screen) -> None:
    (found,) = findings(screen, "content_probe", "blogs")
    assert found["shown"].startswith("/journal/shelf/")
    assert found["counted"] == "3 known addresses change."
    rules = [f"rewrite ^/journal/category/{slug}/?$" for slug in ("at\\-the\\-stove", "coffee")]
    assert all(any(line.startswith(rule) for line in found["before"]) for rule in rules)
    assert len(found["before"]) == 3
    assert found["after"] == found["before"], "kept once it is saved"
    assert found["stored"] == "shelf"
