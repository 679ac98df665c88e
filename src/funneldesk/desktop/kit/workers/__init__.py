"""Worker processes: slow or dangerous work beside the window, as named jobs."""
