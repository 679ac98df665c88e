"""Records of any part: guarded, kept in history, edited in bulk, searched and exported."""
