"""Where values come from: `origin` and `sources` of what a template writes, refers to and computes."""

from __future__ import annotations

import pytest
from for_each import for_each
from policy_fixture import dry_run

from hotlint.policies.evaluation import evaluate
from hotlint.policies.reader import read_policies

HEAD = """\
heat_template_version: 2018-08-31
parameters:
  p: {type: string, default: q}
  l: {type: comma_delimited_list, default: 'a,b'}
  j: {type: json, default: {a: {b: 1}}}
  n: {type: number, default: 1}
conditions: {c: {equals: [{get_param: p}, q]}}
resources:
  r: {type: OS::Heat::RandomString}
"""


def said(message: str, template: str, about: str = "resources: v") -> str:
    """Return what a message says about `v` in a template, or about the template itself."""
    policy = f"{{code: S1, {about.replace(': v', ': OS::Heat::Value')}, assert: 'false', message: '{message}'}}"
    read = read_policies("p.yaml", f"policies: [{policy}]")
    assert read.problems == {}
    (found,) = evaluate(dry_run({"t.yaml": template, "f.txt": "file"}), read.policies)
    return found.message


def value(written: str) -> str:
    return f"{HEAD}  v: {{type: OS::Heat::Value, properties: {{value: {written}}}}}\n"


@for_each(
    ("written", "expected"),
    [
        ("a", "literal []"),
        ("null, type: string", "literal []"),
        ("{get_param: p}", "parameter [p]"),
        ("{get_param: [l, {get_param: n}]}", "parameter [l, n]"),
        ("{get_param: j}", "parameter [j]"),
        ("{get_resource: r}", "resource [r]"),
        ("{get_attr: [r, value, {get_param: p}]}", "resource [r, p]"),
        ("{get_file: f.txt}", "file [f.txt]"),
        ("{list_join: [{get_param: p}, [{get_param: p}, {get_resource: r}]]}", "function [p, r]"),
        ("{if: [c, {get_param: p}, 1]}", "function [p]"),
        ("{repeat: {template: 'x%', for_each: {'%': {get_param: l}}}}", "function [l]"),
        ("{str_replace: {template: {get_file: f.txt}, params: {a: b}}}", "function [f.txt]"),
        ("{digest: [md5, text]}", "function []"),
        ("[a, {get_param: p}, [{get_resource: r}]]", "literal [p, r]"),
        ("{a: {get_param: p}, b: {get_resource: r}, c: {get_param: p}}", "literal [p, r]"),
        ("{map_merge: [{a: {get_param: p}}, {b: 1}]}", "function [p]"),
    ],
)
def test_origins_of_values(written: str, expected: str) -> None:
    assert said("{{ origin(properties.value) }} {{ sources(properties.value) }}", value(written)) == expected
    names = expected.partition(" ")[2]
    assert said("{{ origin(properties) }} {{ sources(properties) }}", value(written)) == f"literal {names}"


@for_each(
    ("written", "item", "expected"),
    [
        ("[a, {get_param: p}, [{get_param: n}]]", "[0]", "literal []"),
        ("[a, {get_param: p}, [{get_param: n}]]", "[1]", "parameter [p]"),
        ("[a, {get_param: p}, [{get_param: n}]]", "[2]", "literal [n]"),
        ("[a, {get_param: p}, [{get_param: n}]]", "[2][0]", "parameter [n]"),
        ("{a: {get_param: p}, b: {c: {get_resource: r}}}", ".a", "parameter [p]"),
        ("{a: {get_param: p}, b: {c: {get_resource: r}}}", ".b", "literal [r]"),
        ("{a: {get_param: p}, b: {c: {get_resource: r}}}", ".b.c", "resource [r]"),
        ("{get_param: j}", ".a.b", "parameter [j]"),
        ("{map_merge: [{a: {get_param: p}}, {b: 1}]}", ".b", "function [p]"),
        ("{get_param: l}", "[1]", "parameter [l]"),
    ],
)
def test_origins_of_items(written: str, item: str, expected: str) -> None:
    text = f"{{{{ origin(properties.value{item}) }}}} {{{{ sources(properties.value{item}) }}}}"
    assert said(text, value(written)) == expected


def test_what_an_expression_makes_has_the_sources_of_its_parts() -> None:
    text = "{{ origin([properties.value]) }} {{ sources([properties.value, 1]) }} {{ sources(1) }} {{ origin(null) }}"
    assert said(text, value("{get_param: p}")) == "function [p] [] literal"


def test_properties_as_a_whole_may_be_a_call() -> None:
    template = f"{HEAD}  v: {{type: OS::Heat::Value, properties: {{get_param: j}}}}\n".replace("a: {b", "value: {b")
    text = "{{ origin(properties.value.b) }} {{ sources(properties) }} {{ origin(properties) }}"
    assert said(text, template) == "parameter [j] parameter"


def test_a_ref_names_a_parameter_or_a_resource() -> None:
    text = "{{ origin(properties.value) }} {{ sources(properties.value) }}"
    old = value("{Ref: p}").replace("2018-08-31", "2013-05-23").replace("conditions:", "#")
    assert said(text, old) == "parameter [p]"
    assert said(text, old.replace("Ref: p", "Ref: r")) == "resource [r]"


def test_origins_of_what_a_template_holds() -> None:
    outputs = "outputs: {o: {value: {get_attr: [r, value]}}, q: {value: {get_param: p}}}\n"
    text = "{{ origin(outputs[0].value) }} {{ sources(outputs) }} {{ sources(resources[1]) }} {{ origin(name) }}"
    assert said(text, value("{get_param: n}") + outputs, "templates: '*'") == "resource [r, p] [n] function"
    assert said("{{ origin(value) }} {{ sources(value) }}", HEAD + outputs, "outputs: q") == "parameter [p]"


PORT = "{{ origin(properties.network) }} {{ origin(properties.admin_state_up) }} {{ sources(properties) }}"


@pytest.mark.parametrize(
    ("resource", "expected"),
    [
        ("OS::Neutron::Port, properties: {network: n, name: {get_param: p}}", "literal default [p]"),
        ("OS::Neutron::Port, properties: {network_id: {get_param: p}}", "function default [p]"),
        (
            "OS::Neutron::Port, properties: {network: {get_param: p}, name: null}",
            "parameter default [p]",
        ),
    ],
)
def test_a_property_that_heat_moves_has_the_origin_function(resource: str, expected: str) -> None:
    assert said(PORT, f"{HEAD}  v: {{type: {resource}}}\n", "resources: OS::Neutron::Port") == expected


def test_what_heat_moves_within_a_property_keeps_its_sources() -> None:
    server = (
        f"{HEAD}  v: {{type: OS::Nova::Server, properties: {{networks: [{{uuid: {{get_param: p}}}}, {{port: x}}]}}}}\n"
    )
    text = "{{ origin(properties.networks[0].network) }} {{ sources(properties.networks) }} {{ sources(properties.networks[1]) }}"
    assert said(text, server, "resources: OS::Nova::Server") == "function [p] []"


def test_properties_that_are_not_known_have_sources() -> None:
    template = f"{HEAD}  v: {{type: OS::Heat::Value, properties: {{get_param: unknown}}}}\n"
    template = template.replace("conditions:", "  unknown: {type: json}\nconditions:")
    assert said("{{ origin(properties) }} {{ sources(properties) }}", template) == "parameter [unknown]"


def test_members_of_a_group_have_the_origins_of_their_definition() -> None:
    inner = "{type: OS::Neutron::Port, properties: {network: {get_param: p}, name: '%index%'}}"
    group = f"{HEAD}  v: {{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {inner}}}}}\n"
    assert said(f"{PORT} {{{{ origin(properties.name) }}}}", group, "resources: OS::Neutron::Port") == (
        "parameter default [p] literal"
    )
