"""Evaluate untrusted expressions in a process of their own, within limits of time and memory."""
