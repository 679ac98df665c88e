"""Work in a process beside the window: what may take long, or never end, holds nothing up."""
