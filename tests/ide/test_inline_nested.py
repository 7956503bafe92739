"""Inlining of a nested template: what is made stays the same, by the dry run."""

from for_each import for_each
from ide_fixture import analysis, at

from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions import CodeAction, actions
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

HEAD = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros}
conditions:
  small: {equals: [{get_param: image}, cirros]}
resources:
  net:
    type: OS::Neutron::Net
  port:
    type: OS::Heat::Value
    properties: {value: 1}
"""
PARENT = (
    HEAD
    + """\
  # what is nested
  we$0b:
    type: web.yaml
    properties:
      net: {get_resource: net}
      image: {get_param: image}
      size: 3
  user:
    type: OS::Heat::Value
    properties:
      value: {get_attr: [web, address]}
outputs:
  first: {value: {get_attr: [web, addresses, 0]}}
"""
)
CHILD = """\
heat_template_version: 2018-08-31
parameters:
  net: {type: string}
  image: {type: string}
  size: {type: string}
  zone: {type: string, default: "a,b"}
conditions:
  small: {equals: [{get_param: size}, "3"]}
resources:
    # a port
    port:
        type: OS::Neutron::Port
        condition: small
        properties:
            network:
                get_param: net
    server:
        type: OS::Nova::Server
        properties:
            image: {get_param: image}
            flavor: {list_join: ["-", [{get_param: size}, {get_param: zone}]]}
            networks: [{port: {get_resource: port}}]
outputs:
    address: {value: {get_attr: [server, first_address]}}
    addresses:
        value:
            get_attr: [server, addresses]
    unused: {value: {get_param: "OS::stack_name"}}
"""


def inlining(
    parent: str = PARENT, child: str = CHILD, name: str = "web.yaml", **files: str
) -> tuple[FileAnalysis, CodeAction]:
    found, offset = at(parent, files={name: child, **{f"sub/{n}.sh": text for n, text in files.items()}})
    offered = [
        a for a in actions(found, Span(offset, offset), [], lambda _: []) if a.title.startswith("Inline the nested")
    ]
    assert len(offered) == 1
    return found, offered[0]


def test_the_resources_take_the_place_of_the_nested_stack() -> None:
    found, action = inlining()
    assert action.disabled is None and "(an update replaces what exists)" in action.title
    after = apply_edits(found.text, action.edits)
    assert "web.yaml" not in after and "  # what is nested\n  # a port\n" not in after
    assert "  web_port:\n      type: OS::Neutron::Port\n      condition: web_small\n" in after
    assert "          network:\n              {get_resource: net}\n" in after
    assert 'flavor: {list_join: ["-", ["3", "a,b"]]}' in after
    assert "networks: [{port: {get_resource: web_port}}]" in after
    assert "value: {get_attr: [server, first_address]}" in after
    assert "first: {value: {get_attr: [server, addresses, 0]}}" in after
    assert '  web_small: {equals: ["3", "3"]}\n' in after


def test_what_is_made_stays_the_same() -> None:
    found, action = inlining()
    before = Preview(found.context).to_dict()["resources"]
    made = Preview(at(apply_edits(found.text, action.edits) + "$0")[0].context).to_dict()["resources"]
    inner = before["web"]["nested"]["resources"]
    assert set(made) == {"net", "port", "user", "web_port", "server"}
    for name, own in (("web_port", "port"), ("server", "server")):
        assert (made[name]["type"], made[name]["enabled"]) == (inner[own]["type"], inner[own]["enabled"])
    assert (
        made["server"]["properties"]["value"]["flavor"] == inner["server"]["properties"]["value"]["flavor"] == "3-a,b"
    )


@for_each(
    ("old", "new", "why"),
    [
        ("    type: web.yaml\n", "    type: web.yaml\n    condition: small\n", "'condition' of resource 'web'"),
        ("{get_attr: [web, address]}", "{get_resource: web}", "get_resource reads the nested stack"),
        (
            "  user:\n    type: OS::Heat::Value\n",
            "  user:\n    type: OS::Heat::Value\n    depends_on: web\n",
            "depends on 'web'",
        ),
        ("size: 3", "size: {get_attr: [net, segments]}", "may be converted"),
        ("size: 3", "size: |\n        3\n", "several lines"),
        ("image: {get_param: image}", "image: &i {get_param: image}", "an anchor or an alias"),
        ("      net: {get_resource: net}\n", "", "Nothing is passed for parameter 'net'"),
    ],
)
def test_what_would_change_has_a_reason(old: str, new: str, why: str) -> None:
    assert old in PARENT
    assert why in (inlining(PARENT.replace(old, new))[1].disabled or "")


@for_each(
    ("old", "new", "why"),
    [
        ("image: {get_param: image}", "image: {get_param: 'OS::stack_name'}", "reads OS::stack_name"),
        ("image: {get_param: image}", "image: {resource_facade: metadata}", "resource_facade"),
        ("2018-08-31", "2021-04-16", "another heat_template_version"),
        ("network:", "network: &n", "an anchor or an alias"),
    ],
)
def test_a_nested_template_that_does_not_fit_has_a_reason(old: str, new: str, why: str) -> None:
    assert old in CHILD
    assert why in (inlining(child=CHILD.replace(old, new, 1))[1].disabled or "")


def test_files_of_a_nested_template_in_another_folder_are_found() -> None:
    child = CHILD.replace("flavor:", "user_data: {get_file: run.sh}\n            flavor:")
    found, action = inlining(PARENT.replace("type: web.yaml", "type: sub/web.yaml"), child, "sub/web.yaml", run="true")
    assert action.disabled is None
    assert "user_data: {get_file: sub/run.sh}" in apply_edits(found.text, action.edits)


def test_line_ends_stay() -> None:
    found, action = inlining(PARENT.replace("\n", "\r\n"))
    assert action.disabled is None
    assert "\n" not in apply_edits(found.text, action.edits).replace("\r\n", "")


def test_a_default_that_another_environment_replaces_has_a_reason() -> None:
    given = "parameter_defaults: {zone: other}\n"
    found, offset = at(PARENT, files={"web.yaml": CHILD, "other.env.yaml": given})
    other = analysis(given, name="other.env.yaml")
    offered = [
        a for a in actions(found, Span(offset, offset), [], lambda _: [other]) if a.title.startswith("Inline the n")
    ]
    assert [a.disabled for a in offered] == ["Parameter 'zone' is set in other.env.yaml."]


def test_what_is_hidden_stays_hidden() -> None:
    child = CHILD.replace('zone: {type: string, default: "a,b"}', "zone: {type: string, hidden: true, default: a}")
    assert inlining(child=child)[1].disabled == "Parameter 'zone' is hidden, and its value would not be."


def test_a_nested_stack_that_an_environment_names_has_a_reason() -> None:
    registry = "resource_registry:\n  resources:\n    web:\n      server: {hooks: pre-create}\n"
    found, offset = at(PARENT, files={"web.yaml": CHILD, "e.yaml": registry}, environments=("e.yaml",))
    offered = [a for a in actions(found, Span(offset, offset), [], lambda _: []) if a.title.startswith("Inline the n")]
    assert [a.disabled for a in offered] == ["The registry of e.yaml has settings for resource 'web' by its name."]
