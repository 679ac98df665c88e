"""Jobs in the corner of the window."""
