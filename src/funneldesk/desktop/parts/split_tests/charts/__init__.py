"""The four charts of a split test on one board."""
