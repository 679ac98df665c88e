"""The plan of a split test: how many visitors it takes, and how many days that is."""
