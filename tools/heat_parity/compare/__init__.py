"""Compares hotlint with Heat's verdicts, through hotlint's public API. Needs an interpreter with hotlint installed."""
