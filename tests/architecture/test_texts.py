"""Every text that the window asks a catalogue for is in the list that translators work from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from tree import PACKAGE, plant

from devtool.texts import TEMPLATE

Text = tuple[object, str]
"""A text, with its plural where it has one, and its context."""


def asked_for(folder: Path) -> Iterator[Text]:
    """The texts in the code under a folder."""
    found = extract_from_dir(folder, [("**.py", "python")])
    yield from ((text, context or "") for _, _, text, _, context in found)


def listed(template: Path) -> set[Text]:
    """The texts of a .pot file."""
    with template.open("rb") as file:
        return {(each.id, each.context or "") for each in read_po(file) if each.id}


@pytest.mark.deep
def test_the_list_for_translators_is_current() -> None:
    asked, known = set(asked_for(PACKAGE / "desktop")), listed(TEMPLATE)
    assert asked, "no text was found in the code"
    # One entry serves a text that is asked for by itself and as the singular of a plural.
    singulars = {(text[0], context) for text, context in known if isinstance(text, tuple)}
    assert known <= asked <= known | singulars, "run packaging/dev.py texts"


def test_a_text_that_is_not_listed_is_found(tmp_path: Path) -> None:
    """The control: plain texts, plurals and contexts are all seen."""
    code = '_("Never said")\nngettext("{n} page", "{n} pages", n)\npgettext("verb", "Open")\n'
    asked = set(asked_for(plant(tmp_path, {"one.py": code})))
    assert asked == {("Never said", ""), (("{n} page", "{n} pages"), ""), ("Open", "verb")}
    assert not asked & listed(TEMPLATE)
