"""Reports on entries: what the fields of an entity add up to."""
