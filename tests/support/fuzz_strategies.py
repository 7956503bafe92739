"""Cases for hypothesis, which makes failing ones smaller by itself."""

from __future__ import annotations

from fuzz import hostile
from fuzz.case import Case, Step
from fuzz.command_cases import of_template
from fuzz.edits import FEATURES
from fuzz.grammar import Styler
from fuzz.texts import TOKENS
from hypothesis import strategies as st

from hotlint.language import functions

_KEYS = (
    "heat_template_version",
    "parameters",
    "resources",
    "outputs",
    "conditions",
    "type",
    "properties",
    "value",
    "default",
)
_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=8), st.sampled_from(_KEYS)
)
_PIECES = st.one_of(st.sampled_from((*TOKENS, *hostile.LINE_ENDS, *hostile.CHARACTERS)), st.text(max_size=3))


def _mappings(inside: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    keys = st.sampled_from((*_KEYS, *sorted(functions.NAMES)))
    return st.one_of(st.lists(inside, max_size=3), st.dictionaries(keys, inside, max_size=3))


def templates() -> st.SearchStrategy[str]:
    """Return a strategy of templates with any data in them, in any style of YAML."""
    sections = st.dictionaries(st.sampled_from(_KEYS), st.recursive(_SCALARS, _mappings, max_leaves=12), max_size=4)
    data = sections.map(lambda found: {"heat_template_version": "2021-04-16", **found})
    return st.builds(lambda found, rng: Styler(rng).document(found), data, st.randoms(use_true_random=False))


def texts() -> st.SearchStrategy[str]:
    """Return a strategy of templates, and of tokens in no order."""
    return st.one_of(templates(), st.lists(_PIECES, max_size=30).map("".join))


def editor_steps() -> st.SearchStrategy[list[Step]]:
    """Return a strategy of what an editor does with a text."""
    offsets = st.integers(0, 400)
    edits = st.tuples(st.just("edit"), offsets, st.integers(0, 20), _PIECES)
    asked = st.tuples(st.just("ask"), st.sampled_from(FEATURES), offsets)
    return st.lists(st.one_of(edits, asked).map(list), max_size=5)


def cases(target: str) -> st.SearchStrategy[Case]:
    """Return a strategy of cases of one target other than the protocol."""
    steps = editor_steps() if target == "edits" else st.just([])
    if target == "commands":
        steps = st.lists(st.randoms(use_true_random=False).map(of_template), min_size=1, max_size=1)
    target_of, family, choice = st.just(target), st.just("hypothesis"), st.integers(0, 40)
    return st.builds(Case, target_of, family, texts(), st.just(""), st.just({}), steps, choice)
