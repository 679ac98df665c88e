"""A save: asked about, guarded, sent, told."""
