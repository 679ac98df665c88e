"""The statistics of experiments: pure functions that the server and the window both use."""
