"""The history of a record: a time line, any two versions compared, and the way back."""
