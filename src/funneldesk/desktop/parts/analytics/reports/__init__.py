"""Ready reports: a declared list, each read, drawn and saved alike."""
