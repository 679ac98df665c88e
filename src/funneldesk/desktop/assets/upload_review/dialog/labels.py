"""Labels of the dialog: its first line, its groups, and its rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.expected import expected_size
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact, one_line
from funneldesk.desktop.assets.upload_review.kind_labels import short_kind
from funneldesk.desktop.assets.upload_review.plan.plan import BY_USER, Plan, Planned
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext

ALL = "all"


@dataclass(frozen=True, slots=True)
class GroupWords:
    """A group as the dialog shows it: what it is and what can be done."""

    key: str
    title: str
    icon: str
    tone: str
    text: str


GROUPS: tuple[GroupWords, ...] = (
    GroupWords(ALL, _("All files"), "layers", "muted", _("What happens to each file.")),
    GroupWords(
        "conflict",
        _("Already there"),
        "copy",
        "warning",
        _(
            "Other files are on the server under these names. Replace them, keep both by giving "
            "yours a number, or leave yours out."
        ),
    ),
    GroupWords(
        "large",
        _("Too large"),
        "maximize-2",
        "warning",
        _(
            "The server takes files up to 10 MB. Images can be made smaller on the way; the files "
            "on this computer stay as they are."
        ),
    ),
    GroupWords(
        "kind",
        _("Unsupported type"),
        "circle-alert",
        "danger",
        _("Judged by their content, whatever their names say. Some images can go as WebP."),
    ),
    GroupWords(
        "unshown",
        _("Not for browsers"),
        "image",
        "info",
        _(
            "Most visitors' browsers do not show HEIC, TIFF and JPEG 2000. Converted to WebP they "
            "do; the files on this computer stay as they are."
        ),
    ),
    GroupWords(
        "folder",
        _("New folder names"),
        "folder",
        "info",
        _(
            "Folders on the server have small letters, digits, - and _ only. Choose another name "
            "below if you like."
        ),
    ),
    GroupWords(
        "name",
        _("New file names"),
        "pencil",
        "info",
        _("Their names are not allowed, do not fit their content, or are twice in what you chose."),
    ),
    GroupWords(
        "same",
        _("The same is there"),
        "circle-check",
        "success",
        _("The server has these files to the byte. They need not be sent again."),
    ),
    GroupWords(
        "protected",
        _("Protected folder"),
        "lock",
        "danger",
        _("The folder products is kept by the server itself. Choose another folder below."),
    ),
    GroupWords(
        "unreadable",
        _("Cannot be sent"),
        "circle-alert",
        "danger",
        _("These are not files that can be read, or are empty."),
    ),
    GroupWords("ready", _("Ready"), "check", "success", _("Nothing is to be decided here.")),
)
WORDS = {group.key: group for group in GROUPS}
_OPEN_WORDS = _("Decide")


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of the files that go (``renamed``, ``converted`` and ``replacing`` among them), are
    open, and stay here; ``size`` in bytes of all, as they are on this computer."""

    files: int
    size: int
    go: int
    renamed: int
    converted: int
    replacing: int
    open: int
    out: int

    @property
    def plain(self) -> int:
        """Those that go as they are; where a folder got another name, they do too."""
        return self.go - self.renamed - self.converted - self.replacing

    @classmethod
    def of(cls, plan: Plan, facts: Sequence[FileFact]) -> "Counts":
        """The counts of a plan."""
        go = [each for each in plan.files if each.state == "go"]
        replacing = sum(each.replaces for each in go)
        converted = sum(each.conversion is not None and not each.replaces for each in go)
        renamed = sum(
            not (each.conversion or each.replaces) and each.name != facts[each.number].nfc_name
            for each in go
        )
        return cls(
            len(facts),
            sum(fact.size for fact in facts),
            len(go),
            renamed,
            converted,
            replacing,
            sum(each.state == "open" for each in plan.files),
            sum(each.state == "out" for each in plan.files),
        )


def members(plan: Plan) -> dict[str, list[int]]:
    """The numbers of each group's files; groups without any are left out."""
    found: dict[str, list[int]] = {ALL: []}
    for each in plan.files:
        found[ALL].append(each.number)
        for group in each.groups or ("ready",):
            found.setdefault(group, []).append(each.number)
    return found


def head_words(counts: Counts) -> str:
    """The dialog's first line: "1,000 files, 212 MB: 812 can go as they are · …"."""
    plain, new, other, out = counts.plain, counts.renamed, counts.replacing, counts.out
    told = (
        (plain, ngettext("{count:,} can go as it is", "{count:,} can go as they are", plain)),
        (new, ngettext("{count:,} with a new name", "{count:,} with new names", new)),
        (counts.converted, _("{count:,} converted")),
        (other, ngettext("{count:,} replaces another", "{count:,} replace others", other)),
        (counts.open, _("{count:,} to be decided")),
        (out, ngettext("{count:,} stays here", "{count:,} stay here", out)),
    )
    said = [words.format(count=count) for count, words in told if count]
    rest = f": {' · '.join(said)}" if said else ""
    return f"{files_words(counts.files)}, {size_words(counts.size)}{rest}"


def files_words(count: int) -> str:
    """A number of files."""
    return counted(count, "file")


def row_words(planned: Planned, fact: FileFact) -> ListRow:
    """Row of a file."""
    chip, tone = chip_of(planned, fact)
    return ListRow(
        str(planned.number),
        one_line(fact.place),
        _line(planned, fact),
        size_words(fact.size) if fact.size or not fact.trouble else "",
        chip,
        tone,
        hover="\n".join(filter(None, (one_line(fact.place), planned.why, *fact.notes))),
    )


def chip_of(planned: Planned, fact: FileFact) -> tuple[str, str]:
    """A word on what becomes of a file, and its tone."""
    if planned.state == "open":
        return _OPEN_WORDS, "warning"
    if planned.state == "out":
        same = "same" in planned.groups and planned.why != BY_USER
        return (_("The same"), "success") if same else (_("Skipped"), "muted")
    if planned.replaces:
        return _("Replace"), "danger"
    if planned.conversion is not None:
        return conversion_label(planned.conversion), "accent"
    if planned.beside:
        return _("Keep both"), "accent"
    if planned.name != fact.nfc_name:
        return _("New name"), "info"
    return _("Ready"), "success"


def conversion_label(conversion: Conversion) -> str:
    """A conversion in a word or two: "WebP, 1920 px"."""
    form = {"webp": "WebP", "": ""}.get(conversion.format, conversion.format.upper())
    width = _("{width} px").format(width=conversion.width) if conversion.width else ""
    return ", ".join(filter(None, (form, width)))


def sides_words(width: int, height: int) -> str:
    """The sides of an image; empty where they are not known."""
    return f"{width:,} × {height:,}" if width and height else ""


def _line(planned: Planned, fact: FileFact) -> str:
    if planned.state != "go":
        return planned.why
    said = f"→ {planned.path}"
    if planned.conversion is not None and (size := expected_size(fact, planned.conversion)):
        said += _(" · about {size}").format(size=size_words(size))
    notes = " ".join(fact.notes)
    return f"{said} · {notes}" if notes else said


def kind_line(fact: FileFact) -> str:
    """Kind, size and sides of a file on this computer."""
    told = (short_kind(fact.kind) if fact.kind else "", size_words(fact.size))
    return " · ".join(filter(None, (*told, sides_words(fact.width, fact.height))))


def hidden_words(count: int) -> str:
    """Sentence about files that were left out."""
    said = ngettext(
        "{count:,} hidden file or folder is not taken along.",
        "{count:,} hidden files and folders are not taken along.",
        count,
    )
    return said.format(count=count)
