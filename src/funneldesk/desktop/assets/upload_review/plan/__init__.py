"""What becomes of each chosen file. Pure: no Qt, no network."""
