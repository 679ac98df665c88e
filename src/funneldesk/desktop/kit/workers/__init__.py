"""Worker processes: slow or dangerous work beside the window, asked for by jobs with a name."""
