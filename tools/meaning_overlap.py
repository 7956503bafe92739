#!/usr/bin/env python3
"""Compare what hotlint says of resource types with Heat's own sentences: runs of equal words are taken over, not written.

    python tools/meaning_overlap.py PATH [--words N]

PATH is the site-packages of an openstack-heat, its sdist or its wheel; nothing of it is run.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence

from hotlint.resource_types.descriptions import TypeTexts, read_descriptions, sources_of
from hotlint.resource_types.meanings import Meanings, meanings_of

WORDS = 6
"""The length of a run of equal words that no writer hits by chance."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print each text that shares a run of words with Heat's text of the same thing. Returns 1 if there is any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", help="site-packages, sdist or wheel of openstack-heat")
    parser.add_argument("--words", type=int, default=WORDS, help="the length of a run (default: %(default)s)")
    options = parser.parse_args(argv)
    found = [
        f"{name} {key}: {' '.join(run)}"
        for name, heat in read_descriptions(sources_of(options.path)).items()
        for key, own, theirs in pairs(meanings_of(name), heat)
        if (run := shared(own, theirs, options.words))
    ]
    print("\n".join([*found, f"{len(found)} texts share {options.words} words in a row with Heat's"]))
    return int(bool(found))


def pairs(own: Meanings, heat: TypeTexts) -> Iterator[tuple[str, str, str]]:
    """Yield the key, hotlint's text and Heat's text of a type and of each of its properties and attributes."""
    yield "", f"{own.makes} {own.use}", heat.description
    for section in ("properties", "attributes"):
        theirs = getattr(heat, section)
        yield from ((key, text, theirs[key]) for key, text in getattr(own, section).items() if key in theirs)


def shared(own: str, theirs: str, length: int) -> list[str]:
    """Return the first run of words that both texts have; an empty list for none."""
    known = {tuple(run) for run in _runs(theirs, length)}
    return next((run for run in _runs(own, length) if tuple(run) in known), [])


def _runs(text: str, length: int) -> Iterator[list[str]]:
    words = re.findall(r"[a-z0-9_]+", text.lower())
    return (words[start : start + length] for start in range(len(words) - length + 1))


if __name__ == "__main__":
    raise SystemExit(main())
