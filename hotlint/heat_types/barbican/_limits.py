"""Limits that Barbican has for several types."""

from hotlint.heat_types.refusals import Limit, Range

NAME = Limit("name", 0, 255)
OF_KEYS = (NAME, Limit("algorithm", 0, 255), Limit("mode", 0, 255), Range("bit_length", 1, 32767))
"""Those of a key, which a secret is or an order asks for."""
