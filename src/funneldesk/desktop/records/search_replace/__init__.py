"""Search and replace over many records: what is sought, where it is, what it becomes."""
