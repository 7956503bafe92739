"""What rules, functions, constraints and the rules of resource types state about themselves: others read it as well.

Completion, documentation, plugins and the pages are made of these facts, which are read at import.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from snapshot_files import RecordedAnswers

from hotlint import heat_types
from hotlint.cli import network
from hotlint.formats import configuration as config_keys
from hotlint.formats import policies as policy_keys
from hotlint.formats import suite as suite_keys
from hotlint.language import functions, versions
from hotlint.language.constraints import NAMES, custom, get
from hotlint.language.constraints.custom import cloud
from hotlint.linter import run_diagnostics
from hotlint.linter.packs import registry

FACTS = RecordedAnswers("facts")
RULE_FACTS = RecordedAnswers("rules", "facts")
FUNCTION_FACTS = RecordedAnswers("functions", "facts")
TYPE_FACTS = RecordedAnswers("types", "facts")
EXAMPLES = {"bad", "good", "example", "given", "result"}
"""Attributes that other tests read: they are run."""
UNSPOKEN = {*EXAMPLES, "shown_in", "reports", "TYPE_CHECKING"}
RULES = {rule.code: rule for rule in (*registry.load().rules, *run_diagnostics.RUN_RULES)}
TYPE_RULES = registry.load().type_rules
TABLES = {"versions": versions, "custom constraints of the cloud": cloud, "releases of custom constraints": custom}
TABLES |= {"keys of the configuration": config_keys, "uses of the network": network}
TABLES |= {"keys of suites": suite_keys, "keys of policies": policy_keys}


def stated(value: Any) -> str:
    """A value in words that are the same in each process."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{stated(k)}: {stated(v)}" for k, v in value.items()) + "}"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(stated, value))) + "}"
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return type(value).__name__ + stated(value._asdict())
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(stated, value)) + "]"
    if callable(value):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return repr(value)


def facts(subject: Any) -> Iterator[str]:
    """The public attributes of an object that are data, with their values; those of a record as well."""
    for name in sorted(dir(subject)):
        if name.startswith("_") or name in UNSPOKEN:
            continue
        value = getattr(subject, name)
        if not callable(value) or isinstance(value, type):
            yield f"{name} = {stated(value)}"


def test_rules() -> None:
    for code, rule in RULES.items():
        RULE_FACTS.check(code, "\n".join(facts(rule)))
    RULE_FACTS.keep_only(set(RULES))


def test_functions() -> None:
    for name in functions.NAMES:
        FUNCTION_FACTS.check(name, "\n".join(facts(functions.get(name))))
    FUNCTION_FACTS.keep_only(set(functions.NAMES))


def test_constraints() -> None:
    FACTS.check("constraints", "\n\n".join(stated(get(name)) for name in sorted(NAMES)))


def test_rules_of_types() -> None:
    nothing = set(facts(heat_types.NOTHING))
    for name in TYPE_RULES.names():
        TYPE_FACTS.check(name, "\n".join(line for line in facts(TYPE_RULES.of(name)) if line not in nothing))
    TYPE_FACTS.keep_only(set(TYPE_RULES.names()))


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str) -> None:
    tables = {k: v for k, v in vars(TABLES[name]).items() if k.isupper() and not k.startswith("_")}
    FACTS.check(name, "\n".join(f"{key} = {stated(value)}" for key, value in tables.items()))


def test_nothing_else_is_recorded() -> None:
    FACTS.keep_only({"constraints", *TABLES})
