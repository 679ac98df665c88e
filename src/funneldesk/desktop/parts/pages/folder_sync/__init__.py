"""Pages as a folder of files, out and in again."""
