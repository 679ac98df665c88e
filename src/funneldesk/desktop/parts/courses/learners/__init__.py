"""Who takes a course: table and grid of progress, enrollment of many, learners who stall."""
