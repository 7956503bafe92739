"""Strategies of hypothesis that make cases, and the profiles that they run under.

A strategy draws what a case is made of, and a seed for each part: an entry of a template, a mutation, a session. Parts are made by
`random.Random`, in a tenth of the time that drawing each choice would take. A case that fails is made smaller as what it is, text
and steps, by `smallest`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from fuzz import hostile, texts
from fuzz.case import Case, Step
from fuzz.command_cases import command_case
from fuzz.edits import FEATURES
from fuzz.messages import session

ROUND = 200
"""Cases of a round of a long run."""
_USUAL: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
settings.register_profile("short", max_examples=60, derandomize=True, **_USUAL)
settings.register_profile("long", max_examples=ROUND, phases=[Phase.generate], **_USUAL)

SEEDS = st.integers(0, 2**32 - 1)
_MIX = {"check": 40, "preview": 22, "fix": 20, "edits": 16, "commands": 6, "protocol": 2}
"""The targets, and how often each has its turn."""
MINIMIZING = 30.0
"""Seconds for which one case is made smaller."""
_T = TypeVar("_T")
_PIECES = st.one_of(
    st.sampled_from((*texts.TOKENS, "")),
    st.sampled_from((*hostile.CHARACTERS, *hostile.LINE_ENDS, *texts.NAMES, "\n  new:\n    type: T\n")),
    st.text(max_size=3),
)


_FAMILY = st.sampled_from((
    *("example mutated", "example mutated", "grammar") * 4, "template mutated", "template mutated", "grammar mutated", "grammar mutated",
    "template prefix", "hostile", "noise",
))  # fmt: skip
_EXAMPLES = st.deferred(lambda: st.sampled_from(texts.examples()))
_TEMPLATES = st.deferred(lambda: st.sampled_from(texts.templates()))
_ENTRIES = st.binary(min_size=3 * 4, max_size=16 * 4)


@st.composite
def template_texts(draw: st.DrawFn) -> str:
    """Draw a text: a template or an example, one made up by the grammar, damaged or not, a hostile one, or noise."""
    family, rng = draw(_FAMILY), random.Random(draw(SEEDS))
    if family == "hostile":
        return hostile.snippet(rng)
    if family == "noise":
        return texts.noise(rng)
    if family.startswith("grammar"):
        text = texts.template(rng, _seeds(draw(_ENTRIES), 4))
    else:
        text = draw(_TEMPLATES if family.startswith("template") else _EXAMPLES)
    if family.endswith("prefix"):
        return text[: rng.randrange(len(text) + 1)]
    return texts.mutate(text, rng, texts.everything()) if family.endswith("mutated") else text


def _seeds(data: bytes, size: int) -> list[int]:
    """Return numbers of so many bytes: one draw of hypothesis makes all of them."""
    return [int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size)]


TEXTS = template_texts()
_OFFSETS = st.integers(0, 3999)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), _OFFSETS, st.sampled_from((0, 0, 0, 1, 3, 30)), _PIECES).map(list),
        st.tuples(st.just("ask"), st.sampled_from(FEATURES), _OFFSETS).map(list),
        st.tuples(st.just("edit"), _OFFSETS, st.sampled_from((0, 0, 0, 1, 3, 30)), _PIECES).map(list),
        st.tuples(st.just("replace"), _EXAMPLES).map(list),
    ),
    max_size=8,
)
"""What an editor does with a text."""


_TARGETS = {name: st.just(name) for name in _MIX} | {
    "": st.sampled_from([name for name, share in _MIX.items() for _ in range(share)])
}


@st.composite
def cases(draw: st.DrawFn, target: str = "", of: st.SearchStrategy[str] = TEXTS) -> Case:
    """Draw a case of a target, or of any; `of` are its texts."""
    name = draw(_TARGETS[target])
    return _case(name, draw(of), draw(SEEDS), draw(EDITS) if name == "edits" else [])


def _case(target: str, text: str, seed: int, steps: list[Step]) -> Case:
    """Return a case with all that its text needs: other files, an encoding, the messages of an editor."""
    rng = random.Random(seed)
    if target == "commands":
        files, arguments = command_case(rng, text)
        return Case(target, text, files=files, steps=[arguments])
    if target == "protocol":
        return Case(target, "", steps=session(rng, text))
    files = {"child.yaml": _damaged(texts.CHILD, rng, 0.2)} if ".yaml" in text else {}
    encoding = ""
    if target != "edits":
        if rng.random() < 0.06:
            files["env.yaml"] = _damaged(texts.environment(rng), rng, 0.3)
        if rng.random() < 0.1:
            encoding = rng.choice(
                ("utf-8", "latin-1" if max(text, default="") < "\u0100" else "utf-8", "utf-16", "utf-8-sig")
            )
    return Case(target, text, encoding, files, steps, rng.randrange(1000))


def _damaged(text: str, rng: random.Random, share: float) -> str:
    return texts.mutate(text, rng, texts.everything()) if rng.random() < share else text


def smallest(case: Case, fails: Callable[[Case], bool], seconds: float = MINIMIZING) -> Case:
    """Return the smallest case found in so many seconds that still fails: without files, steps, lines and characters."""
    end = time.monotonic() + seconds
    while (smaller := next((one for one in _smaller(case) if time.monotonic() < end and fails(one)), None)) is not None:
        case = smaller
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Yield cases that are a little smaller, those that leave out most first."""
    for name in case.files:
        yield case._replace(files={key: value for key, value in case.files.items() if key != name})
    if case.encoding:
        yield case._replace(encoding="")
    for steps in _without_parts(case.steps):
        yield case._replace(steps=steps)
    for pieces in (case.text.splitlines(keepends=True), list(case.text)):
        for text in _without_parts(pieces):
            yield case._replace(text="".join(text))
    for name, content in case.files.items():
        for lines in _without_parts(content.splitlines(keepends=True)):
            yield case._replace(files=case.files | {name: "".join(lines)})


def _without_parts(whole: list[_T]) -> Iterator[list[_T]]:
    """Yield a list without each of its halves, then quarters, and so on."""
    size = len(whole) // 2 or len(whole)
    while size:
        for start in range(0, len(whole), size):
            yield [*whole[:start], *whole[start + size :]]
        size //= 2
