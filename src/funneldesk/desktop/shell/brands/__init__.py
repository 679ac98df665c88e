"""The brand switcher and the dialogs about connections."""
