#!/usr/bin/env python3
"""Compare what hotlint says of resource types with Heat's own sentences: runs of equal words are taken over, not written.

hotlint catalog import --heat PYTHON-WITH-HEAT
python tools/meaning_overlap.py [--words N]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence

from hotlint.ide.documentation.schema import property_of
from hotlint.resource_types.meanings import Meanings, meanings_of
from hotlint.resource_types.schema import ResourceType
from hotlint.resource_types.site_catalog import site_layer

WORDS = 6
"""The length of a run of equal words that no writer hits by chance."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print each text that shares a run of words with Heat's text of the same thing. Returns 1 if there is any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=WORDS, help="the length of a run (default: %(default)s)")
    options = parser.parse_args(argv)
    imported = site_layer()
    if imported is None:
        parser.error("no resource types are imported")
    found = [
        f"{name} {key}: {' '.join(run)}"
        for name in imported.index["types"]
        if (heat := imported.resource(name)) is not None
        for key, own, theirs in pairs(meanings_of(name), heat)
        if (run := shared(own, theirs, options.words))
    ]
    print("\n".join([*found, f"{len(found)} texts share {options.words} words in a row with Heat's"]))
    return int(bool(found))


def pairs(own: Meanings, heat: ResourceType) -> Iterator[tuple[str, str, str]]:
    """Yield the key, hotlint's text and Heat's text of a type and of each of its properties and attributes."""
    yield "", f"{own.makes} {own.use}", heat.description or ""
    for key, text in own.properties.items():
        schema = property_of(heat, tuple(key.split(".")))
        yield key, text, (schema and schema.description) or ""
    for key, text in own.attributes.items():
        attribute = heat.attributes.get(key)
        yield key, text, (attribute and attribute.description) or ""


def shared(own: str, theirs: str, length: int) -> list[str]:
    """Return the first run of words that both texts have; an empty list for none."""
    known = {tuple(run) for run in _runs(theirs, length)}
    return next((run for run in _runs(own, length) if tuple(run) in known), [])


def _runs(text: str, length: int) -> Iterator[list[str]]:
    words = re.findall(r"[a-z0-9_]+", text.lower())
    return (words[start : start + length] for start in range(len(words) - length + 1))


if __name__ == "__main__":
    raise SystemExit(main())
