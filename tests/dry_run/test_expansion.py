"""The records of a deployment: addresses, members, nested stacks, values handed on, and who refers to whom."""

from __future__ import annotations

import textwrap
from pathlib import Path

from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.value_origins import origins, property_snippet
from hotlint.analysis.files.project import Project
from hotlint.dry_run.expansion import ExpandedResource, MemberStack, TemplateStack, expanded
from hotlint.resource_types.catalog import Catalog
from hotlint.stacks.records import Absent, Deployment, Stack

V = "heat_template_version: 2018-08-31\n"
SERVER = "{type: OS::Nova::Server, properties: {flavor: m, name: 'web-%index%'}}"


def deployment(folder: Path, root: str, environment: str = "", limit: int | None = None, **files: str) -> Deployment:
    """The deployment of a template, with other templates of the folder: `child` is child.yaml."""
    for name, text in {"root": root, **files}.items():
        (folder / f"{name}.yaml").write_text(V + textwrap.dedent(text))
    (folder / "env").write_text(environment)
    project = Project(Catalog())
    path = str(folder / "root.yaml")
    given = project.environment([str(folder / "env")] if environment else [])
    found = expanded(TemplateContext.open(project, path, given, Meter(Budget()), root=True, offline=True))
    return found if limit is None else Deployment(found.root, limit)


def addresses(found: Deployment) -> list[str]:
    return [".".join(resource.address) for resource in found.resources()]


def group(type_: str, properties: str) -> str:
    return f"resources:\n  g:\n    type: {type_}\n    properties: {{{properties}}}\n"


def inside(found: Deployment, *address: str) -> Stack:
    resource = found.at(*address)
    assert resource is not None
    stack = resource.inside
    assert isinstance(stack, Stack)
    return stack


# -- members -------------------------------------------------------------------------------------------------------------

INSTANCES = """\
resources:
  config: {type: 'AWS::AutoScaling::LaunchConfiguration', properties: {ImageId: i, InstanceType: m}}
  g:
    type: OS::Heat::InstanceGroup
    properties: {AvailabilityZones: [a], LaunchConfigurationName: {get_resource: config}, Size: 2}
"""


@for_each(
    ("template", "count", "types"),
    [
        (group("OS::Heat::ResourceGroup", f"count: 2, resource_def: {SERVER}"), 2,
         {"g.0": "OS::Nova::Server", "g.1": "OS::Nova::Server"}),
        (group("OS::Heat::ResourceGroup", f"count: 2, removal_policies: [{{resource_list: ['0']}}], resource_def: {SERVER}"), 2,
         {"g.1": "OS::Nova::Server", "g.2": "OS::Nova::Server"}),
        (group("OS::Heat::ResourceGroup", f"resource_def: {SERVER}"), 1, {"g.0": "OS::Nova::Server"}),
        (group("OS::Heat::ResourceGroup", f"count: 0, resource_def: {SERVER}"), 0, {}),
        (group("OS::Heat::AutoScalingGroup", f"min_size: 2, max_size: 3, resource: {SERVER}"), 2,
         {"g.0": "OS::Nova::Server", "g.1": "OS::Nova::Server"}),
        (group("OS::Heat::ResourceChain", "resources: [OS::Heat::Value, OS::Heat::RandomString]"), 2,
         {"g.0": "OS::Heat::Value", "g.1": "OS::Heat::RandomString"}),
        (INSTANCES, 2, {"g.0": "AWS::EC2::Instance", "g.1": "AWS::EC2::Instance"}),
    ],
)  # fmt: skip
def test_members_have_addresses_and_types(tmp_path: Path, template: str, count: int, types: dict[str, str]) -> None:
    found = deployment(tmp_path, template)
    stack = inside(found, "g")
    assert isinstance(stack, MemberStack) and stack.count == count
    assert {".".join(r.address): r.type for r in stack.every()} == types
    assert not any(r.is_any for r in stack.every())


def test_the_first_member_of_each_definition(tmp_path: Path) -> None:
    chain = deployment(
        tmp_path, group("OS::Heat::ResourceChain", "resources: [OS::Heat::Value, OS::Heat::RandomString]")
    )
    many = deployment(tmp_path, group("OS::Heat::ResourceGroup", f"count: 90, resource_def: {SERVER}"))
    for found, names in ((chain, ["0", "1"]), (many, ["0"])):
        stack = inside(found, "g")
        assert isinstance(stack, MemberStack)
        assert [member.name for member in stack.kinds()] == names


def test_each_member_has_its_index(tmp_path: Path) -> None:
    of_index = "count: 2, index_var: $i, resource_def: {type: OS::Heat::Value, properties: {value: n-$i-%index%}}"
    found = deployment(tmp_path, group("OS::Heat::ResourceGroup", of_index))
    assert [r.given for r in inside(found, "g").every()] == [{"value": "n-0-%index%"}, {"value": "n-1-%index%"}]


def test_one_member_stands_for_an_unknown_number(tmp_path: Path) -> None:
    unknown = "count: {get_attr: [server, first_address]}"
    text = group("OS::Heat::ResourceGroup", f"{unknown}, resource_def: {SERVER}")
    found = deployment(tmp_path, text + "  server: {type: OS::Nova::Server, properties: {flavor: m}}\n")
    stack = inside(found, "g")
    assert stack.count is None and [(r.name, r.is_any) for r in stack.every()] == [("0", True)]


def test_members_of_groups_of_groups(tmp_path: Path) -> None:
    inner = f"{{type: OS::Heat::ResourceGroup, properties: {{count: 2, resource_def: {SERVER}}}}}"
    found = deployment(tmp_path, group("OS::Heat::ResourceGroup", f"count: 2, resource_def: {inner}"))
    assert addresses(found) == ["g", "g.0", "g.0.0", "g.0.1", "g.1", "g.1.0", "g.1.1"]
    deep = found.at("g", "1", "0")
    assert deep is not None and deep.given == {"flavor": "m", "name": "web-1"}  # the outer group has filled it in
    place = deep.written_at("flavor")
    assert place is not None and place.file.endswith("root.yaml") and place.node.start > 0


def test_walks_end_at_the_limit(tmp_path: Path) -> None:
    text = group("OS::Heat::ResourceGroup", "count: 100000000, resource_def: {type: child.yaml}")
    found = deployment(tmp_path, text, limit=7, child="resources: {a: {type: OS::Heat::Value}}\n")
    assert addresses(found) == ["g", "g.0", "g.0.a", "g.1", "g.1.a", "g.2", "g.2.a"]
    assert inside(found, "g").count == 100_000_000


def test_a_thousand_members_with_stacks_are_walked_over(tmp_path: Path) -> None:
    text = group("OS::Heat::ResourceGroup", "count: 1000, resource_def: {type: child.yaml, properties: {n: '%index%'}}")
    child = "parameters: {n: {type: string}}\nresources: {a: {type: OS::Heat::Value, properties: {value: {get_param: n}}}}\n"
    found = deployment(tmp_path, text, child=child)
    values = [resource.properties for resource in found.of("OS::Heat::Value")]
    assert values == [{"value": str(n)} for n in range(1000)]


# -- nested stacks -------------------------------------------------------------------------------------------------------

NESTING = """\
parameters: {name: {type: string, default: web}}
resources:
  net: {type: OS::Neutron::Net}
  kid: {type: child.yaml, properties: {name: {get_param: name}, net: {get_resource: net}}}
  after: {type: OS::Heat::Value, properties: {value: {get_attr: [kid, port]}}, depends_on: net}
"""
CHILD = """\
parameters: {name: {type: string}, net: {type: string}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: {get_param: net}, name: {get_param: name}}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m, networks: [{port: {get_resource: port}}]}
outputs: {port: {value: {get_resource: port}}}
"""


def test_values_are_handed_on(tmp_path: Path) -> None:
    found = deployment(tmp_path, NESTING, child=CHILD)
    assert addresses(found) == ["net", "kid", "kid.port", "kid.server", "after"]
    port = found.at("kid", "port")
    assert port is not None and port.properties is not None and port.properties["name"] == "web"
    assert isinstance(port.stack, TemplateStack) and port.stack.owner is found.at("kid")
    assert found.at("kid", "other") is None and found.at("net", "port") is None


def test_who_refers_to_whom_across_stacks(tmp_path: Path) -> None:
    found = deployment(tmp_path, NESTING, child=CHILD)

    def users(*address: str) -> list[tuple[str, str]]:
        resource = found.at(*address)
        assert resource is not None
        return [(".".join(d.source.address), d.kind) for d in found.users(resource)]

    assert users("net") == [
        ("kid", "get_resource"), ("kid", "reference"), ("kid.port", "reference"), ("after", "depends_on")
    ]  # fmt: skip
    assert users("kid", "port") == [
        ("kid.server", "get_resource"), ("kid.server", "reference"), ("after", "reference")
    ]  # fmt: skip
    assert users("kid") == [("after", "get_attr")]
    port = found.at("kid", "port")
    assert port is not None and port.properties is not None
    assert port.maker(port.properties["network"]) is found.at("net") and port.maker("net") is None
    assert port.stack.scopes == ((), ("kid",))


def test_members_name_resources_of_the_template_with_the_group(tmp_path: Path) -> None:
    port = "{type: child.yaml, properties: {name: a, net: {get_resource: net}}}"
    text = group("OS::Heat::ResourceGroup", f"count: 2, resource_def: {port}") + "  net: {type: OS::Neutron::Net}\n"
    found = deployment(tmp_path, text, child=CHILD)
    net = found.at("net")
    assert net is not None
    assert [".".join(d.source.address) for d in found.users(net) if d.source.type == "OS::Neutron::Port"] == [
        "g.0.port", "g.1.port"
    ]  # fmt: skip


def test_where_a_value_comes_from(tmp_path: Path) -> None:
    found = deployment(tmp_path, NESTING, "parameters: {name: other}\n", child=CHILD)
    port = found.at("kid", "port")
    assert isinstance(port, ExpandedResource)
    place = port.written_at("name")
    assert place is not None and place.file.endswith("child.yaml")
    (origin,) = origins(port.context, [property_snippet(port.context.template, port.resource, ("name",))])
    assert [Path(p.path or "").name for p in origin.places] == ["root.yaml", "env"]


def test_an_environment_maps_the_types_of_single_resources(tmp_path: Path) -> None:
    text = "resources:\n  a: {type: 'OS::Heat::None'}\n  b: {type: 'OS::Heat::None'}\n"
    environment = "resource_registry: {resources: {a: {'OS::Heat::None': child.yaml}}}\n"
    found = deployment(tmp_path, text, environment, child="resources: {c: {type: OS::Heat::Value}}\n")
    assert addresses(found) == ["a", "a.c", "b"]


def test_disabled_resources_are_recorded_and_not_walked_over(tmp_path: Path) -> None:
    text = """\
    parameters: {any: {type: boolean}}
    conditions: {c: {equals: [1, 2]}, u: {get_param: any}}
    resources:
      gone: {type: child.yaml, condition: c}
      maybe: {type: OS::Heat::Value, condition: u}
    """
    found = deployment(tmp_path, text, child="resources: {c: {type: OS::Heat::Value}}\n")
    assert {name: r.enabled for name, r in found.root.resources.items()} == {"gone": False, "maybe": None}
    assert addresses(found) == ["maybe"]


def test_dependencies_of_branches_that_are_not_taken_do_not_count(tmp_path: Path) -> None:
    text = """\
    conditions: {c: {equals: [1, 2]}}
    resources:
      a: {type: OS::Heat::Value}
      b: {type: OS::Heat::Value}
      v: {type: OS::Heat::Value, depends_on: [a, gone], properties: {value: {if: [c, {get_resource: b}, {get_resource: a}]}}}
    """
    found = deployment(tmp_path, text).at("v")
    assert found is not None and found.dependencies
    assert [(d.target.name, d.kind) for d in found.dependencies] == [("a", "depends_on"), ("a", "get_resource")]


@for_each(
    ("type_", "why"),
    [("gone.yaml", "cannot be read"), ("http://127.0.0.1:9/x.yaml", "is not fetched"), ("root.yaml", "that Heat allows")],
)  # fmt: skip
def test_stacks_that_are_not_known_say_why(tmp_path: Path, type_: str, why: str) -> None:
    found = deployment(tmp_path, f"resources: {{r: {{type: '{type_}'}}}}\n")
    resource, stack = found.at("r"), None
    while resource is not None and isinstance(stack := resource.inside, Stack):
        resource = stack.resources.get("r")
    assert isinstance(stack, Absent) and why in stack.why


# -- what Heat adds, and budgets -----------------------------------------------------------------------------------------

ROUTED = """\
resources:
  port: {type: OS::Neutron::Port, properties: {network: n}}
  subnet: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/24}}
  other: {type: OS::Neutron::Subnet, properties: {network: m, cidr: 10.0.1.0/24}}
"""


def test_dependencies_that_heat_adds(tmp_path: Path) -> None:
    found = deployment(tmp_path, "resources: {kid: {type: child.yaml}}\n", child=ROUTED)
    port, subnet, other = (found.at("kid", name) for name in ("port", "subnet", "other"))
    assert port is not None and subnet is not None and other is not None
    assert port.dependencies == () and [(d.target, d.kind) for d in port.added] == [(subnet, "added")]
    assert [d.source for d in found.users(subnet)] == [port] and found.users(other) == []
    assert subnet.added == ()


def test_members_are_known_by_the_name_of_the_group(tmp_path: Path) -> None:
    condition = "conditions: {c: {get_param: p}}\nparameters: {p: {type: boolean}}\n"
    text = condition + group("OS::Heat::ResourceGroup", f"count: 2, resource_def: {SERVER}") + "    condition: c\n"
    found = deployment(tmp_path, text)
    member, its_group = found.at("g", "1"), found.at("g")
    assert member is not None and its_group is not None
    assert (member.name, member.written_name, member.condition) == ("1", "g", "c")
    assert member.path == ("resource_def", "properties") and not member.is_certain and member.enabled
    assert isinstance(found.root, TemplateStack)
    assert [(one.written_name, one.name) for one in found.root.judged] == [("g", "g"), ("g", "0")]


def test_walks_say_that_they_are_cut(tmp_path: Path) -> None:
    text = group("OS::Heat::ResourceGroup", f"count: 9, resource_def: {SERVER}")
    whole, limited = deployment(tmp_path, text), deployment(tmp_path, text, limit=3)
    assert (len(whole.resources()), whole.is_cut) == (10, False)
    assert (len(limited.resources()), limited.is_cut) == (3, True)
    spent = deployment(tmp_path, text)
    assert isinstance(spent.root, TemplateStack)
    spent.root.context.evaluation.meter.left = 4
    assert 0 < len(spent.resources()) < 10 and spent.is_cut
