"""Text with a little form, as a person writes it in a mail: kept, shown and edited."""
