"""Named views of a list: what it is narrowed to, its order and its columns."""
