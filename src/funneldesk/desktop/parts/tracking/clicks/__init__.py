"""The click log: any of the filters, and the export that the server makes."""
