"""Rule packs that misbehave: each is one finding, and all other rules run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from time_limits import at_most

from hotlint.linter.checking.engine import Engine
from hotlint.linter.packs.installed import RulePack
from hotlint.linter.packs.registry import load_packs

TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_param: missing}}}
  b: {type: OS::Heat::Value, properties: {value: 1}}
"""
RULE = '''
import sys, time
from hotlint.rule import *
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span

class Bad(Rule):
    """A rule that misbehaves."""
    code, name, severity = "X001", "bad", "warning"
    def check_resource(self, resource, ctx):
        {body}

RULES = [Bad]
{after}
'''


def findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, after: str = ""
) -> tuple[list[str], list[str]]:
    """Return the codes and messages in TEMPLATE, with a pack whose one rule has this body; and the problems of packs."""
    module = f"pack_{abs(hash((body, after, str(tmp_path))))}"
    (tmp_path / f"{module}.py").write_text(RULE.replace("{body}", body).replace("{after}", after))
    monkeypatch.syspath_prepend(str(tmp_path))
    packs = [RulePack("hotlint", "hotlint_rules", "", ""), RulePack("bad", module, "", "")]
    engine = Engine(rules=load_packs(packs), use_config=False)
    result = engine.check_file("t.yaml", TEMPLATE)
    sys.modules.pop(module, None)
    assert result is not None
    assert "HOT301" in [d.code for d in result.diagnostics]
    own = [f"{d.code} {d.message}" for d in result.diagnostics if d.code in ("HOT000", "X001")]
    return own, [d.message for _, d in engine.run_level_diagnostics()]


PREFIX = "HOT000 rule X001 (bad) failed on this file; please report it: "


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "it ends the process (SystemExit)"),
        ("yield 1 / 0", "ZeroDivisionError: division by zero"),
        ("yield 1", "it reports int, which is no Diagnostic"),
        ("return 5", "TypeError: 'int' object is not iterable"),
        (
            "yield ctx.report(resource.key, 'm', severity='fatal')",
            "it reports the severity 'fatal', which is none of error, warning, info",
        ),
        ("yield ctx.report(resource.key, 5)", "it reports a message, code or name that is no text"),
        (
            "yield Diagnostic('X001', 'error', 'm', Span(5, 9999))",
            "it reports a place outside of the file (Span(start=5, end=9999))",
        ),
        ("self.check_resource(resource, ctx)", "it is nested too deeply"),
    ],
)
def test_a_rule_that_fails_is_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, why: str) -> None:
    own, _ = findings(tmp_path, monkeypatch, body)
    assert own == [f"{PREFIX}{why}"]


def test_a_rule_that_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own, _ = findings(tmp_path, monkeypatch, "print('hello'); yield ctx.report(resource.key, 'm')")
    assert own[0] == f"{PREFIX}it prints to standard output, which belongs to the report"
    assert [line for line in own if line.startswith("X001")] == ["X001 m", "X001 m"]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "body", ["while True: pass", "while True:\n            try: time.sleep(0.01)\n            except Exception: pass"]
)
def test_a_rule_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    with at_most(40):
        own, _ = findings(tmp_path, monkeypatch, body)
    assert own == [f"{PREFIX}it takes more than 2.0 seconds"]


def test_a_rule_that_finds_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, _ = findings(tmp_path, monkeypatch, "yield from (ctx.report(resource.key, str(n)) for n in range(5_000))")
    assert len(own) == 1_000


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ("sys.exit(1)", "it ends the process (SystemExit)"),
        ("raise KeyError(1)", "KeyError: 1"),
        ("Bad.severity = 'fatal'", "rule X001 has the severity 'fatal', which is none of error, warning, info"),
        ("RULES = [int]", "int is no rule with a code and a name"),
    ],
)
def test_a_pack_that_cannot_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, why: str) -> None:
    own, problems = findings(tmp_path, monkeypatch, "return ()", after)
    assert own == []
    assert problems == [f"rule pack 'bad' could not be loaded: {why}"]
