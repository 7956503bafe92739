"""Completions in files of policies as an author sees them: each key and variable with what is said about it, in order."""

from __future__ import annotations

import pytest
from snapshot_files import RecordedAnswers

from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionEnvironment, DeclaredNames
from hotlint.resource_types.catalog import Catalog

RECORDED = RecordedAnswers("policies")
POLICY = "policies:\n- code: A1\n  "
TEXTS = {
    "keys: of a file": "$0",
    "keys: of a policy": f"{POLICY}$0",
    "keys: of a new policy": "policies:\n- $0",
    "keys: of a new test": f"{POLICY}name: a\ntests:\n- $0",
    "keys: of a test": f"{POLICY}name: a\ntests:\n- name: a\n  $0",
    "choices: of a severity": f"{POLICY}severity: $0",
    "choices: of an unknown answer": f"{POLICY}unknown: $0",
    "variables: about resources": f"{POLICY}resources: '*'\n  assert: $0",
    "variables: about parameters": f"{POLICY}parameters: '*'\n  when: $0",
    "variables: about outputs": f"{POLICY}outputs: '*'\n  assert: value == $0",
    "variables: about templates": f"{POLICY}templates: '*'\n  assert: $0",
}
"""Texts by their names, each with the cursor at $0."""


@pytest.mark.parametrize("name", TEXTS)
def test_completions(name: str) -> None:
    marked = TEXTS[name]
    text, offset = marked.replace("$0", ""), marked.index("$0")
    around, names = CompletionEnvironment(Catalog()), DeclaredNames(text)
    found = completions("policies", CompletionAt("p.yaml", text, offset, lambda: around, lambda: names, lambda _: None))
    RECORDED.check(name, "\n".join(f"{item.text} ({item.kind}) {item.detail}".rstrip() for item in found.items))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only(set(TEXTS))
