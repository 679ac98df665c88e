"""One session: its time line, where it came from, what it was worth, its recordings."""
