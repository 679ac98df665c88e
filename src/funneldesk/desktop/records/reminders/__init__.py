"""Records that come back at a time: snoozed, or with a note to oneself. On this computer alone."""
