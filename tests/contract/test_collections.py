"""Collections on the wire (document: Collection; quirks 46 and 47)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.collections import (
    OWN_KEYS,
    Collection,
    CollectionDraft,
    CollectionEntry,
    CollectionFieldDraft,
    CollectionPatch,
)


def test_quirk_47_values_are_what_stands_beside_the_entrys_own_keys() -> None:
    entry = CollectionEntry.model_validate(
        {"id": 7, "title": "Ann", "email": "a@example.com", "values": "mine", "created_at": None}
    )
    assert entry.id == "7"
    assert set(CollectionEntry.model_fields) == OWN_KEYS
    assert (entry.model_extra or {})["email"] == "a@example.com"


def test_quirk_46_a_field_is_named_by_id_and_removed_by_deleted() -> None:
    patch = CollectionPatch(fields=[CollectionFieldDraft(id=3, deleted=True)])
    assert patch.body() == {"fields": [{"id": 3, "deleted": True}]}


def test_only_what_was_set_is_sent() -> None:
    draft = CollectionDraft(name="x", fields=[CollectionFieldDraft(name="a", type="text")])
    assert draft.body() == {"name": "x", "fields": [{"name": "a", "type": "text"}]}
    with pytest.raises(ValidationError, match="fields"):
        CollectionDraft.model_validate({"name": "x"})


def test_unknown_words_are_shown_as_they_came() -> None:
    collection = Collection.model_validate({"id": 1, "on_new_entry": "dance", "fields": None})
    assert (collection.on_new_entry, collection.fields) == ("dance", None)
