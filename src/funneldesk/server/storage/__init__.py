"""The brands' files: where they lie, what they may be called, what they are, how they come in."""
