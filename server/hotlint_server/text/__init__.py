"""Texts: buffers, lines, and positions of the protocol."""
