"""The files of a brand, by path and by folder."""
