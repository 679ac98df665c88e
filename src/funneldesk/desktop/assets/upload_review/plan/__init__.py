"""Plans for each chosen file. Pure: no Qt, no network."""
