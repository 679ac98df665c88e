"""The pages of a brand on this computer."""
