"""Boards: cards and charts arranged on a grid; for one brand, and for several side by side."""
