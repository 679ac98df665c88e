"""Before an upload: what was chosen is looked at, what does not fit is cured or left out."""
