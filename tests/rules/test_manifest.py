"""The manifest of the rules: up to date, and a check imports only the rules of what a file has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import hotlint_rules
import pytest

from hotlint.language import functions
from hotlint.linter.packs import registry
from hotlint.linter.packs.manifest import ATTRIBUTES, DeferredRule, entry_of, read_manifest
from hotlint.linter.rules.rule import HOOKS, Rule

KNOWN = functions.every()
DEFERRED = {rule.code: rule for rule in registry.load_deferred().rules}
PROGRAM = """\
import sys
from hotlint.cli.main import main
main(["check", "--no-cache", "-q", "--no-config", sys.argv[1]])
print(*sorted(m for m in sys.modules if m.startswith("hotlint_rules.") and m.count(".") == 2), sep="\\n")
"""


def imported(folder: Path, text: str) -> set[str]:
    """Return the modules of rules that a check of a template imports."""
    (folder / "t.yaml").write_text(text)
    command = [sys.executable, "-c", PROGRAM, str(folder / "t.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {line.removeprefix("hotlint_rules.") for line in done.stdout.splitlines() if "hotlint_rules." in line}


def test_the_manifest_states_for_each_rule_what_the_rule_states() -> None:
    for kind in hotlint_rules.RULES:
        rule, entry = kind(), DEFERRED[kind.code]
        assert isinstance(entry, DeferredRule)
        for name in set(ATTRIBUTES) - {"code"}:
            assert getattr(entry, name) == getattr(rule, name), (kind.code, name)
        assert entry.known_keys == rule.known_keys, kind.code
        assert entry.hooks == tuple(h for h in HOOKS if getattr(kind, h) is not getattr(Rule, h)), kind.code
        assert [entry.wants_call(f) for f in KNOWN] == [rule.wants_call(f) for f in KNOWN], kind.code
        assert type(entry.rule) is kind
        assert vars(DeferredRule(entry_of(rule, KNOWN))) == {**vars(entry), "_rule": None}, kind.code


def test_the_manifest_holds_every_rule_and_type() -> None:
    manifest = read_manifest(str(Path(str(hotlint_rules.__file__)).parent))
    assert [rule.code for rule in manifest.rules] == sorted(kind.code for kind in hotlint_rules.RULES)
    assert manifest.type_rules == hotlint_rules.TYPE_RULES


def test_a_small_template_imports_few_rules(tmp_path: Path) -> None:
    found = imported(tmp_path, "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::RandomString}\n")
    groups = {name.partition(".")[0] for name in found}
    assert not groups & {"composition", "document", "parameters", "evaluation", "advice"}
    assert len(found) < 25


def test_what_a_file_has_brings_its_rules(tmp_path: Path) -> None:
    found = imported(
        tmp_path,
        "heat_template_version: 2018-08-31\nparameters: {p: {type: string, tags: 1}}\nconditions: {c: true}\n"
        "resources:\n  a: {type: b.yaml, depends_on: x}\n",
    )
    wanted = {
        "parameters.flags",
        "references.cycles",
        "references.unknown_resource",
        "advice.unused",
        "composition.file_names",
    }
    assert wanted <= found
    assert "parameters.constraints" not in found


class Computed(Rule):
    """A rule that decides by code."""

    code, name, severity = "X001", "computed", "info"

    def wants_keys(self, keys: object, version: str) -> bool:
        return True


def test_a_rule_that_the_manifest_cannot_describe_is_refused() -> None:
    with pytest.raises(ValueError, match="Computed overrides wants_keys"):
        entry_of(Computed(), KNOWN)
