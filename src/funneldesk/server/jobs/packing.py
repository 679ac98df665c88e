"""An export's file as it goes with a letter: as it is, or zipped when it is big."""

import tempfile
import zipfile

from funneldesk.server.jobs.exports import ExportFile

ZIPPED_FROM = 5 << 20
MOST_BYTES = 20 << 20
"""Beyond this few mail servers take a letter."""


def packed(file: ExportFile) -> tuple[str, tuple[str, str, str], bytes] | None:
    """Its name, its media type (``text``, ``/``, ``csv``) and its bytes; None when too big."""
    if file.size <= ZIPPED_FROM:
        kind = file.media_type.partition(";")[0].partition("/")
        return file.name, kind, b"".join(file.pieces())
    with tempfile.TemporaryFile() as target:
        with (
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
            archive.open(file.name, "w", force_zip64=True) as entry,
        ):
            for piece in file.pieces():
                entry.write(piece)
        if target.tell() > MOST_BYTES:
            return None
        target.seek(0)
        return f"{file.name}.zip", ("application", "/", "zip"), target.read()
