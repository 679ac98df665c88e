"""The code editor."""
