"""Problems with properties as rules get them: what Heat refuses at once, before it creates anything, or later."""

from __future__ import annotations

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.linter.packs.registry import load
from hotlint.linter.rules.context import RuleContext
from hotlint.linter.rules.property_problems import member_problems, resource_problems, schema_problems
from hotlint.linter.rules.type_rules import parameters_read_early
from hotlint.linter.rules.written_resource import has_misspelled
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.validation.model import EARLY, LATER, PropertyProblem
from hotlint.syntax.source import Source

V = "heat_template_version: 2018-08-31\n"
PARTS = """\
resources:
  r: {type: OS::Heat::RandomString}
  sized: {type: OS::Cinder::Volume, properties: {size: 0, image: a, source_volid: b}}
  early: {type: OS::Cinder::Volume, properties: {size: {str_replace: {template: X, params: {X: {get_resource: r}}}}}}
  sources: {type: OS::Cinder::Volume, properties: {size: 1, image: {get_resource: r}, source_volid: b}}
  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{fixed_ip: x}]}}
  port: {type: OS::Neutron::Port, properties: {network: n, network_id: m, name: [a]}}
  names: {type: OS::Neutron::Port, properties: {network: n, network_id: m, allowed_address_pairs: [{ip: 1}]}}
  strict: {type: OS::Cinder::Volume, properties: {size: [1], sise: 1}}
  typo: {type: OS::Cinder::Volume, propertis: {size: 1}}
  untyped: {properties: {a: 1}}
"""
CHILD = """\
parameters: {size: {type: number}, name: {type: string}, a: {type: string}, b: {type: string}, flag: {type: boolean}, off: {type: string}}
conditions: {yes: {equals: [{get_param: flag}, true]}, no: {equals: [1, 2]}}
resources:
  text: {type: OS::Heat::RandomString, properties: {length: {get_param: a}}}
  gone: {type: OS::Cinder::Volume, condition: no, properties: {size: {get_param: off}}}
  volume: {type: OS::Cinder::Volume, properties: {name: {get_param: name}, size: {if: [no, {get_param: b}, {get_param: size}]}}}
  whole: {type: OS::Cinder::Volume, properties: {get_param: a}}
"""


def opened(text: str) -> TemplateContext:
    texts = {"t.yaml": text, "child.yaml": V + PARTS, "read.yaml": V + CHILD}
    project = Project(Catalog(), {name: Source(name, content) for name, content in texts.items()})
    return TemplateContext.open(project, "t.yaml", project.environment([]), Meter(Budget()))


def rule_context(context: TemplateContext) -> RuleContext:
    return RuleContext(context, lambda *_: [], load().type_rules)


def shown(problem: PropertyProblem) -> str:
    """Return a problem without its message, and how that ends where it says when Heat refuses the value."""
    marks = "".join(f" {mark}" for mark in ("later", "deferred") if getattr(problem, mark))
    ends = "".join(f" ..{name}" for name, end in (("EARLY", EARLY), ("LATER", LATER)) if problem.message.endswith(end))
    return f"{problem.severity}{marks} {problem.kind} {'.'.join(map(str, problem.path))}{ends}"


def found(context: TemplateContext) -> dict[str, list[str]]:
    ctx = rule_context(context)
    problems = {name: resource_problems(r, ctx) for name, r in context.template.resources.items()}
    return {name: [shown(problem) for problem in each] for name, each in problems.items() if each}


def test_problems_of_a_root() -> None:
    assert found(opened(V + PARTS)) == {
        "sized": ["error constraint size"],
        "early": ["error wrong-type size"],
        "sources": ["error conflict image"],
        "server": ["error constraint networks.0.fixed_ip"],
        "port": ["error wrong-type name", "error conflict network_id"],
        "names": [
            "error conflict network_id",
            "error unknown-property allowed_address_pairs.0.ip",
            "error missing-property allowed_address_pairs.0",
        ],
        "strict": ["error unknown-property sise", "error wrong-type size"],
    }


def test_values_that_the_schema_refuses_hide_no_other_mistake() -> None:
    given = "image: i, snapshot_id: s, size"
    context = opened(
        f"{V}resources:\n  two: {{type: OS::Cinder::Volume, properties: {{{given}: 1, description: [x]}}}}\n"
        f"  one: {{type: OS::Cinder::Volume, properties: {{{given}: [1]}}}}\n"
    )
    assert found(context) == {
        "two": ["error wrong-type description", "error conflict image"],
        "one": ["error wrong-type size"],  # whether the two conflict depends on it
    }


def test_problems_of_a_nested_stack() -> None:
    top = opened(V + "resources: {c: {type: child.yaml}}\n")
    child = top.child(top.template.resources["c"])
    assert child is not None
    assert found(child) == {
        "sized": ["error later deferred constraint size ..LATER"],
        "early": ["error wrong-type size"],
        "sources": ["error conflict image"],
        "server": ["error missing-related-property networks.0"],
        "port": ["error later deferred wrong-type name ..LATER", "error later deferred conflict network_id ..LATER"],
        "names": [
            "error conflict network_id",
            "error later deferred unknown-property allowed_address_pairs.0.ip ..LATER",
            "error later deferred missing-property allowed_address_pairs.0 ..LATER",
        ],
        "strict": ["error unknown-property sise", "error wrong-type size"],
    }
    ctx = rule_context(child)
    assert [shown(p) for p in schema_problems(child.template.resources["server"], ctx)] == [
        "error later deferred constraint networks.0.fixed_ip ..LATER"
    ]
    assert schema_problems(child.template.resources["untyped"], ctx) == ()


def test_problems_of_members() -> None:
    lines = [line for line in PARTS.splitlines()[2:] if "typo" not in line and "untyped" not in line]
    groups = "".join(
        line.replace(": {type", ": {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type", 1)
        + "}}\n"
        for line in lines
    )
    context = opened(f"{V}resources:\n  r: {{type: OS::Heat::RandomString}}\n{groups}")
    ctx, problems = rule_context(context), {}
    for name, resource in context.template.resources.items():
        for use in context.uses(resource):
            problems[name] = [shown(problem) for problem in member_problems(resource, use, ctx)]
    assert problems == {
        "sized": ["error later deferred constraint size ..LATER"],
        "early": ["error wrong-type size ..EARLY"],
        "sources": ["error conflict image"],
        "server": ["error missing-related-property networks.0"],
        "port": ["error later deferred wrong-type name ..LATER", "error later deferred conflict network_id ..LATER"],
        "names": [
            "error conflict network_id",
            "error later deferred unknown-property allowed_address_pairs.0.ip ..LATER",
            "error later deferred missing-property allowed_address_pairs.0 ..LATER",
        ],
        "strict": ["error unknown-property sise", "error wrong-type size"],
    }


def test_parameters_that_heat_reads_before_it_creates_anything() -> None:
    top = opened(V + "resources: {c: {type: read.yaml, properties: {flag: true}}}\n")
    child = top.child(top.template.resources["c"])
    assert child is not None
    assert parameters_read_early(child, load().type_rules) == {"a", "size"}


def test_keys_that_look_like_another_one() -> None:
    resources = opened(
        V + "resources: {a: {propertis: 1, type: x}, b: {other: 1}, c: {1: 2}, d: {properties: 1}}\n"
    ).template.resources
    assert [has_misspelled(resource, "properties") for resource in resources.values()] == [True, False, False, False]
