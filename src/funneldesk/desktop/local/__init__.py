"""Data on this computer: cached records, drafts, settings, connections, keys. No Qt here."""
