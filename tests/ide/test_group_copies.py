"""Copies of a resource turned into a ResourceGroup: only where the index accounts for every difference."""

import pytest
from for_each import for_each
from ide_fixture import analysis

from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions import CodeAction, actions
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

COPY = """\
  web%s:
    type: OS::Nova::Server  # a server
    properties:
      name: web-%s
      image: {get_param: image}
      flavor: small
      networks:
        - network: {get_resource: net}
          fixed_ip: "10.0.0.%s"
"""
HEAD = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
resources:
  net:
    type: OS::Neutron::Net
"""
TAIL = """\
  last:
    type: OS::Heat::Value
    properties:
      value: [{get_resource: web1}, {get_attr: [web0, networks, a]}]
"""
COPIES = "".join(COPY % (n, n, n) for n in range(3))


def grouping(copies: str = COPIES, tail: str = TAIL) -> tuple[FileAnalysis, CodeAction]:
    found = analysis(HEAD + copies + tail)
    span = Span(len(HEAD), len(HEAD + copies))
    offered = [a for a in actions(found, span, [], lambda _: []) if "ResourceGroup" in a.title]
    assert len(offered) == 1
    return found, offered[0]


def test_copies_become_members() -> None:
    found, action = grouping()
    assert action.title == "Turn 3 copies into the ResourceGroup 'web' (an update replaces them)"
    assert action.disabled is None
    after = apply_edits(found.text, action.edits)
    assert after.count("OS::Nova::Server") == 1
    assert "      count: 3\n      resource_def:\n        type: OS::Nova::Server  # a server\n" in after
    assert "value: [{get_attr: [web, resource.1]}, {get_attr: [web, resource.0, networks, a]}]" in after
    made = Preview(analysis(after).context).to_dict()["resources"]["web"]["nested"]["resources"]
    before = Preview(found.context).to_dict()["resources"]
    for number in range(3):
        assert made[str(number)]["properties"]["value"] == before[f"web{number}"]["properties"]["value"]


@for_each(
    ("old", "new", "why"),
    [
        ("name: web-2", "name: web-3", "does not lead from 'web-0' to 'web-1'"),
        ("flavor: small\n", "flavor: small\n      config_drive: true\n", "the same properties"),
        (
            "    type: OS::Nova::Server  # a server\n",
            "    type: OS::Nova::Server  # a server\n    depends_on: net\n",
            "'depends_on'",
        ),
        ("flavor: small", "flavor: &f small", "an anchor"),
    ],
)
def test_what_the_index_does_not_explain_has_a_reason(old: str, new: str, why: str) -> None:
    assert old in COPIES
    copies = COPIES.replace(old, new, 1)
    assert why in (grouping(copies)[1].disabled or "")


def test_copies_that_refer_to_each_other_are_refused() -> None:
    assert "refers to another one" in (
        grouping(COPIES.replace("{get_resource: net}", "{get_resource: web1}"))[1].disabled or ""
    )


def test_names_that_count_from_one_are_refused() -> None:
    copies = "".join(COPY % (n, n, n) for n in (1, 2))
    assert "from 0" in (grouping(copies, "")[1].disabled or "")


def test_what_depends_on_a_copy_by_name_is_refused() -> None:
    tail = "  last:\n    type: OS::Heat::Value\n    depends_on: web0\n"
    assert "depends_on" in (grouping(tail=tail)[1].disabled or "")


def test_a_copy_that_is_read_as_a_whole_is_refused() -> None:
    _, action = grouping(tail="outputs:\n  all: {value: {get_attr: [web1]}}\n")
    assert action.disabled == "get_attr reads a copy other than as [resource, attribute]."


@pytest.mark.parametrize(("pattern", "name"), [("web1", "web1"), ("web*", "web"), ("web", "web")])
def test_copies_that_an_environment_names_are_refused(pattern: str, name: str) -> None:
    registry = {"env.yaml": f"resource_registry:\n  resources:\n    '{pattern}':\n      hooks: pre-create\n"}
    found = analysis(HEAD + COPIES, registry, ("env.yaml",))
    offered = actions(found, Span(len(HEAD), len(HEAD + COPIES)), [], lambda _: [])
    assert [a.disabled for a in offered if "ResourceGroup" in a.title] == [
        f"The registry of env.yaml has settings for resource '{name}' by its name."
    ]


def test_what_reads_a_copy_in_several_places_stays_the_same() -> None:
    tail = TAIL + "outputs:\n  a: {value: {str_replace: {template: x y, params: {x: {get_attr: [web2, name]}}}}}\n"
    found, action = grouping(tail=tail)
    assert action.disabled is None
    after = Preview(analysis(apply_edits(found.text, action.edits)).context).to_dict()
    assert after["outputs"]["a"]["value"] == "<web.resource.2.name> y"
