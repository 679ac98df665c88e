"""Small pictures of files, made in processes beside the window and kept by content."""
