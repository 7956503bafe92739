"""Render the coverage of templates by tests, one format a module."""
