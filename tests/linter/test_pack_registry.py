"""The rules of several packs together: their order, what is wrong with a pack, and rules of the same code or name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hotlint.linter.packs import pack_rules, registry, type_relations
from hotlint.linter.packs.installed import RulePack
from hotlint.linter.packs.registry import DuplicateCodeError, find_rule, load_packs
from hotlint.linter.rules.type_rules import TypeRulesTable

HEAD = "from hotlint.rule import Rule\n"
Pack = Callable[..., RulePack]


def rule_text(kind: str, code: str, name: str) -> str:
    """Return the code of a rule."""
    return f"class {kind}(Rule):\n    code, name, severity = '{code}', '{name}', 'info'\n"


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pack]:
    """Return a function that writes a pack."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def write(module: str, text: str, attribute: str = "") -> RulePack:
        (tmp_path / f"{module}.py").write_text(HEAD + text)
        return RulePack(module, f"{module}:{attribute}" if attribute else module, "", "")

    yield write
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_rules_are_in_the_order_of_their_codes(pack: Pack) -> None:
    first = pack("pack_b", rule_text("B", "P2", "two") + rule_text("C", "P1", "one") + "RULES = [B, C]\n")
    second = pack("pack_a", rule_text("A", "P0", "zero") + "MINE, RULES = (A,), 5\n", "MINE")
    loaded = load_packs(iter([first, second]))
    assert [rule.code for rule in loaded.rules] == ["P0", "P1", "P2"]
    assert (loaded.problems, loaded.type_rules.modules) == ((), {})
    assert loaded.find("ONE") is loaded.rules[1] is loaded.find("p1")
    assert (loaded.find("P"), loaded.find("nothing"), find_rule([], "P1")) == (None, None, None)


def test_own_rules_and_those_of_others(pack: Pack) -> None:
    own = RulePack("hotlint", "hotlint_rules", "", "")
    other = pack("pack_a", rule_text("A", "A0", "zero") + "RULES, TYPE_RULES = [A], {'A::B': 'pack_a'}\n")
    loaded = load_packs([own, other])
    assert [rule.code for rule in loaded.rules][:2] == ["A0", "HOT001"]
    assert loaded.type_rules.modules["A::B"] == "pack_a"
    assert {"A::B", "OS::Nova::Server"} < set(loaded.type_rules.names())


def test_rules_of_the_same_code_or_name_are_refused_with_their_places(pack: Pack) -> None:
    first = pack("pack_a", rule_text("A", "P0", "zero") + rule_text("B", "P1", "one") + "RULES = [A, B]\n")
    code = pack("pack_b", rule_text("C", "P0", "other") + "RULES = [C]\n")
    name = pack("pack_c", rule_text("D", "P9", "one") + "RULES = [D]\n")
    own = pack("pack_d", rule_text("E", "HOT301", "other") + "RULES = [E]\n")
    ending = "have the same code or name:"
    with pytest.raises(DuplicateCodeError, match=f"^pack_b.C and pack_a.A {ending} P0 other$"):
        load_packs([first, code])
    with pytest.raises(DuplicateCodeError, match=f"^pack_c.D and pack_a.B {ending} P9 one$"):
        load_packs([first, name])
    hotlint = RulePack("hotlint", "hotlint_rules", "", "")
    place = r"hotlint_rules\.references\.\w+\.\w+"
    with pytest.raises(DuplicateCodeError, match=f"^pack_d.E and {place} {ending} HOT301 other$"):
        load_packs([hotlint, own])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RULES = [5]\n", "TypeError: 'int' object is not callable"),
        ("", "AttributeError: module 'pack_a' has no attribute 'RULES'"),
        (rule_text("A", "P0", "a") + "A.code = 5\nRULES = [A]\n", "A is no rule with a code and a name"),
        (rule_text("A", "P0", "a") + "A.name = None\nRULES = [A]\n", "A is no rule with a code and a name"),
        (
            rule_text("A", "P0", "a")
            + rule_text("B", "P1", "b")
            + "B.profiles = {'x': 'info', 'y': 'mad'}\nRULES = [A, B]\n",
            "rule P1 has the severity 'mad', which is none of error, warning, info",
        ),
        ("print('noise')\nRULES, TYPE_RULES = [], 5\n", "TypeError: 'int' object is not iterable"),
    ],
)
def test_a_pack_that_is_wrong_is_a_problem_and_the_next_is_loaded(
    pack: Pack, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    wrong, right = pack("pack_a", text), pack("pack_b", rule_text("B", "P5", "five") + "RULES = [B]\n")
    loaded = load_packs([wrong, right])
    assert loaded.problems == (("pack_a", message),)
    assert [rule.code for rule in loaded.rules] == ["P5"]
    assert capsys.readouterr().out == ""


def test_a_pack_has_some_seconds_to_be_loaded(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_too_long(_load: object, seconds: float, _printed: object) -> str:
        return f"it takes more than {seconds:.1f} seconds"

    monkeypatch.setattr(pack_rules, "failure_of", takes_too_long)
    assert load_packs([pack("pack_a", "RULES = []\n")]).problems == (("pack_a", "it takes more than 10.0 seconds"),)


def test_installed_packs_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.load() is registry.load()


def test_types_whose_rules_cannot_be_imported_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = registry.Registry((), (), TypeRulesTable({"A::B": "no_such_module_of_rules"}))
    monkeypatch.setattr(registry, "load", lambda: broken)
    assert type_relations.rules_of("A::B") is None
    assert registry.Registry((), ()).type_rules.of("A::B") is None
