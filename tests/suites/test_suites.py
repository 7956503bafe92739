"""Suites as a whole: what they say, mistakes in them, errors, updates and matrices."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from for_each import for_each
from suite_fixture import TEMPLATE, SuiteFolder, folder, suite

from hotlint.analysis.file_kinds import recognize
from hotlint.suites.reader import TEST_LIMIT, read_suite
from hotlint.suites.selection import SelectionError, selection

__all__ = ["folder"]

MISTAKES = {
    "tests: []": "a suite must have 'template'",
    "template: t.yaml": "a suite must have 'tests'",
    "[]": "a suite must be a mapping with 'template' and 'tests'",
    "": "a suite must be a mapping with 'template' and 'tests'",
    "template: none.yaml\ntests: []": "file 'none.yaml' does not exist",
    "template: [a]\ntests: []": "'template' must be a string",
    "template: t.yaml\ntests: {}": "'tests' must be a list",
    "template: t.yaml\ntests: []\nparametres: {}": "unknown key 'parametres' in a suite (did you mean 'parameters'?)",
    "template: t.yaml\ntests: [{assert: {}}]": "a test must have 'name'",
    "template: t.yaml\ntests: [3]": "a test must be a mapping",
    suite(): "test 'one' asserts nothing",
    suite("assert: {outputs: 1}"): "path 'outputs' must name one of the outputs",
    suite(
        "assert: {output.a: 1}"
    ): "must begin with parameters, conditions, resources or outputs (did you mean 'outputs'?)",
    suite("assert: {outputs..a: 1}"): "is not written as a path",
    suite("assert: {outputs.a: {}}"): "needs an operator",
    suite("assert: {outputs.a: {equals: 1}}"): "unknown operator 'equals' (did you mean 'equal'?)",
    suite("assert: {outputs.a: {match: '('}}"): "'(' is not a regular expression",
    suite("assert: {outputs.a: {match: 5}}"): "'match' must be a regular expression",
    suite("assert: {outputs.a: {length: x}}"): "'length' must be a whole number",
    suite("assert: {outputs.a: {one_of: x}}"): "'one_of' must be a list of values",
    suite("assert: {outputs.a: {absent: x}}"): "'absent' must be true or false",
    suite("assert: {outputs.a: {enabled: x}}"): "'enabled' must be true, false or unknown",
    suite("assert: {outputs.a: {type: [x]}}"): "'type' must be a string",
    suite("assert: {outputs.a: {same_as: x}}"): "path 'x' must begin with",
    suite("assert: [a]"): "'assert' must be a mapping from paths to values",
    suite("errors: x"): "'errors' must be a list",
    suite("errors: [{}]"): "an expected error must have code, at, line or message",
    suite("errors: [{line: x}]"): "'line' must be a whole number",
    suite("errors: [{at: a..b}, {code: HOT405}]"): "path 'a..b' is not written as a path",
    suite("assert: {}"): "test 'one' asserts nothing",
    suite("parameters: {count: 99}", "errors: [{message: '('}]"): "'(' is not a regular expression",
    suite("update: {parameters: {count: 99}, refused: '('}"): "'(' is not a regular expression",
    suite("update: {}"): "an update must have 'expect', 'refused' or 'others: none'",
    suite("update: {expect: {server: replaced}}"): "the effect on 'server' must be one of none, update, replace",
    suite("update: {expect: [a]}"): "'expect' must be a mapping",
    suite("update: {others: some, refused: true}"): "'others' must be any or none",
    suite("snapshot: 5"): "'snapshot' must be true or false",
    suite("attributes: {server: 5}", "errors: []"): "the attributes of 'server' must be a mapping",
    suite("matrix: {parameters: {count: 3}}", "errors: []"): "the values of 'count' must be a list",
    suite("matrix: {environments: [a]}", "errors: []"): "'environments' of a matrix must be a mapping",
    suite("errors: []") + "- name: one\n  errors: []\n": "has the name of an earlier test",
    suite("parameters: {a: [1"): "is not closed",
}


@for_each(("text", "message"), MISTAKES.items())
def test_a_mistake_in_a_suite_is_reported_at_its_place(folder: SuiteFolder, text: str, message: str) -> None:
    result = folder.run(text)
    assert not result.ok
    assert any(message in problem.message for problem in result.suite.problems), result.suite.problems
    assert all(0 <= p.span.start <= p.span.end <= len(text) + 1 for p in result.suite.problems)


@pytest.mark.parametrize(
    "line",
    [
        *("assert: {outputs.image: {match: '('}}", "errors: [{message: '('}]", "errors: 5", "snapshot: 5"),
        *("assert: {? [x] : 1}", "assert: {outputs.image: {? [x] : 1}}", "errors: [{? [x] : 1}]", "? [x]\n  : 1"),
        "update: {? [x] : 1}",
    ],
)
def test_a_mistake_is_one_mistake(folder: SuiteFolder, line: str) -> None:
    result = folder.run(suite(line))
    assert len(result.suite.problems) == 1, result.suite.problems
    assert result.tests[0].failures == ()


def test_the_valid_part_of_a_suite_runs_all_the_same(folder: SuiteFolder) -> None:
    result = folder.run(suite("asert: 5", "assert: {outputs.image: cirros}"))
    assert [test.state for test in result.tests] == ["passed"]
    assert not result.ok


@for_each(
    ("name", "text", "expected"),
    [
        ("a.hot-test.yaml", "", True),
        ("a.yaml", "template: t.yaml\ntests:\n- name: a\n", True),
        ("a.yaml", "heat_template_version: 2018-08-31\ntemplate: a\ntests: []\n", False),
        ("a.yaml", "template: t.yaml\n", False),
        ("a.yaml", "parameters: {}\n", False),
        ("a.yaml", "- a\n", False),
    ],
)
def test_suites_are_known_by_name_or_content(name: str, text: str, expected: bool) -> None:
    assert (recognize(name, text) == "suite") is expected


def test_environments_and_values_are_merged(folder: SuiteFolder) -> None:
    folder.write("a.yaml", "parameters: {image: a, flavor: a}\n")
    folder.write("b.yaml", "parameters: {flavor: b}\n")
    text = """\
        template: t.yaml
        environments: [a.yaml]
        tests:
        - name: one
          environments: b.yaml
          assert: {parameters.image: a, parameters.flavor: b}
        - name: two
          parameters: {flavor: c}
          assert: {parameters.flavor: c}
        """
    result = folder.run(text)
    assert result.ok, result.tests


def test_a_suite_has_a_limit_in_all() -> None:
    """Every matrix alone is within its limit. Reading takes time in proportion to the number of tests."""
    many = ", ".join(map(str, range(1000)))
    tests = "".join(f"- {{name: t{n}, matrix: *m, assert: {{parameters.p: 1}}}}\n" for n in range(22))
    text = f"template: a.yaml\nmatrix: &m {{parameters: {{p: [{many}]}}}}\ntests:\n{tests}"
    suite = read_suite("a.hot-test.yaml", text)
    assert sum(len(test.combinations) for test in suite.tests) == TEST_LIMIT
    assert [p.message for p in suite.problems if "20,000 tests, combinations counted" in p.message]


def test_a_matrix_runs_every_combination(folder: SuiteFolder) -> None:
    folder.write("small.yaml", "parameters: {flavor: small}\n")
    folder.write("large.yaml", "parameters: {flavor: large}\n")
    text = """\
        template: t.yaml
        matrix:
          environments: {small: small.yaml, large: [large.yaml]}
          parameters: {count: [1, 3]}
        tests:
        - name: count
          assert:
            resources.group.properties.count: {same_as: parameters.count}
            parameters.flavor: {one_of: [small, large]}
        - name: own
          matrix: {parameters: {image: [a]}}
          assert: {outputs.image: a}
        """
    result = folder.run(text)
    assert result.ok
    assert [test.id for test in result.tests] == [
        "count [small, count=1]", "count [small, count=3]", "count [large, count=1]", "count [large, count=3]",
        "own [image=a]",
    ]  # fmt: skip


def test_values_of_a_test_take_precedence_over_the_matrix_of_its_suite(folder: SuiteFolder) -> None:
    text = """\
        template: t.yaml
        matrix: {parameters: {image: [a, b], count: [2]}}
        tests:
        - name: own
          parameters: {image: c}
          assert: {parameters.image: c, parameters.count: 2}
        """
    result = folder.run(text)
    assert result.ok, result.tests
    assert [test.id for test in result.tests] == ["own [image=a, count=2]", "own [image=b, count=2]"]


def test_a_skipped_test_does_not_run(folder: SuiteFolder) -> None:
    result = folder.run(suite("skip: later", "assert: {outputs.image: x}"))
    assert result.ok
    assert (result.tests[0].state, result.tests[0].reason) == ("skipped", "later")


# -- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expected",
    [
        "parameters: {count: 99}\n  errors: [{code: HOT215}]",
        "parameters: {count: 99}\n  errors: [{at: parameters.count, message: above the maximum}]",
        "parameters: {count: 99}\n  errors: [{line: 5}]",
        "errors: [{at: outputs.fails}]",
        "environments: e.env\n  parameters: {count: 99}\n  errors: [{code: HOT215, message: given values}]",
        "environments: e.env\n  parameters: {cuont: 1}\n  errors: [{code: HOT217, message: given values}]",
        "environments: [e.env, e.env]\n  parameters: {count: 99, cuont: null}\n  errors: [{code: HOT215}, {code: HOT217}]",
        "environments: wrong.env\n  parameters: {count: null}\n  errors: [{code: HOT215, message: wrong.env}]",
    ],
)
def test_errors_are_found(folder: SuiteFolder, expected: str) -> None:
    folder.write("e.env", "parameters: {count: 2}\n")
    folder.write("wrong.env", "parameters: {count: 98}\n")
    assert folder.run(suite(*expected.split("\n  "))).ok


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("errors: []", "expected no errors"),
        ("errors: [{code: HOT301}]", "the template has no error with code HOT301"),
        ("errors: [{at: outputs.ip}]", "the template has no error with at outputs.ip"),
        ("errors: [{line: 2}]", "the template has no error with line 2"),
        ("errors: [{message: xyz}]", "the template has no error with message xyz"),
    ],
)
def test_errors_that_are_not_there_are_failures(folder: SuiteFolder, expected: str, message: str) -> None:
    (failure,) = folder.run(suite(expected)).tests[0].failures
    assert message in failure.message


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("count: many", "HOT215 at line 5 (parameter 'count' from the given values: 'many' is not a number)"),
        ("short: hunter2", "HOT215 at line 8 (parameter 'short' from the given values: '******' is shorter than"),
        ("cuont: 1", "HOT217 at line 2 (parameter 'cuont' from the given values is not defined in the template"),
    ],
)
def test_an_error_of_a_finding_and_of_the_dry_run_is_listed_once(tmp_path: Path, values: str, message: str) -> None:
    short = "  short: {type: string, default: aaaaaaaaaa, hidden: true, constraints: [{length: {min: 10}}]}\n"
    folder = SuiteFolder(tmp_path, TEMPLATE.replace("conditions:", f"{short}conditions:"))
    (failure,) = folder.run(suite(f"parameters: {{{values}}}", "errors: []")).tests[0].failures
    assert message in failure.message
    assert "parameters." not in failure.message


IDS = """\
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}
  lb: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: web}}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.9.9.9}]}
  of_port: {type: OS::Neutron::FloatingIP, properties: {floating_network: public, port_id: {get_resource: port}}}
  of_lb: {type: OS::Neutron::FloatingIP, properties: {floating_network: public, port_id: {get_attr: [lb, vip_port_id]}}}
  of_name: {type: OS::Neutron::FloatingIP, properties: {floating_network: public, port_id: a-name}}
outputs:
  port: {value: {get_resource: port}}
"""
"""A template in which each place wants an id: by a reference, by an attribute, by a text."""


def test_the_ids_that_a_test_makes_up_are_references(tmp_path: Path) -> None:
    folder = SuiteFolder(tmp_path, template=IDS)
    made_up = "attributes: {net: {__ref__: a}, subnet: {__ref__: b}, port: {__ref__: c}, lb: {vip_port_id: d}}"
    assert folder.run(suite(made_up, "assert: {outputs.port: c}")).ok
    text_is_no_id, outside_of_its_subnet = "errors: [{code: HOT551, line: 11}]", "errors: [{code: HOT552, line: 8}]"
    assert folder.run(suite(made_up, text_is_no_id)).ok
    assert folder.run(suite(made_up, outside_of_its_subnet)).ok
    assert not folder.run(suite(made_up, "errors: [{code: HOT551, line: 9}]")).ok
    assert not folder.run(suite(made_up, "errors: [{code: HOT551, line: 10}]")).ok


STUBS = """\
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}
  one: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}}]}}
  two:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      mac_address: {get_attr: [one, mac_address]}
      fixed_ips:
      - {subnet: {get_resource: subnet}, ip_address: {list_join: ["", [{get_attr: [one, status]}]]}}
outputs:
  mac: {value: {get_attr: [one, mac_address]}}
  id: {value: {get_resource: two}}
  name: {value: {get_attr: [two, name]}}
"""
"""A template whose properties take attributes, one of them through a function."""


def test_the_attributes_that_a_test_makes_up_are_attributes(tmp_path: Path) -> None:
    folder = SuiteFolder(tmp_path, template=STUBS)
    made_up = "attributes: {one: {mac_address: a-mac, status: 10.9.9.9}, net: {__ref__: n}, subnet: {__ref__: s}}"
    assert folder.run(suite(made_up, "assert: {outputs.mac: a-mac}", "errors: []")).ok


def test_what_a_test_does_not_make_up_stays_as_it_is(tmp_path: Path) -> None:
    folder = SuiteFolder(tmp_path, template=STUBS.replace("two:", "two:\n    metadata: {all: {get_attr: [one]}}"))
    unknown = "assert: {outputs.id: {unknown: true}, outputs.name: {unknown: true}, outputs.mac: {unknown: true}}"
    assert folder.run(suite("attributes: {one: {fixed_ips: []}, two: {show: {}}}", unknown)).ok
    known = "assert: {resources.two.metadata.all.mac_address: m, outputs.mac: m}"
    assert folder.run(suite("attributes: {one: {mac_address: m}}", known)).ok


SECRETS = """\
heat_template_version: 2018-08-31
resources:
  text: {type: OS::Heat::RandomString}
  key: {type: OS::Nova::KeyPair, properties: {name: k, save_private_key: true}}
outputs:
  both: {value: {list_join: ["/", [{get_attr: [text, value]}, {get_attr: [key, public_key]}]]}}
  key: {value: {get_attr: [key, private_key]}}
  all: {value: {get_attr: [text]}}
"""


def test_secret_attributes_that_a_test_makes_up_are_compared_and_not_shown(tmp_path: Path) -> None:
    folder = SuiteFolder(tmp_path, template=SECRETS)
    made_up = "attributes: {text: {value: hunter2hunter2}, key: {private_key: begin-key, public_key: seen}}"
    assert folder.run(suite(made_up, "assert: {outputs.both: hunter2hunter2/seen, outputs.key: begin-key}")).ok
    assert folder.run(suite(made_up, "assert: {outputs.all.value: hunter2hunter2}")).ok
    failed = folder.run(suite(made_up, "assert: {outputs.both: x, outputs.key: x, outputs.all.value: x}"))
    assert len(failed.tests[0].failures) == 3
    said = str([f.message for f in failed.tests[0].failures])
    assert "'******/seen'" in said and "hunter2" not in said and "begin-key" not in said


MADE_UP = """\
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}
  kept: {type: OS::Heat::Value, properties: {value: {get_attr: [net, name]}}}
outputs:
  given: {value: {str_split: [",", {get_attr: [net, name]}]}}
  handed: {value: {str_split: [",", {get_attr: [kept, value]}]}}
  id: {value: {list_join: [",", {get_resource: net}]}}
  predicted: {value: {list_join: [",", {get_attr: [subnet, cidr]}]}}
"""


@for_each(
    "output, origin",
    [
        ("given", "(attribute 'name' of 'net' from t.hot-test.yaml:3)"),
        ("handed", "(attribute 'name' of 'net' from t.hot-test.yaml:3)"),
        ("id", "(id of 'net' from t.hot-test.yaml:3)"),
        ("predicted", "(predicted: 'cidr' of 'subnet' follows from its property 'cidr')"),
    ],
)
def test_a_failure_names_the_origin_of_what_only_the_cloud_knows(tmp_path: Path, output: str, origin: str) -> None:
    folder = SuiteFolder(tmp_path, template=MADE_UP)
    test = f"tests: [{{name: a, assert: {{outputs.{output}: x}}}}]"
    failed = folder.run(f"template: t.yaml\nattributes:\n  net: {{name: [1], __ref__: net-id}}\n{test}\n")
    (failure,) = failed.tests[0].failures
    assert origin in failure.message


def test_the_explanation_of_a_made_up_attribute_leads_to_the_suite(tmp_path: Path) -> None:
    folder = SuiteFolder(tmp_path, template=MADE_UP)
    text = "template: t.yaml\nattributes: {net: {name: one}}\ntests:\n- {name: a, assert: {resources.kept.properties.value: x}}\n"
    (failure,) = folder.run(text, explain=True).tests[0].failures
    assert re.search(r"the attribute 'name' of 'net', as it was given   \[.*t.hot-test.yaml:2\]", failure.provenance)


# -- updates ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "update",
    [
        "{parameters: {image: debian}, expect: {server: replace, group: none}}",
        "{parameters: {flavor: m1.huge}, expect: {server: update}, others: none}",
        "{parameters: {large: true}, expect: {volume: add}}",
        "{parameters: {count: 3}, expect: {group: update, group.2: add}}",
        "{parameters: {count: 99}, refused: above the maximum}",
        "{template: t2.yaml, expect: {server: delete, group: delete, group.0: delete, group.2: none}}",
        "{template: t3.yaml, expect: {nest: add, nest.0.server: add, group.0: replace, group.1: delete}}",
    ],
)
def test_effects_of_an_update(folder: SuiteFolder, update: str) -> None:
    folder.write("t2.yaml", "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::None}}\n")
    groups = (
        "  nest: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: t.yaml}}}\n"
        "  group: {type: OS::Heat::AutoScalingGroup, properties: {max_size: 1, min_size: 1, resource: {type: OS::Heat::None}}}\n"
    )
    folder.write("t3.yaml", f"heat_template_version: 2018-08-31\nresources:\n{groups}")
    result = folder.run(suite(f"update: {update}"))
    assert result.ok, result.tests[0].failures


@pytest.mark.parametrize(
    ("update", "message"),
    [
        (
            "{parameters: {image: debian}, expect: {server: update}}",
            "the effect on 'server' is replace (a new user_data",
        ),
        ("{parameters: {flavor: b}, expect: {group: update}}", "the effect on 'group' is 'none'; expected update"),
        ("{parameters: {flavor: b}, expect: {sever: update}}", "there is no resource 'sever' (did you mean 'server'?)"),
        ("{parameters: {flavor: b}, others: none}", "other resources change, too: 'server' (update)"),
        ("{parameters: {flavor: b}, refused: true}", "Heat does not refuse the update"),
        ("{parameters: {count: 99}, expect: {server: none}}", "Heat refuses the update: parameter 'count'"),
        ("{parameters: {count: 99}, refused: false}", "expected that it does not"),
        ("{parameters: {count: 99}, refused: xyz}", "expected a reason that matches 'xyz'"),
    ],
)
def test_other_effects_are_failures(folder: SuiteFolder, update: str, message: str) -> None:
    failures = folder.run(suite(f"update: {update}")).tests[0].failures
    assert any(message in failure.message for failure in failures), failures


# -- selection, hostile input ----------------------------------------------------------------------------------------


@for_each(
    ("expression", "matches"),
    [
        ("abc", True), ("ABC", True), ("x", False), ("not x", True), ("abc and x", False), ("abc or x", True),
        ("not (abc and x) and one", True), ("not not abc", True),
    ],
)  # fmt: skip
def test_selection(expression: str, matches: bool) -> None:
    assert selection(expression)("suite::abc one") is matches


@for_each("expression", ["", "and", "a and", "(a", "a)", "not", "a b", "()"])
def test_an_invalid_selection(expression: str) -> None:
    with pytest.raises(SelectionError):
        selection(expression)


HOSTILE = {
    "aliases": "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    + "template: t.yaml\nparameters: {image: *a8}\ntests: []\n",
    "matrix": suite("errors: []", f"matrix: {{parameters: {{{', '.join(f'p{n}: [1, 2]' for n in range(20))}}}}}"),
    "deep": suite("assert:", "  outputs.a: " + "[" * 5000),
    "binary": "\0\0",
    "path": suite(f"assert: {{outputs.{'a.' * 5000}b: 1}}"),
    "itself": "template: t.hot-test.yaml\ntests:\n- name: a\n  errors: []\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_suite_ends_with_a_message(folder: SuiteFolder, text: str) -> None:
    result = folder.run(text)
    assert not result.ok
    assert result.seconds < 40


def test_a_template_that_takes_for_ever_is_stopped_by_its_budget(folder: SuiteFolder) -> None:
    lists = "{list_join: ['', [" + ", ".join(["{get_param: s}"] * 10) + "]]}"
    inner = lists
    for _ in range(4):
        inner = "{list_join: ['', [" + ", ".join([inner] * 4) + "]]}"
    folder.write(
        "t.yaml",
        f"heat_template_version: 2018-08-31\nparameters: {{s: {{type: string, default: {'x' * 20_000}}}}}\n"
        f"outputs: {{o: {{value: {inner}}}}}\n",
    )
    started = time.process_time()
    result = folder.run(suite("assert: {outputs.o: x}"))
    assert "than a dry run of 2 seconds allows" in result.tests[0].failures[0].message
    assert time.process_time() - started < 10


def test_reading_raises_nothing_whatever_is_cut_off() -> None:
    text = Path("examples/web.hot-test.yaml").read_text(encoding="utf-8")
    for end in range(0, len(text), 7):
        read_suite("examples/web.hot-test.yaml", text[:end]).planned()


def test_an_error_at_an_empty_item_is_at_that_item(folder: SuiteFolder) -> None:
    folder.write(
        "t.yaml",
        "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    depends_on:\n    -\n"
        "    properties: {value: 1}\n",
    )
    for at in ("resources.a.depends_on[0]", "resources.a.depends_on", "resources.a"):
        assert folder.run(suite(f"errors: [{{at: '{at}'}}]")).ok, at
    assert not folder.run(suite("errors: [{at: resources.a.properties}]")).ok
