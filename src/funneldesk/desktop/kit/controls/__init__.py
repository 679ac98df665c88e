"""Buttons, labels, sliders, bars: what panels are made of."""
