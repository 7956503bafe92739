"""Render the plan of an update, one format a module."""
