"""What a preset puts into a new entity (document: CRM, entity presets)."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PresetField:
    """A field to begin with."""

    name: str
    key: str
    type: str
    options: tuple[str, ...] = ()
    required: bool = False
    reporting_config: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """``stages`` of the one pipeline are pairs of name and color."""

    key: str
    label: str
    description: str
    singular_name: str
    plural_name: str
    icon: str
    color: str
    pipeline: str
    stages: tuple[tuple[str, str], ...]
    fields: tuple[PresetField, ...] = field(default=())

    def body(self) -> dict[str, str]:
        """The preset as the document shows it."""
        return {"key": self.key, "label": self.label, "description": self.description}


_EMAIL = PresetField("E-mail", "email", "email")
_PHONE = PresetField("Phone", "phone", "phone")
_COMPANY = PresetField("Company", "company", "text")
_NUMBERS = {"reportable": True, "aggregation_type": "numeric", "preferred_chart": "histogram"}
_WORDS = {"reportable": True, "aggregation_type": "categorical", "preferred_chart": "pie"}
_SOURCES = ("Website", "Advertisement", "Referral", "Event", "Other")

PRESETS: tuple[Preset, ...] = (
    Preset(
        key="leads",
        label="Leads",
        description="People who showed interest, from the first sign to a sale or a no.",
        singular_name="Lead",
        plural_name="Leads",
        icon="user-plus",
        color="#2563eb",
        pipeline="Lead pipeline",
        stages=(
            ("New", "#64748b"),
            ("Contacted", "#2563eb"),
            ("Qualified", "#7c3aed"),
            ("Won", "#16a34a"),
            ("Lost", "#dc2626"),
        ),
        fields=(
            _EMAIL,
            _PHONE,
            _COMPANY,
            PresetField("Source", "source", "select", _SOURCES, reporting_config=_WORDS),
            PresetField("Notes", "notes", "text"),
        ),
    ),
    Preset(
        key="contacts",
        label="Contacts",
        description="People that you know, with how to reach them.",
        singular_name="Contact",
        plural_name="Contacts",
        icon="contact",
        color="#0d9488",
        pipeline="Relationship",
        stages=(("New", "#64748b"), ("Active", "#16a34a"), ("Inactive", "#d97706")),
        fields=(
            PresetField("E-mail", "email", "email", required=True),
            _PHONE,
            _COMPANY,
            PresetField("Website", "website", "url"),
            PresetField("Birthday", "birthday", "date"),
            PresetField("Newsletter", "newsletter", "boolean"),
        ),
    ),
    Preset(
        key="deals",
        label="Deals",
        description="Sales in progress, with their amount and expected close.",
        singular_name="Deal",
        plural_name="Deals",
        icon="handshake",
        color="#d97706",
        pipeline="Sales pipeline",
        stages=(
            ("Qualification", "#64748b"),
            ("Proposal", "#2563eb"),
            ("Negotiation", "#7c3aed"),
            ("Won", "#16a34a"),
            ("Lost", "#dc2626"),
        ),
        fields=(
            PresetField("Amount", "amount", "number", reporting_config=_NUMBERS),
            PresetField("Expected close", "expected_close", "date"),
            _COMPANY,
            _EMAIL,
            PresetField(
                "Priority", "priority", "select", ("Low", "Medium", "High"), reporting_config=_WORDS
            ),
        ),
    ),
)

BY_KEY: dict[str, Preset] = {preset.key: preset for preset in PRESETS}
