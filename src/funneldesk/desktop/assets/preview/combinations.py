"""Which variant of each split test is looked at, all tests together.

Tests are told apart by where they stand: ``place`` is a path of numbers from 0, ``(2,)`` for the
third test of the page, ``(2, 0, 1)`` for the second test inside the first variant of that one.
Names go along with them, so that a choice survives edits that move tests and variants about.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from funneldesk.contract.markup import Block, Variant, scan
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.web.slices import Slices
from funneldesk.desktop.local.texts import _

MOST_COMBINATIONS = 64

Place = tuple[int, ...]
Key = tuple[tuple[str, int], ...]
"""Names from the outermost test inwards, each with its number among equals."""
Picks = tuple[tuple[Place, int], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The variant ``index`` of the test at ``place``. ``key`` and ``variants`` are the names of
    the test and of its variants when the choice was made."""

    place: Place
    key: Key
    variants: tuple[str, ...]
    index: int


@dataclass(frozen=True, slots=True)
class Combination:
    """One choice for each split test of a page that has variants, nested ones included."""

    choices: tuple[Choice, ...] = ()

    def index(self, place: int | Place) -> int | None:
        """Which variant is chosen at a place; None when no test with variants is there."""
        wanted = _path(place)
        return next((c.index for c in self.choices if c.place == wanted), None)

    def with_choice(self, place: int | Place, index: int) -> "Combination":
        """This combination with another variant at ``place``, and with the tests around it set
        so that it can be seen. Raises IndexError when there is no such test or variant."""
        wanted = _path(place)
        known = {choice.place: choice for choice in self.choices}
        if wanted not in known or not 0 <= index < len(known[wanted].variants):
            raise IndexError(_("no variant {index} at {wanted}").format(index=index, wanted=wanted))
        picked = {wanted: index}
        for depth in range(1, len(wanted) - 1, 2):
            picked[wanted[:depth]] = wanted[depth]
        return _repicked(self, picked)


def default_combination(blocks: Sequence[Block]) -> Combination:
    """What most visitors meet: the heaviest variant of each test, the first among equals."""
    return follow(Combination(), blocks)


def follow(combination: Combination, blocks: Sequence[Block]) -> Combination:
    """The same choices on a page that was edited since.

    A test is found again by its name, a renamed one by its place; so are variants. What is new
    gets its heaviest variant.
    """
    found = list(_walk(blocks))
    keys = {key for _block, key, _index in found}
    by_key = {choice.key: choice for choice in combination.choices}
    by_place = {c.place: c for c in combination.choices if c.key not in keys}
    return Combination(
        tuple(
            Choice(place, key, names, _chosen(by_key.get(key) or by_place.get(place), block, names))
            for place, key, block in found
            if (names := tuple(variant.name for variant in block.variants))
        )
    )


def all_variants_of(
    blocks: Sequence[Block], place: int | Place, combination: Combination | None = None
) -> list[Combination]:
    """One combination for each variant of the test at ``place``, all else as in ``combination``.

    Raises IndexError when there is no such test; a test without variants gives none.
    """
    path = _path(place)
    block = _block_at(blocks, path)
    base = follow(combination or Combination(), blocks)
    return [base.with_choice(path, index) for index in range(len(block.variants))]


def combinations(blocks: Sequence[Block], limit: int = MOST_COMBINATIONS) -> list[Combination]:
    """The different pages that visitors can meet, in source order, at most ``limit``.

    Tests nested in a variant that is not shown keep their default, and so do, when there are
    more than ``limit``, the tests at the beginning of the page.
    """
    base = default_combination(blocks)
    return [_repicked(base, dict(picks)) for picks in _picks(blocks, (), limit)]


def describe(blocks: Sequence[Block], combination: Combination) -> str:
    """What is shown, for a caption: ``headline: Calm (70%) · price: A``. Empty without tests."""
    chosen = {c.place: c.index for c in follow(combination, blocks).choices}
    return " · ".join(_described(blocks, (), chosen))


def render_combination(html: str, combination: Combination) -> str:
    """The page as a visitor with this combination would see it, without any wrapper.

    Every test gives way to the inner text of its chosen variant; one without variants stays.
    """
    return render_combinations(html, [combination])[0].text


def render_combinations(html: str, wanted: Sequence[Combination]) -> list[Slices]:
    """As `render_combination` for several, each with the way back to ``html``; scanned once."""
    blocks = scan(html)
    rendered = []
    for combination in wanted:
        chosen = {choice.place: choice.index for choice in follow(combination, blocks).choices}
        rendered.append(Slices.of(html, _pieces(blocks, (), 0, len(html), chosen)))
    return rendered


def _pieces(
    blocks: Sequence[Block], place: Place, at: int, end: int, chosen: Mapping[Place, int]
) -> Iterator[tuple[int, int]]:
    """What of ``[at, end)`` is left when every test has given way to its chosen variant."""
    for number, block in enumerate(blocks):
        index = chosen.get((*place, number))
        if index is None:
            continue
        variant = block.variants[index]
        inner = (*place, number, index)
        yield at, block.start
        yield from _pieces(variant.blocks, inner, variant.inner_start, variant.inner_end, chosen)
        at = block.end
    yield at, end


def _repicked(combination: Combination, picked: Mapping[Place, int]) -> Combination:
    return Combination(
        tuple(
            replace(choice, index=picked[choice.place]) if choice.place in picked else choice
            for choice in combination.choices
        )
    )


def _walk(
    blocks: Sequence[Block], place: Place = (), key: Key = ()
) -> Iterator[tuple[Place, Key, Block]]:
    """Every test with its place and key, in source order."""
    for number, block_name in enumerate(_numbered([block.name for block in blocks])):
        block = blocks[number]
        here, named = (*place, number), (*key, block_name)
        yield here, named, block
        for index, variant_name in enumerate(_numbered([v.name for v in block.variants])):
            variant = block.variants[index]
            yield from _walk(variant.blocks, (*here, index), (*named, variant_name))


def _numbered(names: Sequence[str]) -> list[tuple[str, int]]:
    """Each name with how often it came before."""
    counts: dict[str, int] = {}
    numbered = []
    for name in names:
        counts[name] = counts.get(name, -1) + 1
        numbered.append((name, counts[name]))
    return numbered


def _chosen(choice: Choice | None, block: Block, names: tuple[str, ...]) -> int:
    """The variant of ``block`` that ``choice`` means: by name, by number, or the heaviest."""
    if choice is not None:
        before, now = _numbered(choice.variants), _numbered(names)
        wanted = before[choice.index]
        if wanted in now:
            return now.index(wanted)
        if choice.index < len(now) and now[choice.index] not in before:
            return choice.index
    return _heaviest(block.variants)


def _heaviest(variants: Sequence[Variant]) -> int:
    """Variants without a weight share what the others leave of 100."""
    given = [variant.weight for variant in variants if variant.weight is not None]
    open_share = max(0.0, 100 - math.fsum(given)) / max(1, len(variants) - len(given))
    weights = [open_share if v.weight is None else v.weight for v in variants]
    return weights.index(max(weights))


def _picks(blocks: Sequence[Block], place: Place, limit: int) -> list[Picks]:
    """Ways to choose among these tests and those inside of what is chosen, the last varying first.

    A test that gives no choice is left out, and so are, once there are ``limit`` ways, the tests
    before: linear in their number.
    """
    found: list[Picks] = [()]
    for number in range(len(blocks) - 1, -1, -1):
        if len(found) >= limit:
            break
        ways = _ways(blocks[number], (*place, number), limit)
        if len(ways) > 1:
            found = list(islice(((*way, *rest) for way in ways for rest in found), limit))
    return found


def _ways(block: Block, place: Place, limit: int) -> list[Picks]:
    """Ways to show one test, those inside of its variants included."""
    ways = (
        ((place, index), *inside)
        for index, variant in enumerate(block.variants)
        for inside in _picks(variant.blocks, (*place, index), limit)
    )
    return list(islice(ways, limit))


def _described(blocks: Sequence[Block], place: Place, chosen: dict[Place, int]) -> Iterator[str]:
    for number, block in enumerate(blocks):
        here = (*place, number)
        if here not in chosen:
            continue
        index = chosen[here]
        variant = block.variants[index]
        share = f" ({HERE.percent(variant.weight, of=100)})" if variant.weight is not None else ""
        name = variant.name or _("variant {number}").format(number=index + 1)
        yield f"{block.name or _('unnamed test')}: {name}{share}"
        yield from _described(variant.blocks, (*here, index), chosen)


def _block_at(blocks: Sequence[Block], path: Place) -> Block:
    block = blocks[path[0]]
    for variant, inner in zip(path[1::2], path[2::2], strict=True):
        block = block.variants[variant].blocks[inner]
    return block


def _path(place: int | Place) -> Place:
    return (place,) if isinstance(place, int) else place
