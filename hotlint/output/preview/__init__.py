"""Render a preview, one format a module."""
