"""The brands that this computer knows, and their keys."""
