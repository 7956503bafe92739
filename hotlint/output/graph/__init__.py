"""Render a dependency graph, one format a module."""
