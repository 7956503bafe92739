"""Extraction of the facts of resource types from an installed Heat.

Run by its path with Heat's interpreter: `__main__.py`.
"""
