"""Worker processes: slow or dangerous work in a worker process, as named jobs."""
