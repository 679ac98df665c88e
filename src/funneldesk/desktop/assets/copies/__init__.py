"""Whole copies of the brand's records on this computer, for what looks at all of them."""
