"""Records made anew: from a file, as a copy, again after they were deleted."""
