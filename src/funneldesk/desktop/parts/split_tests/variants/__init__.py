"""The variants of a split test as visitors see them, side by side."""
