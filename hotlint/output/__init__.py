"""Render findings, previews, diffs, graphs and reference pages. The only place in the core with lines and columns."""
