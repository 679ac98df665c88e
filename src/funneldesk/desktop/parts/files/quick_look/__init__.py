"""Files shown large."""
