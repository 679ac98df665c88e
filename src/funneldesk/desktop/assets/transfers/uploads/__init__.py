"""Uploads: prepared, batched, accounted for, taken back."""
