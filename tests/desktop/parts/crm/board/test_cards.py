"""Content of cards: chosen fields, the age in the stage, a rule of colours, who it is for."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.kit.board.card import Card
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.crm.board.declared import entries_board
from funneldesk.desktop.parts.crm.entries import entries_section
from funneldesk.desktop.records.board.card_look import AGE, COLOURS, CardLook, CardMaker
from funneldesk.desktop.records.rows import SummaryRow

OPTIONS = {"source": ["Web", "Fair"], "topics": ["Tea", "Tins"]}
ENTITY = CrmEntity.model_validate(
    {
        "id": 1,
        "name": "Deals",
        "slug": "deals",
        "pipelines": [],
        "fields": [
            {"id": n, "name": key.title(), "key": key, "type": kind, "options": OPTIONS.get(key)}
            for n, (key, kind) in enumerate(
                {
                    "due": "date",
                    "mail": "email",
                    "company": "text",
                    "budget": "number",
                    "signed": "boolean",
                    "source": "select",
                    "topics": "multi_select",
                }.items()
            )
        ],
    }
)
BOARD = entries_board(ENTITY, entries_section(ENTITY))
USUAL = CardLook(("values.mail", "values.budget"), "values.budget")


def card(look: CardLook, days: int = 0, **values: Any) -> Card:
    """The card of an entry that has been in its stage for so many days."""
    entered = datetime.now(UTC) - timedelta(days=days, minutes=1)
    own = {f"values.{key}": value for key, value in values.items()}
    body = {"id": "1", "title": "Café Turin", "stage_entered_at": entered.isoformat(), **own}
    return CardMaker(BOARD).card(SummaryRow("1", body), look, Formats(), busy=False)


def test_a_card_begins_with_the_first_words_and_the_first_number() -> None:
    assert CardLook.usual(BOARD) == USUAL
    made = card(USUAL, mail="ana@turin.example", budget=1200)
    assert (made.title, made.lines) == ("Café Turin", ("ana@turin.example", "1,200"))


def test_chosen_fields_are_lines_and_options_are_chips() -> None:
    look = USUAL.toggled("values.topics").toggled("values.mail").toggled("values.company")
    made = card(look, company="Rinaldi", budget=0.5, topics=["Tins", "Tea"])
    assert [mark.text for mark in made.chips] == ["Tins", "Tea"]
    assert made.lines == ("0.5", "Rinaldi")


@pytest.mark.parametrize(
    ("days", "words", "tone"), [(0, "today", "muted"), (14, "14 d", "warning")]
)
def test_the_age_in_the_stage_is_marked_once_it_is_long(days: int, words: str, tone: str) -> None:
    corner = card(USUAL, days).corner
    assert (corner.text, corner.tone) == (words, tone)
    assert card(replace(USUAL, overdue=0), days).corner.tone == "muted"


@pytest.mark.parametrize(
    ("rule", "colours"),
    [
        ("values.source", {"Web": COLOURS[0], "Fair": COLOURS[1], "Gone": "", None: ""}),
        ("values.signed", {True: COLOURS[1], False: "", None: ""}),
    ],
)
def test_each_value_has_a_colour_of_its_own(rule: str, colours: dict[Any, str]) -> None:
    look, key = replace(USUAL, colour=rule), rule.removeprefix("values.")
    assert {value: card(look, **{key: value}).bar for value in colours} == colours


def test_days_have_colours_that_grow_warmer() -> None:
    look = replace(USUAL, colour=AGE)
    found = [card(look, days).bar for days in (0, 7, 14, 30, 400)]
    assert found == ["", COLOURS[1], COLOURS[2], COLOURS[3], COLOURS[3]]


def test_a_look_that_no_longer_fits_is_taken_as_far_as_it_does() -> None:
    kept = {"fields": ["values.gone", "values.due"], "summed": "values.gone", "colour": "values.x"}
    assert CardLook.of(kept, BOARD) == CardLook(("values.due",), "values.budget")
    look = replace(USUAL, colour=AGE, overdue=30, summed="")
    assert CardLook.of(look.state(), BOARD) == look


@pytest.mark.parametrize(
    ("assigned", "letters", "words"),
    [
        ({"assigned_to_user_id": 7}, "7", "Assigned to user 7"),
        ({"assigned_to_team_id": 4321}, "432", "Assigned to team 4321"),
        ({}, "", ""),
    ],
)
def test_who_it_is_for_is_in_the_corner(assigned: dict[str, int], letters: str, words: str) -> None:
    row = SummaryRow("1", {"id": "1", "title": "", **assigned})
    made = CardMaker(BOARD).card(row, USUAL, Formats(), busy=False)
    assert (made.initials, made.person, made.title) == (letters, words, "No title")
