"""Files of policies: mistakes in them, what they extend, and the packs that are shipped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from for_each import for_each
from policy_fixture import POLICY, policies
from time_limits import at_most

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.cli.main import main
from hotlint.dry_run.stack_preview import Preview
from hotlint.policies.evaluation import evaluate
from hotlint.policies.reader import PACK_FOLDER, packs, read_policies
from hotlint.resource_types.catalog import Catalog

MISTAKES = {
    "[]": "a file of policies must be a mapping",
    "polices: []": "unknown key 'polices' in a file of policies (did you mean 'policies'?)",
    "policies: 5": "'policies' must be a list of policies",
    "policies: [5]": "a policy must be a mapping",
    "policies: [{}]": "a policy must have 'code'",
    "policies: [{code: SITE1, assert: 'true', message: m}]": "must have one of resources, parameters, outputs or templates",
    policies(", parameters: x"): "must have one of resources, parameters, outputs or templates",
    policies().replace("SITE1", "HOT001"): "must not begin with HOT",
    policies().replace("SITE1", "site"): "'code' must be capital letters and a number, such as SITE001, not 'site'",
    policies(", name: A B"): "'name' must be lower case with hyphens",
    policies(", severity: fatal"): "'severity' must be one of error, warning, info",
    policies(", unknown: maybe"): "'unknown' must be one of report, pass, fail",
    policies(", when: 'x =='"): "is not a CEL expression",
    policies().replace("properties.flavor ==", "property.flavor =="): "undefined name 'property'",
    policies().replace("{{ properties.flavor }}", "{{ value }}"): "undefined name 'value'",
    policies() + POLICY + "}\n": "has the code of an earlier one",
    "extends: [none.yaml]": "file 'none.yaml' does not exist",
    "extends: ['hotlint:exmple']": "there is no pack 'hotlint:exmple' (did you mean 'hotlint:example'?)",
    "extends: [p.yaml]": "circular dependency",
    "disable: [SITE9]": "no extended policy has the code 'SITE9'",
    policies() + "tests: 5": "'tests' must be a list",
    policies() + "tests: [{name: a, policy: SITE2, template: t.yaml, expect: {}}]": "there is no policy 'SITE2'",
    policies()
    + "tests: [{name: a, policy: SITE1, template: t.yaml, expect: {a: b}}]": "must be one of pass, fail, unknown",
    policies() + "tests: [{name: a, policy: SITE1, template: t.yaml, expect: 5}]": "'expect' must be a mapping",
}


@pytest.mark.parametrize("entry", ["extends: [../other.yaml]\n", "extends: ../other.yaml\n"])
def test_nothing_outside_of_a_folder_is_read(tmp_path: Path, entry: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "other.yaml").write_text(policies())
    (tmp_path / "in/own.yaml").write_text(policies().replace("SITE1", "SITE2"))
    path = tmp_path / "in/p.yaml"
    path.write_text(entry.replace("[", "[own.yaml, ").replace("../other.yaml]", "../other.yaml, 'hotlint:example']"))
    confined = read_policies(str(path), confined_to=str(tmp_path / "in"))
    messages = [p.message for problems in confined.problems.values() for p in problems]
    assert len(messages) == 1 and messages[0].startswith("file '../other.yaml' cannot be used: ")
    assert "SITE1" not in {policy.code for policy in confined.policies}
    assert not any("other.yaml" in name for name in confined.files)
    free = read_policies(str(path))
    assert not free.problems and "SITE1" in {policy.code for policy in free.policies}


@for_each(("text", "message"), MISTAKES.items())
def test_mistakes_are_reported(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(text)
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    found = [p.message for problems in read_policies(str(path)).problems.values() for p in problems]
    assert any(message in one for one in found), found


def test_problems_are_in_the_order_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("policies:\n- {}\n- 5\n- {code: a}\n- x\nzzz: 1\naaa: 2\nextends: [none.yaml]\n")
    (problems,) = read_policies(str(path)).problems.values()
    assert [p.span for p in problems] == sorted(p.span for p in problems) and len(problems) >= 6
    assert [p.message for p in problems] != sorted(p.message for p in problems)


@pytest.mark.parametrize(("files", "found"), [(50, 0), (51, 1)])
def test_policies_extend_fifty_files_at_most(tmp_path: Path, files: int, found: int) -> None:
    for number in range(1, files):
        (tmp_path / f"p{number}.yaml").write_text(policies().replace("SITE1", f"SITE{number}"))
    path = tmp_path / "p.yaml"
    path.write_text(f"extends: [{', '.join(f'p{n}.yaml' for n in range(1, files))}]\n")
    read = read_policies(str(path))
    messages = [p.message for problems in read.problems.values() for p in problems]
    assert messages == ["policies must not extend more than 50 files"] * found
    assert len(read.policies) == 49


def test_packs_extend_each_other(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(policies() + POLICY.replace("SITE1", "SITE2") + "}\n")
    (tmp_path / "p.yaml").write_text(
        "extends: [base.yaml, 'hotlint:example']\ndisable: [SITE001]\n" + policies(", severity: info")
    )
    read = read_policies(str(tmp_path / "p.yaml"))
    assert read.problems == {}
    assert [p.code for p in read.policies] == ["SITE1", "SITE2", "SITE002", "SITE003", "SITE004", "SITE005"]
    assert read.policies[0].severity == "info"


@pytest.mark.slow
def test_the_packs_that_are_shipped_pass_their_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert packs() == ["hotlint:example", "hotlint:onap"]
    assert main(["policy", "test", "hotlint:example"]) == 0
    assert "9 tests: 9 passed, 0 failed." in capsys.readouterr().out
    assert main(["policy", "test", "hotlint:onap"]) == 0


def test_each_policy_for_onap_is_tested_and_in_its_table() -> None:
    read = read_policies(str(Path(PACK_FOLDER, "onap.yaml")))
    table = (Path(__file__).parents[2] / "docs/policies-onap.md").read_text()
    assert read.problems == {}
    for policy in read.policies:
        expected = {state for test in read.tests if test.policy == policy.code for state in test.expected.values()}
        assert "fail" in expected, policy.code
        numbers = re.findall(r"R-[0-9]+", policy.description)
        assert policy.code.replace("ONAP", "R-") == numbers[0]
        for number in numbers:
            assert re.search(rf"^\\| {number} \\|.* {policy.code}\\b.* \\|$", table, re.MULTILINE), (
                policy.code,
                number,
            )


def test_the_policies_for_onap_take_well_under_their_limit() -> None:
    read = read_policies(str(Path(PACK_FOLDER, "onap.yaml")))
    project = Project(Catalog())
    context = TemplateContext.open(
        project,
        str(Path(PACK_FOLDER, "onap/violations/fw-bad.yaml")),
        project.environment((), {}),
        Meter(Budget()),
        root=True,
        offline=True,
    )
    with at_most(2.5):
        assert len(list(evaluate(Preview(context, show_hidden=True), read.policies))) > 200


def test_mistakes_are_reported_where_another_file_is_gone_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: str) -> str:
        if path.endswith("base.yaml"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return Path(path).read_text()

    (tmp_path / "base.yaml").write_text("policies: [5]\n")
    (tmp_path / "p.yaml").write_text("extends: [base.yaml]\npolicies: [6]\n")
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    (tmp_path / ".hotlint.yaml").write_text("policies: [p.yaml]\n")
    monkeypatch.setattr("hotlint.linter.settings.reader.read_text", read)
    found = hotlint.check(tmp_path / ".hotlint.yaml").diagnostics
    assert [d.message.partition("p.yaml")[2].partition(" with")[0] for d in found] == [":2: a policy must be a mapping"]
