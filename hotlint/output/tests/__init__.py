"""Render the results of tests, one format a module."""
