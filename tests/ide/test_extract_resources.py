"""Extraction of resources to a nested template: what is made stays the same, by the dry run."""

import pytest
from for_each import for_each
from ide_fixture import analysis, path

from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions import CodeAction, actions
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

HEAD = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros}
  # how many
  ports:
    type: comma_delimited_list
    default: [a, b]
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: n}
"""
MOVED = """\
  # a comment of its own
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      name: {list_join: ["-", {get_param: ports}]}
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: small
      networks: [{port: {get_resource: port}}]
"""
TAIL = """\
  volume:
    type: OS::Cinder::VolumeAttachment
    properties:
      instance_uuid: {get_resource: server}
      volume_id: abc
outputs:
  address: {value: {get_attr: [server, first_address]}}
  port: {value: {get_attr: [port, name]}}
"""


def extraction(text: str, start: str, end: str) -> tuple[FileAnalysis, CodeAction | None]:
    found = analysis(text)
    span = Span(text.index(start), text.index(end))
    offered = [
        a for a in actions(found, span, [], lambda _: []) if a.title.startswith("Extract ") and "nested" in a.title
    ]
    return found, offered[0] if offered else None


def test_parameters_and_outputs_are_derived() -> None:
    found, action = extraction(HEAD + MOVED + TAIL, "  port:\n    type: OS", "  volume:")
    assert action is not None and action.title.startswith("Extract 2 resources to the nested template")
    (new,) = action.creates
    after = apply_edits(found.text, action.edits)
    assert "type: t-port_stack.yaml" in after and "OS::Nova::Server" not in after
    assert "ports: {get_param: ports}" in after and "net: {get_resource: net}" in after
    assert "instance_uuid: {get_attr: [port_stack, server]}" in after
    assert "{get_attr: [port_stack, server_first_address]}" in after
    assert "  ports:\n    type: comma_delimited_list\n    default: [a, b]\n" in new.text
    assert "      network: {get_param: net}\n" in new.text
    assert "  server_first_address:\n    value: {get_attr: [server, first_address]}\n" in new.text


def test_what_is_made_stays_the_same() -> None:
    found, action = extraction(HEAD + MOVED + TAIL, "  port:\n    type: OS", "  volume:")
    assert action is not None
    new = {created.path.removeprefix(path("")): created.text for created in action.creates}
    after = Preview(analysis(apply_edits(found.text, action.edits), new).context).to_dict()["resources"]
    before = Preview(found.context).to_dict()["resources"]
    inner = after["port_stack"]["nested"]["resources"]
    assert set(before) == {*after, *inner} - {"port_stack"}
    assert inner["port"]["properties"]["value"]["name"] == before["port"]["properties"]["value"]["name"] == "a-b"
    assert inner["server"]["properties"]["value"]["image"] == "cirros"


@for_each(
    ("old", "new", "why"),
    [
        ("image: {get_param: image}", "image: {get_param: 'OS::stack_name'}", "'OS::stack_name' is another one"),
        (
            "image: {get_param: image}",
            "image: {get_attr: [net, subnets]}",
            "may convert what is read of resource 'net'",
        ),
        ("flavor: small", "flavor: &f small", "an anchor or an alias"),
        (
            "    type: OS::Nova::Server\n",
            "    type: OS::Nova::Server\n    depends_on: [net, port]\n",
            "depends_on of resource 'server' leads out",
        ),
    ],
)
def test_what_would_change_has_a_reason(old: str, new: str, why: str) -> None:
    text = (HEAD + MOVED + TAIL).replace(old, new)
    assert text != HEAD + MOVED + TAIL
    action = extraction(text, "  port:\n    type: OS", "  volume:")[1]
    assert action is not None and why in (action.disabled or "")


def test_dependencies_are_those_of_the_nested_stack() -> None:
    moved = MOVED.replace("OS::Nova::Server\n", "OS::Nova::Server\n    depends_on: net\n")
    tail = TAIL.replace("VolumeAttachment\n", "VolumeAttachment\n    depends_on: [server]\n")
    found, action = extraction(HEAD + moved + tail, "  port:\n    type: OS", "  volume:")
    assert action is not None and action.disabled is None
    after = apply_edits(found.text, action.edits)
    assert "    type: t-port_stack.yaml\n    depends_on: [net]\n" in after and "    depends_on: [port_stack]\n" in after
    assert "depends_on" not in action.creates[0].text


def test_conditions_and_attributes_of_resources_outside_go_along() -> None:
    conditions = "conditions:\n  big: {equals: [{get_param: image}, huge]}\n  small:\n    not: big\nresources:\n  net:"
    moved = MOVED.replace("OS::Nova::Server\n", "OS::Nova::Server\n    condition: small\n")
    moved = moved.replace("flavor: small", "flavor: {get_attr: [net, name]}")
    text = (HEAD + moved + TAIL).replace("resources:\n  net:", conditions)
    found, action = extraction(text, "  port:\n    type: OS", "  volume:")
    assert action is not None and action.disabled is None
    (new,) = action.creates
    assert (
        "\nconditions:\n  small:\n    not: big\n  big: {equals: [{get_param: image}, huge]}\n\nresources:\n" in new.text
    )
    assert "flavor: {get_param: net_name}" in new.text and "  net_name:\n    type: string\n" in new.text
    assert "net_name: {get_attr: [net, name]}" in apply_edits(found.text, action.edits)


def test_a_resource_between_the_chosen_ones_keeps_them_where_they_are() -> None:
    between = "  between:\n    type: OS::Heat::Value\n    properties: {value: {get_resource: port}}\n"
    last = "  last:\n    type: OS::Heat::Value\n    properties: {value: {get_resource: between}}\n"
    text = HEAD + MOVED + last + between + TAIL
    whole = extraction(text, "  port:\n    type: OS", "  last:")[1]
    part = extraction(text, "  port:\n    type: OS", "  between:")[1]
    assert whole is not None and whole.disabled is None
    assert part is not None and part.disabled is not None


def test_a_cursor_on_a_name_moves_that_resource() -> None:
    text = HEAD + MOVED + TAIL
    found = analysis(text)

    def offered(at: int) -> list[CodeAction]:
        return [a for a in actions(found, Span(at, at), [], lambda _: []) if "nested template '" in a.title]

    (action,) = offered(text.index("  server:") + 3)
    assert action.disabled is None and "OS::Nova::Server" in action.creates[0].text
    assert "OS::Neutron::Port" not in action.creates[0].text
    assert not offered(text.index("OS::Nova::Server") + 3)


def test_the_nested_template_has_the_line_ends_of_its_parent() -> None:
    text = HEAD + MOVED + TAIL
    windows, action = extraction(text.replace("\n", "\r\n"), "  port:\r\n    type: OS", "  volume:")
    assert action is not None
    for written in (apply_edits(windows.text, action.edits), action.creates[0].text):
        assert "\n" not in written.replace("\r\n", "") and "\r\r" not in written


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("  show:\n    type: OS::Heat::RandomString\n", "An output 'show' would be hidden"),
        ("  'yes':\n    type: OS::Heat::RandomString\n", "a name that is no plain word"),
    ],
)
def test_names_that_mean_something_else_are_refused(text: str, why: str) -> None:
    name = text.split(":")[0].strip()
    last = f"  last:\n    type: OS::Heat::Value\n    properties: {{value: {{get_resource: {name}}}}}\n"
    action = extraction(HEAD + text + last, text, "  last:")[1]
    assert action is not None and why in (action.disabled or "")


def test_resources_that_an_environment_names_are_refused() -> None:
    registry = {"env.yaml": "resource_registry:\n  resources:\n    por*:\n      hooks: pre-create\n"}
    text = HEAD + MOVED + TAIL
    found = analysis(text, registry, ("env.yaml",))
    span = Span(text.index("  port:\n    type: OS"), text.index("  volume:"))
    offered = [
        a for a in actions(found, span, [], lambda _: []) if a.title == "Extract 2 resources to a nested template"
    ]
    assert [a.disabled for a in offered] == ["The registry of env.yaml has settings for resource 'port' by its name."]
