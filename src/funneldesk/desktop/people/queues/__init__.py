"""Deeds on many records: decided together, sent one after the other, told in a report."""
