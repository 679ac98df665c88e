"""The user's own data: drafts and history."""
