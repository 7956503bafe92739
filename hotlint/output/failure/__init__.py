"""Render why a stack has failed, one format a module."""
