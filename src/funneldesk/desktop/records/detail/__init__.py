"""One record: its facts, what belongs to it, and its JSON for those who ask."""
