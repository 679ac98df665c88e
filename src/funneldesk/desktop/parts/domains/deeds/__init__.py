"""What is done with a domain: added, moved, given a certificate, deleted."""
