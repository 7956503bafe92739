"""Jinja sources: their names, and how they are rendered."""
