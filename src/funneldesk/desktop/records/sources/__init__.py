"""Where the rows of a section come from: a copy on this computer, or the server page by page."""
