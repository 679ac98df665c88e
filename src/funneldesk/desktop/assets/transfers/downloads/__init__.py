"""Downloads: planned, streamed, written whole."""
