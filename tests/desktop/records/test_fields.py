"""A record that is declared once: its form, its guard, its history and its draft follow from it."""

import pytest

from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields

NOTE = FieldGroup("Note", "What it says.")
STATES = (("open", "Open"), ("done", "Done"))
FIELDS = RecordFields(
    RecordField("title", "Title", group=NOTE, read_as="name"),
    RecordField("state", "State", "choice", choices=STATES, restorable=False),
    RecordField("pinned", "Keep it on top", "bool", group=NOTE, called="Pinned"),
    RecordField("owner_id", "Owner number", "integer", group=NOTE, called="Owner"),
    RecordField("secret", "Secret", "password", group=NOTE),
    RecordField("body", "Body", "code", language="html", tab="Source"),
    RecordField("kind", "Kind", create_only=True),
)
ANSWER = {"id": 7, "name": "Tea", "state": "done", "pinned": 1, "owner_id": 3, "body": "<p>"}


class NoteDraft(RecordDraft):
    declared = FIELDS


def test_the_form_has_the_fields_of_its_groups_in_order() -> None:
    (group,) = FIELDS.groups()
    assert (group.title, group.sentence, group.folded) == ("Note", "What it says.", False)
    labels = [field.label for field in group.fields]
    assert labels == ["Title", "Keep it on top", "Owner number", "Secret"]


def test_the_guard_knows_how_to_compare_and_show_each_field() -> None:
    guarded = {field.name: field for field in FIELDS.guarded()}
    assert [field.kind for field in guarded.values()] == [
        *("text", "choice", "flag", "text", "secret", "source", "text")
    ]
    assert guarded["body"].language == "html"
    assert (guarded["pinned"].label, guarded["state"].words("done")) == ("Pinned", "Done")


def test_the_history_shows_sources_first_and_restores_what_it_may() -> None:
    shown = FIELDS.in_history()
    assert [field.label for field in shown][:2] == ["Source", "Title"]
    assert [field.name for field in shown if not field.restorable] == ["state"]


def test_values_are_told_in_words() -> None:
    names = {"owner_id": {3: "Ada"}}
    told = [FIELDS.words(name, value, names) for name, value in FIELDS.values_of(ANSWER).items()]
    assert told == ["Tea", "Done", "on", "Ada (3)", "none", "<p>", "none"]
    assert (FIELDS.label("owner_id"), FIELDS.label("made_up")) == ("Owner", "made up")


def test_a_draft_holds_only_what_differs_and_survives_being_kept() -> None:
    draft = NoteDraft.opened(ANSWER)
    assert draft.set("title", "Coffee")
    assert not draft.set("pinned", True)
    assert draft.changed_fields() == {"title": "Coffee"}
    again = NoteDraft.from_draft(draft.to_draft(), draft.base)
    assert (again.id, again.fields) == (7, draft.fields)
    assert again.revert() == ("title",)
    assert not again.is_dirty


def test_a_draft_refuses_what_the_declaration_does() -> None:
    draft = NoteDraft.opened(ANSWER)
    with pytest.raises(TypeError):
        draft.set("owner_id", "three")
    with pytest.raises(KeyError):
        draft.set("colour", "red")
    with pytest.raises(ValueError, match="created"):
        draft.set("kind", "memo")
    assert NoteDraft.new({"kind": "memo"}).value("kind") == "memo"


def test_a_column_of_a_list_and_its_export_follow_from_the_field() -> None:
    columns = [FIELDS[name].column() for name in ("title", "state", "pinned", "owner_id")]
    exported = [column.in_export() for column in columns]
    assert [column.title for column in exported] == ["Title", "State", "Pinned", "Owner"]
    assert [column.cell(ANSWER) for column in exported] == ["Tea", "Done", True, 3]
    named = FIELDS["owner_id"].column("owner", labels={3: "Ann"})
    assert (named.key, named.cell(ANSWER), named.cell({"owner_id": 4})) == ("owner", "Ann", 4)
