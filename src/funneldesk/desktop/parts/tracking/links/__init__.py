"""Short links: made with tags of a campaign, kept on this computer, as QR codes."""
