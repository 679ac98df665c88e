"""What an HTML source looks like to visitors, with the files of its brand."""
