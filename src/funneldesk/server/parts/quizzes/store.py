"""Queries on quizzes: every one within a brand."""
