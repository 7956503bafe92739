"""Render a diff, one format a module."""
