"""Quizzes on the wire: quizzes, their screens and flow (document: Endpoints, Quizzes)."""
