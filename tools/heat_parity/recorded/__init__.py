"""Verdicts of Heat that are kept in the repository, so that tests need no Heat. Needs nothing but Python."""
