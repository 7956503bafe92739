"""Makes case number n of a seed: always the same one."""

from __future__ import annotations

import random

from fuzz import hostile, texts
from fuzz.case import Case, Step
from fuzz.command_cases import command_case
from fuzz.edits import FEATURES
from fuzz.grammar import NAMES, Grammar
from fuzz.messages import Editor
from fuzz.texts import TOKENS, line_ends, mutate, noise

_PREFIX_EVERY = 20
"""One case of so many is a prefix of a template, in order, until all have had their turn."""
_TARGETS = ("check",) * 40 + ("preview",) * 22 + ("fix",) * 20 + ("edits",) * 16 + ("protocol",) * 2 + ("commands",) * 6
_FAMILIES = ("mutated",) * 52 + ("grammar",) * 24 + ("mutated grammar",) * 12 + ("hostile",) * 6 + ("noise",) * 6
CHILD = """\
heat_template_version: 2018-08-31
parameters:
  p: {type: string, default: x}
  size: {type: number, default: 1}
resources:
  r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}
outputs:
  o: {value: {get_attr: [r, value]}}
"""


def make_case(seed: int, number: int) -> Case:
    """Return case `number` of a seed."""
    rng = random.Random(f"{seed}/{number}")
    if number % _PREFIX_EVERY == 0:
        known = texts.prefixes()
        index, length = known[number // _PREFIX_EVERY % len(known)]
        return Case(
            rng.choice(("check", "check", "preview", "fix")),
            "prefix",
            texts.templates()[index][:length],
            choice=rng.randrange(1000),
        )
    return made(rng)


def made(rng: random.Random) -> Case:
    """Return a case made from one source of randomness."""
    target, family = rng.choice(_TARGETS), rng.choice(_FAMILIES)
    text = _text(rng, family)
    if rng.random() < 0.08:
        text = line_ends(text, rng)
    encoding = ""
    if family == "noise" or rng.random() < 0.03:
        encoding = rng.choice(("utf-8", "latin-1", "utf-16", "utf-8-sig"))
        if encoding == "latin-1" and not _is_latin(text):
            encoding = "utf-8"
    files = (
        {"child.yaml": CHILD if rng.random() < 0.8 else mutate(CHILD, rng, texts.everything())}
        if ".yaml" in text
        else {}
    )
    if target in ("check", "preview", "fix") and rng.random() < 0.06:
        environment = Grammar(rng).environment()
        files["env.yaml"] = environment if rng.random() < 0.7 else mutate(environment, rng, texts.everything())
    steps: list[Step] = []
    if target == "commands":
        files, arguments = command_case(rng, text)
        encoding, steps = "", [arguments]
    elif target == "edits":
        encoding, steps = "", editor_steps(rng)
    elif target == "protocol":
        encoding, steps = "", Editor(rng, text).session()
        text = ""
    return Case(target, family, text, encoding, files, steps, rng.randrange(1000))


def _is_latin(text: str) -> bool:
    return all(char < "\u0100" for char in text)


def _text(rng: random.Random, family: str) -> str:
    if family == "grammar":
        return Grammar(rng).template()
    if family == "mutated grammar":
        return mutate(Grammar(rng).template(), rng, texts.everything())
    if family == "hostile":
        return hostile.snippet(rng)
    if family == "noise":
        return noise(rng)
    pool = texts.templates() if rng.random() < 0.25 else texts.examples()
    return mutate(rng.choice(pool), rng, texts.everything())


def editor_steps(rng: random.Random) -> list[Step]:
    """Return what an editor does: short edits, larger ones, and requests between them."""
    steps: list[Step] = []
    for _ in range(rng.choice((1, 2, 4, 8))):
        if rng.random() < 0.35:
            steps.append(["ask", rng.choice(FEATURES), rng.randrange(4000)])
        elif rng.random() < 0.03:
            steps.append(["replace", rng.choice(texts.examples())])
        else:
            pool = rng.choice(
                (TOKENS, TOKENS, hostile.CHARACTERS, hostile.LINE_ENDS, NAMES, ("\n  new:\n    type: T\n",))
            )
            steps.append(["edit", rng.randrange(4000), rng.choice((0, 0, 0, 1, 3, 30)), rng.choice((*pool, ""))])
    return steps
