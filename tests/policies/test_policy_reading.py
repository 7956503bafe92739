"""What is read from a file of policies: policies and tests as they are, files that it extends, and what a program is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from policy_fixture import dry_run

from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint.formats.reader import PlainReader
from hotlint.operations.errors import OperationError
from hotlint.operations.policies import policies
from hotlint.policies import subjects as policy_subjects
from hotlint.policies.evaluation import PolicyResult, evaluate
from hotlint.policies.model import Policy, PolicyFile, PolicyTest, expression_problem
from hotlint.policies.reader import PACK_FOLDER, read_policies
from hotlint.policies.subjects import subjects
from hotlint.syntax.source import Span


@pytest.fixture(autouse=True)
def _in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(files: dict[str, str]) -> None:
    """Write files into the working folder."""
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def messages(read: PolicyFile) -> dict[str, list[str]]:
    """Return the messages of the mistakes, by their files."""
    return {path: [problem.message for problem in problems] for path, problems in read.problems.items()}


def one(code: str, more: str = "resources: '*'") -> str:
    """Return a policy on one line."""
    return f"{{code: {code}, {more}, assert: 'true', message: m}}"


def test_a_policy_has_defaults_for_what_is_not_written() -> None:
    read = read_policies("p.yaml", f"policies: [{one('SITE001')}]")
    assert read.policies == (
        Policy(
            "SITE001", "site001", "resources", ("*",), "true", "m", None, "error", "report", None, "", "p.yaml", Span(18, 25)
        ),
    )  # fmt: skip
    assert (read.path, read.tests, read.problems, read.files) == ("p.yaml", (), {}, ("p.yaml",))
    assert read.looked_for == {os.path.abspath("p.yaml")}


def test_a_policy_has_all_that_is_written() -> None:
    text = (
        "policies: [{name: a-1, outputs: [a, 'b*'], when: size(name) > 1, at: x, unknown: fail, description: why, "
        "message: 'm {{ name }}', assert: value == 1, severity: info, code: A_B-000001}]"
    )
    (policy,) = read_policies("p.yaml", text).policies
    start = text.index("A_B")
    assert policy == Policy(
        "A_B-000001", "a-1", "outputs", ("a", "b*"), "value == 1", "m {{ name }}", "size(name) > 1", "info", "fail", "x",
        "why", "p.yaml", Span(start, start + 10),
    )  # fmt: skip


@pytest.mark.parametrize("code", ["S1", "SITE123456", "A-B_1"])
def test_codes(code: str) -> None:
    assert [policy.code for policy in read_policies("p.yaml", f"policies: [{one(code)}]").policies] == [code]


@pytest.mark.parametrize("code", ["SITE", "SITE1234567", "1SITE1", "_A1", "S1A", "site1", "-S1"])
def test_wrong_codes(code: str) -> None:
    read = read_policies("p.yaml", f"policies: [{one(code)}]")
    said = f"'code' must be capital letters and a number, such as SITE001, not '{code}'"
    assert (read.policies, messages(read)) == ((), {"p.yaml": [said]})


@pytest.mark.parametrize(
    ("name", "is_good"), [("0a", True), ("a-b", True), ("-a", False), ("a_b", False), ("aB", False)]
)
def test_names(name: str, is_good: bool) -> None:
    read = read_policies("p.yaml", f"policies: [{one('S1')}, {one('S2', f'resources: x, name: {name}')}]")
    assert [policy.name for policy in read.policies] == ["s1", *([name] if is_good else [])]


def test_a_test_has_its_template_or_the_path_of_one() -> None:
    written({"t/t.yaml": "", "a.env": "", "b.env": ""})
    text = (
        f"policies: [{one('S1')}]\ntests:\n"
        "- {name: path, policy: S1, template: t/t.yaml, environments: [a.env, b.env], parameters: {a: 1}, expect: {x: pass, y: fail}}\n"
        "- {name: mapping, policy: S1, template: {outputs: {a: 1}}, expect: {}}\n"
        "- {name: text, policy: S1, template: \"outputs:\\n  a: 1\", environments: a.env, expect: {z: unknown}}\n"
    )  # fmt: skip
    read = read_policies("p.yaml", text)
    assert messages(read) == {}
    first, second, third = (text.index(f"name: {name}") + 6 for name in ("path", "mapping", "text"))
    assert read.tests == (
        PolicyTest(
            "path", "S1", "t/t.yaml", "", ("a.env", "b.env"), {"a": 1}, {"x": "pass", "y": "fail"}, Span(first, first + 4)
        ),
        PolicyTest("mapping", "S1", None, "outputs:\n  a: 1\n", (), {}, {}, Span(second, second + 7)),
        PolicyTest("text", "S1", None, "outputs:\n  a: 1", ("a.env",), {}, {"z": "unknown"}, Span(third, third + 4)),
    )  # fmt: skip
    assert {os.path.basename(path) for path in read.looked_for} == {"p.yaml", "t.yaml", "a.env", "b.env"}


def test_files_may_extend_the_same_file() -> None:
    written(
        {
            "p.yaml": f"extends: [a.yaml, b.yaml]\ndisable: B2\npolicies: [{one('P1')}]",
            "a.yaml": f"extends: base.yaml\npolicies: [{one('A1')}, {one('B1', 'outputs: a')}]",
            "b.yaml": f"extends: [base.yaml]\npolicies: [{one('A1', 'outputs: b')}]",
            "base.yaml": f"policies: [{one('B1')}, {one('B2')}]\ntests: [{{name: t, policy: B1, template: a.yaml, expect: {{}}}}]",
        }
    )
    read = read_policies("p.yaml")
    assert messages(read) == {}
    assert [(p.code, p.subject, p.file) for p in read.policies] == [
        ("B1", "resources", "base.yaml"), ("A1", "outputs", "b.yaml"), ("P1", "resources", "p.yaml"),
    ]  # fmt: skip
    assert read.files == ("p.yaml", "a.yaml", "base.yaml", "b.yaml", "base.yaml")
    assert read.looked_for == {os.path.abspath(name) for name in ("p.yaml", "a.yaml", "b.yaml", "base.yaml")}
    assert read.tests == ()
    assert [test.name for test in read_policies("base.yaml").tests] == ["t"]


def test_what_a_file_extends_may_be_left_out() -> None:
    written({"a.yaml": f"policies: [{one('A1')}, {{}}]"})
    read = read_policies("p.yaml", f"extends: a.yaml\ndisable: [A1, A9]\npolicies: [{one('P1')}]", extending=False)
    assert ([policy.code for policy in read.policies], messages(read), read.files) == (["P1"], {}, ("p.yaml",))
    read = read_policies("p.yaml", "extends: [gone.yaml, 'hotlint:no']", extending=False)
    assert messages(read) == {
        "p.yaml": ["file 'gone.yaml' does not exist", "there is no pack 'hotlint:no' (did you mean 'hotlint:onap'?)"]
    }


def test_a_pack_may_be_extended() -> None:
    read = read_policies("p.yaml", "extends: hotlint:example")
    assert messages(read) == {}
    assert read.files == ("p.yaml", os.path.join(PACK_FOLDER, "example.yaml"))
    assert len(read.policies) == 5


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (PermissionError(13, "Permission denied", "a.yaml"), "Permission denied"),
        (ReadError("it is not UTF-8 text (line 1)"), "it is not UTF-8 text (line 1)"),
    ],
)
def test_an_extended_file_that_cannot_be_read_is_a_mistake(
    monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def read_text(path: str) -> str:
        raise error

    written({"a.yaml": ""})
    monkeypatch.setattr("hotlint.policies.reader.read_text", read_text)
    read = read_policies("p.yaml", f"extends: [a.yaml]\npolicies: [{one('P1')}]")
    assert messages(read) == {"p.yaml": [f"'a.yaml' cannot be read: {why}"]}
    assert [policy.code for policy in read.policies] == ["P1"]
    with pytest.raises(type(error)):
        read_policies("a.yaml")


def test_a_file_of_too_many_values_has_no_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    test = "{name: t, policy: P1, template: {a: [1, 2, 3, 4, 5, 6]}, expect: {}}"
    text = f"policies: [{one('P1')}]\ntests: [{test}, {test}]"
    assert len(read_policies("p.yaml", text).tests) == 2
    monkeypatch.setattr(PlainReader.__init__, "__defaults__", (10,))
    read = read_policies("p.yaml", text)
    assert messages(read) == {"p.yaml": ["the file expands to more than 100,000 values"]}
    assert ([policy.code for policy in read.policies], read.tests) == (["P1"], ())
    assert read.problems["p.yaml"][0].span == Span(0, 1)


def test_mistakes_in_expressions_are_told_apart_from_none() -> None:
    assert expression_problem("name == 1", ("name",)) is None
    assert expression_problem("nme == 1", ("name",)) == "'nme == 1' uses an undefined name 'nme' (did you mean 'name'?)"
    assert expression_problem("a {{ name }}", ("name",), is_message=True) is None
    assert (
        expression_problem("a {{ nme }}", ("name",), is_message=True)
        == "'nme' uses an undefined name 'nme' (did you mean 'name'?)"
    )


# -- what a program is told --------------------------------------------------------------------------------------------

VALUE = "heat_template_version: 2018-08-31\nresources: {v: {type: OS::Heat::Value, properties: {value: 1}}}\n"


def test_a_program_is_told_policies_mistakes_and_results() -> None:
    tests = "tests: [{name: t, policy: S1, template: t.yaml, expect: {v: pass}}]"
    written(
        {
            "t.yaml": VALUE,
            "p.yaml": f"policies: [{one('S1')}, {{code: S2}}]\n{tests}\n",
            ".hotlint.yaml": f"policies: [{one('C1')}]",
            "wide.yaml": "a",
        }
    )
    top = os.getcwd()
    found, mistakes, results = policies("p.yaml", top)
    assert [policy.code for policy in found] == ["S1"]
    assert [mistake.partition(" ")[0] for mistake in mistakes] == ["p.yaml:1:68:"] * 3
    assert [(result.test.name, result.failures) for result in results] == [("t", ())]
    for path in ("t.yaml", "."):
        found, mistakes, results = policies(path, top)
        assert ([policy.code for policy in found], mistakes, results) == (["C1"], [], [])
    Path("wide.yaml").write_bytes(b"\xff")
    for path, message in {
        "gone.yaml": "cannot read 'gone.yaml': No such file or directory",
        "wide.yaml": "cannot read 'wide.yaml': it is not UTF-8 text (line 1)",
        "hotlint:gone": "there is no pack 'hotlint:gone'; there are hotlint:example, hotlint:onap",
    }.items():
        with pytest.raises(OperationError) as caught:
            policies(path, top)
        assert str(caught.value) == message


def test_a_program_reads_nothing_outside_of_its_folder() -> None:
    tests = "tests: [{name: t, policy: S1, template: ../t.yaml, expect: {v: pass}}]"
    written(
        {
            "t.yaml": VALUE,
            "in/p.yaml": f"extends: ../q.yaml\npolicies: [{one('S1')}]\n{tests}",
            "q.yaml": "policies: []",
        }
    )
    _, mistakes, results = policies("in/p.yaml", os.path.abspath("in"))
    assert len(mistakes) == 2 and results == []
    assert policies("in/p.yaml", os.getcwd())[1] == []


# -- subjects and answers ----------------------------------------------------------------------------------------------

NESTING = """\
heat_template_version: 2018-08-31
parameters: {p: {type: string}}
resources:
  inner: {type: inner.yaml, properties: {value: {get_param: p}}}
  port: {type: OS::Neutron::Port, properties: {network: n, fixed_ips: [{subnet: a}, {subnet: b}]}}
outputs: {o: {value: 1}}
"""
INNER = """\
heat_template_version: 2018-08-31
parameters: {value: {type: string}}
resources: {v: {type: OS::Heat::Value, properties: {value: {get_param: value}}}}
outputs: {o: {value: 1}}
"""


def preview() -> Preview:
    return dry_run({"t.yaml": NESTING, "inner.yaml": INNER}, {"p": "x" * 60})


def results(policy: str) -> list[PolicyResult]:
    """Return the answers of a policy about NESTING and INNER."""
    read = read_policies("p.yaml", f"policies: [{{code: S1, {policy}}}]")
    assert messages(read) == {}
    return list(evaluate(preview(), read.policies))


def test_only_the_outermost_template_has_parameters_and_outputs() -> None:
    assert [(subject.kind, subject.path, subject.matched) for subject in subjects(preview())] == [
        ("templates", "template", "t.yaml"),
        ("parameters", "p", "p"),
        ("resources", "inner", "inner.yaml"),
        ("templates", "inner", "inner.yaml"),
        ("resources", "inner.v", "OS::Heat::Value"),
        ("resources", "port", "OS::Neutron::Port"),
        ("outputs", "o", "o"),
    ]


@pytest.mark.parametrize("limit", [1, 3, 7])
def test_so_many_subjects_are_looked_at(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(policy_subjects, "SUBJECT_LIMIT", limit)
    assert len(list(subjects(preview()))) == limit


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("fixed_ips", "fixed_ips"),
        ("fixed_ips[1].subnet", "subnet: b"),
        ("fixed_ips.0.subnet", "subnet: a"),
        ("gone", "port"),
        ("fixed_ips[7].subnet", "fixed_ips"),
        ("network.more", "network"),
    ],
)
def test_a_violation_is_at_the_named_property(at: str, place: str) -> None:
    (found,) = results(f"resources: '*Port', assert: 'false', message: m, at: '{at}'")
    name = place.partition(":")[0]
    start = NESTING.index(place)
    assert (found.file, found.span, found.root_span) == ("t.yaml", Span(start, start + len(name)), found.span)


def test_a_violation_in_a_nested_template_has_a_place_in_both() -> None:
    (found,) = results("resources: '*Value', assert: 'false', message: m, at: value")
    start, root = INNER.index("value: {get_param"), NESTING.index("inner:")
    assert (found.path, found.file, found.state, found.hint) == ("inner.v", "inner.yaml", "fail", "")
    assert (found.span, found.root_span) == (Span(start, start + 5), Span(root, root + 5))
    (found,) = results("outputs: o, assert: 'false', message: m, at: value")
    assert found.span == Span(NESTING.index("o: {value"), NESTING.index("o: {value") + 1)
    outer, inner = results("templates: '*', assert: 'false', message: '{{ path }}', at: gone")
    assert (outer.path, outer.span, outer.message) == ("template", Span(0, 21), "")
    assert (inner.path, inner.span, inner.root_span, inner.message) == (
        "inner",
        Span(0, 21),
        Span(root, root + 5),
        "inner",
    )


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("{{ value }}", "x" * 60),
        ("{{ value + 'y' }}", f"'{'x' * 59}…'"),
        ("{{ 'a\\nb' }}", "'a\\nb'"),
        ("{{ value }} {{ value }}", f"{'x' * 60} {'x' * 60}"),
        ("{{ ['a', 1, null, true, 1.5] }}", "[a, 1, null, true, 1.5]"),
    ],
)
def test_values_in_messages_are_cut(message: str, shown: str) -> None:
    (found,) = results(f"parameters: p, assert: 'false', message: \"{message.replace(chr(92), chr(92) * 2)}\"")
    assert found.message == shown


@pytest.mark.parametrize(
    ("policy", "state", "message", "hint"),
    [
        ("assert: value == value", "pass", "", ""),
        ("assert: value != value", "fail", "p x", ""),
        ("assert: size(value)", "fail", "p x", "the expression yields 60, which is neither true nor false"),
        ("assert: value.a == 1", "fail", "p x", "the expression fails: it cannot be evaluated with these values"),
        ("assert: 'template.parameters[5] == 1'", "fail", "p x", "the expression fails: an index is out of range"),
        ("when: size(value) == 60, assert: 'false'", "fail", "p x", ""),
        ("when: 1 / 0 == 1, assert: 'true'", "fail", "p {{ value[0] }}", "its 'when' fails: it divides by zero"),
        ("when: template.more == 1, assert: 'true'", "fail", "p {{ value[0] }}",
         "its 'when' fails: there is no key 'more'"),
    ],
)  # fmt: skip
def test_answers(policy: str, state: str, message: str, hint: str) -> None:
    (found,) = results(f"parameters: p, {policy}, message: 'p {{{{ value[0] }}}}'")
    assert (found.state, found.message, found.hint) == (state, message, hint)
    assert (found.policy.code, found.path) == ("S1", "p")


def test_no_answer_where_a_policy_does_not_apply() -> None:
    assert results("parameters: p, when: value == '', assert: 'false', message: m") == []
    assert results("parameters: 'q*', assert: 'false', message: m") == []
    assert [found.path for found in results("parameters: [q, 'p', '*'], assert: 'false', message: m")] == ["p"]


@pytest.mark.parametrize("policy", ["assert: value == 'x'", "when: value == 'x', assert: 'true'"])
def test_an_expression_beyond_its_budget_is_a_violation(monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    monkeypatch.setattr("hotlint.policies.expressions.STEP_LIMIT", 3)
    (found,) = results(f"parameters: p, {policy}, message: 'm {{{{ value }}}}'")
    assert (found.state, found.message) == ("fail", "m {{ value }}")
    assert found.hint == "it cannot be evaluated: the expression takes more than 3 steps"


def test_members_and_outputs_have_their_place_and_state() -> None:
    template = """\
heat_template_version: 2018-08-31
conditions: {maybe: {equals: [{get_param: 'OS::project_id'}, x]}}
resources:
  a: {type: OS::Heat::RandomString}
  g:
    type: OS::Heat::ResourceGroup
    depends_on: a
    properties: {count: 1, resource_def: {type: OS::Heat::Value, properties: {value: {get_resource: b}}}}
  b: {type: OS::Heat::RandomString}
outputs: {o: {condition: maybe, value: 1}}
"""
    said = "assert: 'false', message: '{{ references }}'"
    text = f"policies: [{{code: S1, resources: OS::Heat::Value, at: value, {said}}}, {{code: S2, outputs: o, {said}}}]"
    member, output = evaluate(dry_run({"t.yaml": template}), read_policies("p.yaml", text).policies)
    start = template.index("value: {get_resource")
    assert (member.path, member.message, member.span) == ("g.0", "[b, a]", Span(start, start + 5))
    assert (output.state, output.hint) == ("unknown", "whether it exists is not known")
