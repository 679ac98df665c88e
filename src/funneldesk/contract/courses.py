"""Courses on the wire: courses, modules, enrollments (document: Endpoints, Courses)."""
