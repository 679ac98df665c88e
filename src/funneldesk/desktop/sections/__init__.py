"""What a section of the window is: its name, its panel, what can be found in it."""
