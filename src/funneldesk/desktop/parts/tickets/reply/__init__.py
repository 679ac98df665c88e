"""Answers to tickets: written, kept, sent."""
