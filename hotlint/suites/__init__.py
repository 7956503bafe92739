"""Test suites: what a suite says, the dry runs of its tests, and their results."""
