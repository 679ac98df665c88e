"""The palette (Ctrl+K)."""
