"""What is done with automations, declared for keys, menus and the palette."""

from collections.abc import Sequence

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.deeds import AutomationDeeds
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.sections.actions import (
    MENUS,
    Action,
    Place,
    Takes,
    about_one,
    change_many,
    change_one,
)

_change, _change_many = change_one(PART), change_many(PART)


def automation_actions(deeds: AutomationDeeds) -> Sequence[Action]:
    """The actions of the section."""
    return (*_making(deeds), *_copying(deeds), *_setting(deeds), *_running(deeds), *_taking(deeds))


def _making(deeds: AutomationDeeds) -> Sequence[Action]:
    return (
        Action(
            f"{PART}.new",
            _("New automation…"),
            lambda _ids: deeds.new(),
            "plus",
            "Ctrl+N",
            Place.PALETTE | Place.SECTION_MENU,
            writes=PART,
            needs_connection=True,
            window_keys=True,
        ),
        Action(
            f"{PART}.from-template",
            _("New from a template…"),
            lambda _ids: deeds.from_template(),
            "layers",
            places=Place.PALETTE | Place.SECTION_MENU,
            writes=PART,
            needs_connection=True,
        ),
    )


def _copying(deeds: AutomationDeeds) -> Sequence[Action]:
    return (
        _change(f"{PART}.clone", _("Duplicate…"), lambda ids: deeds.clone(ids[0]), "copy"),
        about_one(
            f"{PART}.copy-to-brand",
            _("Copy to another brand…"),
            lambda ids: deeds.copy_to_brand(ids[0]),
            "layers",
            needs_connection=True,
        ),
        about_one(
            f"{PART}.keep-template",
            _("Keep as a template…"),
            lambda ids: deeds.keep_template(ids[0]),
            "save",
            needs_connection=True,
        ),
    )


def _setting(deeds: AutomationDeeds) -> Sequence[Action]:
    return (
        _change(f"{PART}.settings", _("Settings…"), lambda ids: deeds.settings(ids[0]), "settings"),
        about_one(
            f"{PART}.postback", _("Postback address…"), lambda ids: deeds.postback(ids[0]), "link"
        ),
    )


def _running(deeds: AutomationDeeds) -> Sequence[Action]:
    return (
        _change_many(
            f"{PART}.activate",
            _("Activate"),
            lambda ids: deeds.set_status(ids, "active"),
            "play",
            starts_group=Place.LIST_MENU,
        ),
        _change_many(
            f"{PART}.deactivate",
            _("Deactivate"),
            lambda ids: deeds.set_status(ids, "inactive"),
            "pause",
        ),
    )


def _taking(deeds: AutomationDeeds) -> Sequence[Action]:
    return (
        Action(
            f"{PART}.summary",
            _("What automations did…"),
            lambda _ids: deeds.summary(),
            "chart-line",
            places=Place.PALETTE | Place.SECTION_MENU,
            needs_connection=True,
        ),
        Action(
            f"{PART}.have-exported",
            _("Have them exported by email…"),
            lambda ids: deeds.have_exported(ids),
            "download",
            places=MENUS,
            takes=Takes.SEVERAL,
            needs_connection=True,
        ),
    )
