"""A save: asked about, guarded, sent, reported."""
