"""Sounds that go with a screen: the one kind of file that the file manager does not take."""

import secrets
from typing import TYPE_CHECKING

from funneldesk.contract.file_kinds import kind_of
from funneldesk.contract.file_names import joined
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.server.storage.addresses import asset_url
from funneldesk.server.storage.uploads import Upload
from funneldesk.server.web.errors import invalid

if TYPE_CHECKING:
    from funneldesk.server.platform import Platform

_ENDINGS = {
    "audio/mpeg": "mp3",
    "audio/wav": "wav",
    "audio/flac": "flac",
    "audio/mp4": "m4a",
    "application/ogg": "ogg",
}


def store_audio(
    platform: "Platform", brand_id: int, folder: str, upload: Upload, *, field: str
) -> str:
    """Store a sound under a name of our own and give its public URL.

    Raises Refused (422) under ``field`` for what is no sound or larger than 10 MB.
    """
    if upload.file.seek(0, 2) > LARGEST_FILE:
        raise invalid({field: f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB."})
    upload.file.seek(0)
    kind = kind_of(upload.file, "sound")
    if kind not in _ENDINGS:
        raise invalid({field: f"A sound is mp3, wav, flac, m4a or ogg; this file is {kind}."})
    upload.file.seek(0)
    path = joined(folder, f"sound-{secrets.token_hex(8)}.{_ENDINGS[kind]}")
    platform.storage.put(brand_id, path, upload.file)
    return asset_url(platform.settings, brand_id, path)
