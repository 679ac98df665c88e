"""A ticket's thread as it is read."""
