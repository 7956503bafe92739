"""The names that a Jinja source makes of one name with expressions, such as `OS::Site::{{role.name}}Server`.

Nothing is rendered: the values of an expression are what stands in its place in names that are written out elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from itertools import islice, product

from hotlint.analysis.file_kinds import rendered_path

_EXPRESSION = re.compile(r"\{\{([^{}]*)\}\}")
_EXPRESSIONS = 3
"""Expressions in a name: each may stand for any part of another name, which is tried with all parts for the others."""
_WORD = re.compile(r"[^\W_]+")
_PATTERNS = 2
"""The number of names with the expression in which a value has to fit: one alone may be another name by chance."""
_MOST = 1000
"""The names that are made of one name with expressions."""


def is_rendered(name: str) -> bool:
    """Return whether a source makes other names of a name."""
    return "{{" in name


def paths_of_source(path: str) -> list[str]:
    """Return what the paths of the files look like that a Jinja source of several files may be rendered to.

    A word of its name stands for each value: `port_v6.network.j2.yaml` is rendered to `{{port}}_v6.yaml`.
    """
    folder, slash, name = (rendered_path(path) or "").rpartition("/")
    stem, dot, ending = name.rpartition(".")
    own, of_several, _ = stem.partition(".")
    if not dot or not of_several:
        return []
    return [
        f"{folder}{slash}{own[: w.start()]}{{{{{w.group()}}}}}{own[w.end() :]}.{ending}" for w in _WORD.finditer(own)
    ]


Matches = dict[str, dict[str, list[tuple[str, str]]]]
"""For each name with expressions, the names that fit it, each with the values that stand for its expressions."""


def matches_of(patterns: Iterable[str], known: Iterable[str]) -> Matches:
    """Return the names that fit each name with expressions; `known` are names without."""
    text = "\n".join(known)
    return {pattern: dict(_values(pattern, text)) for pattern in patterns} if text else {}


def names_made(matches: Matches, data: Container[str] = ()) -> dict[str, str]:
    """Return the names that are made of some with expressions, each with the name that it is made of.

    The values are those of the names that fit. A value that is in the data of the tree as well needs to fit one name only.
    """
    fitting: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for pattern, names in matches.items():
        for values in names.values():
            for expression, value in values:
                fitting[expression][value].add(pattern)
    several = {
        e: [v for v, fits in found.items() if len(fits) + (v in data) >= _PATTERNS] for e, found in fitting.items()
    }
    return {name: pattern for pattern in matches for name in islice(_filled(pattern, several), _MOST)}


def _values(pattern: str, names: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the names of a text, one a line, that fit a name, each with what stands for the expressions."""
    expressions: list[str] = []
    parts = [part.strip() if number % 2 else part for number, part in enumerate(_EXPRESSION.split(pattern))]
    if len(parts) > 2 * _EXPRESSIONS + 1:
        return
    regex = re.escape(parts[0])
    for expression, literal in zip(parts[1::2], parts[2::2], strict=True):
        is_again = expression in expressions
        regex += f"(?P=h{expressions.index(expression)})" if is_again else rf"(?P<h{len(expressions)}>\w{{1,40}})"
        expressions += [] if is_again else [expression]
        regex += re.escape(literal)
    for match in re.finditer(rf"^{regex}$", names, re.M):
        yield match.group(), list(zip(expressions, match.groups(), strict=True))


def _filled(pattern: str, values: dict[str, list[str]]) -> Iterator[str]:
    expressions = list(dict.fromkeys(found.strip() for found in _EXPRESSION.findall(pattern)))
    for chosen in product(*(values.get(expression, ()) for expression in expressions)):
        by = dict(zip(expressions, chosen, strict=True))
        yield _EXPRESSION.sub(lambda found, by=by: by[found.group(1).strip()], pattern)  # type: ignore[misc]
