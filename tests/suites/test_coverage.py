"""Coverage of suites: what no test reaches, and what no assertion looks at."""

from __future__ import annotations

from pathlib import Path

import pytest
from suite_fixture import SuiteFolder, folder, suite

from hotlint.suites.coverage import percent

__all__ = ["folder"]


def test_coverage_names_what_no_test_reaches(folder: SuiteFolder) -> None:
    folder.run(suite("assert: {outputs.image: cirros}"))
    (template,) = folder.coverage.templates()
    assert [point.what for point in template.missed()] == [
        "condition 'is_large' is never true",
        "the first value of if [is_large, ...] is never used",
        "resource 'volume' is never enabled",
        "output 'big' is never enabled",
    ]
    assert template.share("resource") == (2, 3)


def test_coverage_is_the_sum_of_all_tests(folder: SuiteFolder) -> None:
    folder.run(suite("assert: {outputs.image: cirros}") + "- name: two\n  parameters: {large: true}\n  errors: []\n")
    (template,) = folder.coverage.templates()
    assert template.missed() == []
    assert percent(template.share()) == 100


def test_branches_that_heat_does_not_come_to_are_not_covered(tmp_path: Path) -> None:
    folder = SuiteFolder(
        tmp_path,
        "heat_template_version: 2018-08-31\nparameters: {a: {type: boolean, default: false}}\n"
        "conditions: {a: {get_param: a}}\n"
        "resources:\n  off: {type: OS::Heat::Value, condition: a, properties: {value: {if: [a, 1, 2]}}}\n"
        "outputs:\n  o: {value: {if: [a, {if: [{not: a}, 3, 4]}, 5]}}\n",
    )
    folder.run(suite("assert: {outputs.o: 5}"))
    (template,) = folder.coverage.templates()
    assert template.share("branch") == (1, 6)


def test_coverage_includes_nested_templates(folder: SuiteFolder) -> None:
    folder.write("outer.yaml", "heat_template_version: 2018-08-31\nresources: {inner: {type: t.yaml}}\n")
    folder.run(suite("assert: {resources.inner.outputs.image: cirros}").replace("t.yaml", "outer.yaml"))
    assert [Path(t.path).name for t in folder.coverage.templates()] == ["outer.yaml", "t.yaml"]


def asserted(folder: SuiteFolder, name: str = "t.yaml") -> set[str]:
    """Return the resources and outputs of a template that the assertions of the suite look at."""
    (template,) = (one for one in folder.coverage.templates() if Path(one.path).name == name)
    return {point.name for point in template.points() if template.assertions(point)}


@pytest.mark.parametrize(
    ("assertions", "names"),
    [
        ("assert: {outputs.image: cirros}", {"image"}),
        ("assert: {resources.volume: {enabled: false}}", {"volume"}),
        ("assert: {outputs.image: {same_as: resources.server.properties.image}}", {"image", "server"}),
        ("assert: {conditions.is_large: false}", set()),
        ("parameters: {large: true}\n  errors: []", set()),
        ("update: {parameters: {large: true}, expect: {volume: add}}", {"volume"}),
    ],
)
def test_coverage_counts_what_assertions_look_at(folder: SuiteFolder, assertions: str, names: set[str]) -> None:
    folder.run(suite(assertions))
    assert asserted(folder) == names


def test_assertions_on_nested_stacks_look_at_the_nested_template(folder: SuiteFolder) -> None:
    folder.write("outer.yaml", "heat_template_version: 2018-08-31\nresources: {inner: {type: t.yaml}}\n")
    folder.run(suite("assert: {resources.inner.outputs.image: cirros}").replace("t.yaml", "outer.yaml"))
    assert asserted(folder) == {"image"}
    assert asserted(folder, "outer.yaml") == {"inner"}


def test_a_stored_preview_asserts_everything(folder: SuiteFolder) -> None:
    folder.run(suite("snapshot: true"), update=True)
    (template,) = folder.coverage.templates()
    asserted_, count = template.asserted_share()
    assert asserted_ == count > 3
    assert template.not_asserted() == []
