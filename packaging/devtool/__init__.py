"""What stands behind ``packaging/dev.py``: one file for each thing that it can do."""
