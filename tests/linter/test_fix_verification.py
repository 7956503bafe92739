"""How a fix is verified: why it is refused, what is tried instead, and when the fixer gives up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from for_each import for_each

from hotlint.linter.checking import fixer as fixer_module
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.fixer import Fixer, FixResult, owner_at
from hotlint.linter.diagnostic import Fix, Safety, Severity
from hotlint.linter.packs.registry import Registry
from hotlint.linter.rules.rule import Checked, Rule, RuleContext
from hotlint.linter.settings.model import Settings
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Span

HEAD = "heat_template_version: 2018-08-31\n"
PARTS = (
    HEAD
    + "resources:\n  r: {{type: OS::Heat::Value, properties: {{value: {}}}}}\n  s: {{type: OS::Heat::Value, properties: {{value: {}}}}}\n"
)


class Wrong(NamedTuple):
    """A wrong word with its fixes; each changes the word, or does what `edits` say."""

    word: str
    fixes: tuple[str, ...] = ()
    severity: Severity = "error"
    safety: Safety = "safe"
    edits: tuple[Edit, ...] | None = None


class WordRule(Rule):
    """A rule that reports a word wherever it is written."""

    def __init__(self, number: int, wrong: Wrong) -> None:
        self.code, self.name, self.severity = f"X{number}", f"word-{wrong.word}", wrong.severity  # type: ignore[misc]
        self._wrong = wrong

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        wrong = self._wrong
        for found in re.finditer(rf"\b{wrong.word}\b", document.text):
            span = Span(*found.span())
            edits = [(Edit(span, text),) if wrong.edits is None else wrong.edits for text in wrong.fixes]
            fixes = [Fix(f"Change to {t}", e, wrong.safety) for t, e in zip(wrong.fixes, edits, strict=True)]
            yield ctx.report(span, f"{wrong.word} is wrong", fixes=fixes)


def fixed(folder: Path, text: str, *words: Wrong, unsafe: bool = False, changes: Settings = Settings()) -> FixResult:  # noqa: B008
    (folder / "t.yaml").write_text(text)
    rules = tuple(WordRule(number, wrong) for number, wrong in enumerate(words, 1))
    engine = Engine(changes, use_config=False, rules=Registry(rules, ()))
    found = engine.check_file(str(folder / "t.yaml"))
    assert found is not None
    return Fixer(engine, unsafe=unsafe).apply(found)


def why(result: FixResult) -> list[str]:
    return [f"{refused.found.code} {refused.why}" for refused in result.refused]


BB, INFO = Wrong("BB"), Wrong("BB", severity="info")
IN_R, IN_S, OUTSIDE = PARTS.format("AA", "x"), PARTS.format("x", "AA"), HEAD + "description: AA\n"


@for_each(
    ("text", "words", "reason"),
    [
        (IN_R, [Wrong("AA", ("[",))], "the text would no longer be valid YAML"),
        (IN_R, [Wrong("AA", ("[",), safety="unsafe")], "the text would no longer be valid YAML"),
        (HEAD + "x: {a: 1}\n", [Wrong("a", ("b: 1, b",))], "the text would no longer be valid YAML"),
        (HEAD, [Wrong("heat_template_version", ("x",))], "the text would no longer be a template"),
        (IN_R, [Wrong("AA", ("AA",))], "it would change nothing"),
        (IN_R, [Wrong("AA", ("AA-AA",))], "it would not remove the finding"),
        (OUTSIDE, [Wrong("AA", ("x-AA",))], "it would not remove the finding"),
        (OUTSIDE, [Wrong("AA", ("BB",)), BB], "X2 would be reported: BB is wrong"),
        (OUTSIDE, [Wrong("AA", ("BB BB",)), BB], "X2 would be reported: BB is wrong"),
        (OUTSIDE, [Wrong("AA", ("BB",), "warning"), Wrong("BB", severity="warning")], "X2 would be reported: BB is wrong"),
        (OUTSIDE, [Wrong("AA", ("BB",), "info", "unsafe"), INFO], "X2 would be reported: BB is wrong"),
        (PARTS.format("AA", "x") + "description: y\n",
         [Wrong("AA", ("z",), edits=(Edit(Span(len(IN_R) + 13, len(IN_R) + 14), "BB"),)), BB], "it would not remove the finding"),
        (OUTSIDE + "x: BB\n", [Wrong("AA", ("BB",)), BB], "it would not remove an error"),
        (IN_R, [Wrong("AA", ("z",), "warning")], "it would change a value of the dry run"),
        (IN_R, [Wrong("AA", ("z",), "info")], "it would change a value of the dry run"),
    ],
)  # fmt: skip
def test_a_fix_that_is_refused(tmp_path: Path, text: str, words: list[Wrong], reason: str) -> None:
    result = fixed(tmp_path, text, *words, unsafe=True)
    assert (result.text, result.done) == (text, [])
    assert why(result) == ([f"X1 {reason}"] if words[0].safety == "safe" else [])
    assert [d.fixes for d in result.file_result.diagnostics if d.code == "X1"] == [()]


@for_each(
    ("text", "words", "after"),
    [
        (IN_R, [Wrong("AA", ("z",))], "z"),
        (IN_R, [Wrong("AA", ("z",), "warning", "unsafe")], "z"),
        (OUTSIDE, [Wrong("AA", ("BB",)), Wrong("BB", severity="warning")], "BB"),
        (OUTSIDE, [Wrong("AA", ("BB BB",), "warning"), INFO], "BB BB"),
        (OUTSIDE, [Wrong("AA", ("BB BB",), "info"), INFO], "BB BB"),
        (IN_R, [Wrong("AA", ("BB",)), BB], "BB"),
        (IN_R, [Wrong("AA", ("BB BB",)), BB], "BB BB"),
        (IN_R, [Wrong("AA", ("BB",), safety="unsafe"), BB], "BB"),
    ],
)
def test_a_fix_that_is_made(tmp_path: Path, text: str, words: list[Wrong], after: str) -> None:
    result = fixed(tmp_path, text, *words, unsafe=True)
    assert result.text == text.replace("AA", after)
    assert [(made.found.message, made.fix.title) for made in result.done] == [("AA is wrong", f"Change to {after}")]
    assert result.refused == []
    assert [d.message for d in result.file_result.diagnostics] == ["BB is wrong"] * after.count("BB")


def test_an_error_that_appears_in_another_part_is_not_hidden_by_the_first(tmp_path: Path) -> None:
    at = PARTS.format("AA", "x").index("value: x") + 7
    edits = (Edit(Span(IN_R.index("AA"), IN_R.index("AA") + 2), "z"), Edit(Span(at, at + 1), "BB"))
    result = fixed(tmp_path, IN_R, Wrong("AA", ("z",), edits=edits), BB)
    assert (result.text, why(result)) == (IN_R, ["X1 X2 would be reported: BB is wrong"])


def test_of_several_fixes_that_fail_together_each_is_tried_alone(tmp_path: Path) -> None:
    words = [
        Wrong("one", ("1",), "warning"),
        Wrong("two", ("[",)),
        Wrong("three", ("3",), "warning"),
        Wrong("four", ("{",)),
    ]
    text = HEAD + "# one three\noutputs: {a: {value: 1}} # \ndescription: [two, four]\n"
    result = fixed(tmp_path, text, *words)
    assert result.text == text.replace("one", "1").replace("three", "3")
    assert [made.found.code for made in result.done] == ["X1", "X3"]
    assert why(result) == [f"X{n} the text would no longer be valid YAML" for n in (2, 4)]
    assert [(d.code, d.fixes) for d in result.file_result.diagnostics] == [("X2", ()), ("X4", ())]


def test_the_next_fix_of_a_finding_is_tried(tmp_path: Path) -> None:
    result = fixed(tmp_path, IN_R, Wrong("AA", ("[", "AA", "good", "better")))
    assert result.text == PARTS.format("good", "x")
    assert why(result) == ["X1 the text would no longer be valid YAML", "X1 it would change nothing"]


def test_a_refused_fix_is_not_tried_again_where_the_text_has_moved(tmp_path: Path) -> None:
    text = HEAD + "# one\ndescription: AA\n"
    result = fixed(tmp_path, text, Wrong("AA", ("[",)), Wrong("one", ("eleven",), "warning"))
    assert result.text == text.replace("one", "eleven")
    assert why(result) == ["X1 the text would no longer be valid YAML"]


def test_fixes_that_overlap_are_made_in_turn(tmp_path: Path) -> None:
    text = HEAD + "# one two\n"
    span = Span(len(HEAD) + 2, len(HEAD) + 9)
    result = fixed(tmp_path, text, Wrong("one", ("three two",), edits=(Edit(span, "three two"),)), Wrong("two", ("2",)))
    assert result.text == HEAD + "# three 2\n"
    assert [made.found.code for made in result.done] == ["X1", "X2"]


@pytest.mark.parametrize(
    ("edits", "is_made"),
    [((), False), ((Edit(Span(0, 0), "x", "other.yaml"),), False), ((Edit(Span(36, 38), "x", "t.yaml"),), True)],
)
def test_only_edits_of_the_file_are_made(tmp_path: Path, edits: tuple[Edit, ...], is_made: bool) -> None:
    own = tuple(e._replace(path=str(tmp_path / "t.yaml")) if e.path == "t.yaml" else e for e in edits)
    result = fixed(tmp_path, HEAD + "# AA\n", Wrong("AA", ("x",), edits=own))
    assert (result.text == HEAD + "# x\n") is is_made
    assert (len(result.done), result.refused) == (int(is_made), [])


def test_findings_that_the_settings_leave_alone(tmp_path: Path) -> None:
    text = HEAD + "# one two\n"
    words = [Wrong("one", ("1",)), Wrong("two", ("2",))]
    assert fixed(tmp_path, text, *words, changes=Settings(unfixable=("X2",))).text == text.replace("one", "1")
    assert fixed(tmp_path, text, *words, changes=Settings(fixable=("X2",))).text == text.replace("two", "2")


def chain(count: int, safety: Safety) -> list[Wrong]:
    return [Wrong(f"w{n}", (f"w{n + 1}",), safety=safety) for n in range(count)]


def test_fixes_that_lead_to_others_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PARTS.format("w0", "x")
    assert fixed(tmp_path, text, *chain(9, "safe")).text == PARTS.format("w9", "x")
    assert fixed(tmp_path, text, *chain(27, "safe")).text == PARTS.format("w25", "x")
    assert fixed(tmp_path, text, *chain(27, "unsafe"), unsafe=True).text == PARTS.format("w27", "x")
    assert fixed(tmp_path, text, *chain(3, "unsafe")).text == text
    monkeypatch.setattr(fixer_module, "GUESSES", 3)
    assert fixed(tmp_path, text, *chain(27, "unsafe"), unsafe=True).text == PARTS.format("w3", "x")


def test_guesses_are_tried_together_where_nothing_is_new_after_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [Wrong(f"w{n}", ("x",), safety="unsafe") for n in range(40)]
    text = HEAD + "# AA " + " ".join(each.word for each in many) + "\n"
    monkeypatch.setattr(fixer_module, "VERIFIED", 12 * len(text))
    monkeypatch.setattr(fixer_module, "ENTRY", 0)
    monkeypatch.setattr(fixer_module, "FINDING", 0)
    result = fixed(tmp_path, text, *many, Wrong("AA", ("BB",), safety="unsafe"), BB, unsafe=True)
    assert result.text == HEAD + "# AA" + " x" * 40 + "\n"
    assert not result.is_ended


@for_each(("safety", "severity"), [("safe", "error"), ("unsafe", "error"), ("unsafe", "warning")])
def test_verification_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, safety: Safety, severity: Severity) -> None:
    text = HEAD + "# one two\n"
    words = [Wrong("one", ("BB BB",), severity, safety), Wrong("two", ("2",), severity, safety), BB]
    assert fixed(tmp_path, text, *words, unsafe=True).text == HEAD + "# one 2\n"
    limits = {"VERIFIED": len(text), "ENTRY": 2_000_000, "FINDING": 2_000_000, "file_seconds": lambda _: 0.0}
    for name, value in limits.items():
        with monkeypatch.context() as patch:
            patch.setattr(fixer_module, name, value)
            result = fixed(tmp_path, text, *words, unsafe=True)
        assert (result.text, result.is_ended) == (text, True), name


def test_safe_fixes_are_made_before_each_guess(tmp_path: Path) -> None:
    words = [
        Wrong("AA", ("x",), "warning", "unsafe"),
        Wrong("BB", ("y",), "warning"),
        Wrong("CC", ("BB",), "error", "unsafe"),
    ]
    result = fixed(tmp_path, HEAD + "# AA BB CC\n", *words, unsafe=True)
    assert result.text == HEAD + "# x y y\n"
    assert [made.found.code for made in result.done] == ["X2", "X1", "X3", "X2"]
    assert why(result) == []


def test_the_part_of_a_template_at_an_offset(tmp_path: Path) -> None:
    text = HEAD + (
        "parameters:\n  p: {type: string}\nconditions:\n  c: {equals: [1, 1]}\n"
        "resources:\n  r: {type: a}\n\noutputs:\n  o:\nx: 1\n"
    )
    result = fixed(tmp_path, text)
    context = result.file_result.context
    assert context is not None
    found = {offset: owner_at(context.template, offset) for offset in range(len(text))}
    written: dict[str, str] = {}
    for offset, owner in found.items():
        if owner is not None:
            written[" ".join(owner)] = written.get(" ".join(owner), "") + text[offset]
    assert written == {
        "parameters p": "p: {type: string}", "conditions c": "c: {equals: [1, 1]}", "resources r": "r: {type: a}", "outputs o": "o:",
    }  # fmt: skip
