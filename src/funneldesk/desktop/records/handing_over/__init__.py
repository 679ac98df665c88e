"""Records made of others, or of the clipboard: with the steps of an import, but no file."""
