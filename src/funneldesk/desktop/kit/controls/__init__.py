"""Buttons, labels, sliders and bars."""
