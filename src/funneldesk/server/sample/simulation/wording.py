"""Turns the sample's templates into what single people wrote."""

import re
from collections.abc import Mapping
from random import Random

_EITHER = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_FIELD = re.compile(r"\{(\w+)\}")


def worded(random: Random, template: str, words: Mapping[str, str]) -> str:
    """``template`` with one of each ``[[a|b|c]]`` chosen and ``{name}`` filled in.

    A name that ``words`` does not have is left as it stands.
    """
    chosen = _EITHER.sub(lambda found: random.choice(found[1].split("|")), template)
    return _FIELD.sub(lambda found: words.get(found[1], found[0]), chosen)
