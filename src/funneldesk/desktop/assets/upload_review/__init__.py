"""Review before an upload: chosen files are inspected, unfit ones converted or left out."""
