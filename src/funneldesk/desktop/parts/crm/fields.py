"""Fields of entries, made from those of their entity (document: CRM; quirk 45).

The values of an entry are fields called ``values.<key>`` here, as refusals name them.
"""

from collections.abc import Mapping

from funneldesk.contract.crm import CrmEntity, CrmField
from funneldesk.desktop.kit.forms.field_spec import Kind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.stages import stages_of
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.value_checks import BY_TYPE, LONGEST_TEXT, checked, given

VALUES = "values."
KINDS: Mapping[str, Kind] = {
    "number": "decimal",
    "date": "date",
    "boolean": "bool",
    "select": "choice",
    "multi_select": "several",
    "url": "url",
}
"""Fields of other types are texts."""
LONGEST_TITLE = 255
WITH_OPTIONS = ("select", "multi_select")
LINKS = FieldGroup(
    _("Assignment and link"), _("Numbers of a user and a team, and what it belongs to."), True
)


def entry_fields(entity: CrmEntity) -> RecordFields:
    """All fields of an entity's entries: title and stage, its own ones, assignees and link."""
    main = FieldGroup(named(entity), "")
    return RecordFields(
        RecordField("title", _("Title"), group=main, max_length=LONGEST_TITLE, check=given),
        RecordField(
            "stage_id",
            _("Stage"),
            "choice",
            choices=tuple((stage.id, words) for stage, words in stages_of(entity)),
            group=main,
            bulk=main.title,
            check=given,
        ),
        *(_field(each, main) for each in entity.fields or ()),
        _link("assigned_to_user_id", _("Assigned user"), "integer"),
        _link("assigned_to_team_id", _("Assigned team"), "integer"),
        _link("reference_type", _("Linked to")),
        _link("reference_id", _("Reference")),
    )


def named(entity: CrmEntity) -> str:
    """One entry of an entity in the brand's words: "Deal"."""
    return entity.singular_name or entity.name


def _link(name: str, title: str, kind: Kind = "text") -> RecordField:
    return RecordField(name, title, kind, group=LINKS, bulk=LINKS.title)


def _field(field: CrmField, group: FieldGroup) -> RecordField:
    options = tuple((each, each) for each in field.options or ())
    if field.type == "select" and not field.required:
        options = (("", _("None")), *options)
    return RecordField(
        VALUES + field.key,
        field.name or field.key,
        KINDS.get(field.type, "text"),
        choices=options if field.type in WITH_OPTIONS else (),
        max_length=LONGEST_TEXT if field.type not in KINDS else None,
        as_number=True,
        group=group,
        bulk=group.title,
        check=checked(
            field.name,
            required=field.required,
            check=BY_TYPE.get(field.type),
            options=field.options or () if field.type in WITH_OPTIONS else None,
        ),
        checks_alone=True,
    )
