"""What exists nowhere else: drafts and history."""
