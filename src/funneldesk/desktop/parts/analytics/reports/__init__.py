"""The page of ready reports."""
