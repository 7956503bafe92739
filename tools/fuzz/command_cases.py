"""Cases of commands: files of every kind that a command reads, one of them mutated, and arguments that fit."""
# ruff: noqa: E501 - policies on one line

from __future__ import annotations

import json
import random
from typing import Any

from fuzz import texts
from fuzz.grammar import Grammar
from fuzz.texts import mutate, noise
from hotlint.output.formats import binary_writer, format_names

SUITE = """\
template: t.yaml
parameters: {p: a}
tests:
- name: first
  assert: {outputs.o: {match: 'a.*'}, resources.r: {enabled: true, type: OS::Heat::Value}}
- name: all
  matrix: {parameters: {p: [a, b]}}
  snapshot: true
- {name: fails, error: x}
"""
STORED = "first: |\n  outputs: {o: 1}\nall [p=a]: |\n  outputs: {}\n"
POLICIES = """\
policies:
- {code: SITE1, resources: 'OS::*', when: 'has(properties.name)', assert: "properties.name.matches('^[a-z]+$')", message: 'not {{ properties.name }}'}
- {code: SITE2, parameters: '*', assert: 'value != null && size(string(value)) < 50', message: m, severity: warning, unknown: pass}
- {code: SITE3, resources: '*', assert: 'properties.all(k, k != "x")', message: m}
tests:
- {name: a, policy: SITE1, template: t.yaml, expect: {resources.r: pass}}
"""
SETTINGS = """\
extends: []
policies: [p.yaml]
ignore: [HOT8]
environments: [env.yaml]
deployments: [{name: d, template: t.yaml, environments: [env.yaml], parameters: {p: x}}]
templates: {'*.yaml': {severity: {HOT301: info}}}
jinja: {variables: {x: 1, y: [a, b]}, search_path: [.]}
target: rocky
budget: 1
"""
STACK = """\
recorded_stack: 1
recorded: now
stack:
  name: web
  id: s-1
  status: UPDATE_FAILED
  reason: 'resources.r: no'
  template:
    heat_template_version: 2018-08-31
    resources: {r: {type: OS::Heat::Value, properties: {value: a}}, s: {type: OS::Nova::Server, properties: {image: i}}}
  parameters: {p: a}
  resources:
    r: {type: OS::Heat::Value, id: r-1, status: CREATE_COMPLETE, properties: {value: a}, attributes: {value: a}}
    s: {type: OS::Nova::Server, id: s-2, status: CREATE_FAILED, reason: 'no host', properties: {image: i}, attributes: {}}
"""
CLOUD = """\
snapshot: 1
cloud: c
region: R
heat: {release: rocky, resource_types: [OS::Heat::Value, OS::Nova::Server], unavailable_types: []}
flavors: [{name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}]
images: [{name: cirros, status: active, min_disk: 1, id: i-1}]
networks: [{name: n, external: false, id: n-1}]
subnets: [{name: n4, network: n, network_id: n-1, cidr: 10.1.0.0/24, ip_version: 4, id: s-1, pools: [10.1.0.2-10.1.0.9]}]
quotas: {compute: {instances: {limit: 10, used: 9}, cores: {limit: 20, used: 1}}}
notes: [{about: [x], note: y}]
"""
JINJA = """\
heat_template_version: 2018-08-31
resources:
{% for n in range(x or 2) %}  r{{ n }}: {type: OS::Heat::Value, properties: {value: {{ y | default('a') | tojson }}}}
{% endfor %}{% if z is defined %}{% include 'env.yaml' %}{% endif %}
"""
CLOUDFORMATION = """\
AWSTemplateFormatVersion: '2010-09-09'
Parameters: {P: {Type: String, Default: a, AllowedValues: [a, b]}}
Mappings: {M: {a: {x: 1}, b: {x: 2}}}
Conditions: {C: {'Fn::Equals': [{Ref: P}, a]}}
Resources:
  R: {Type: OS::Heat::Value, Condition: C, Properties: {value: {'Fn::FindInMap': [M, {Ref: P}, x]}}}
  S: {Type: AWS::EC2::Instance, DependsOn: R, Properties: {ImageId: i, InstanceType: {'Fn::Join': ['', [a, {Ref: P}]]}}}
Outputs: {O: {Value: {'Fn::GetAtt': [R, value]}}}
"""
PAGE = """\
# Page

<!-- BEGIN_HOTLINT_DOCS -->
old
<!-- END_HOTLINT_DOCS -->

End.
"""
TYPE = '{"resource_type": "Acme::A", "properties": {"p": {"type": "string", "required": true, "constraints": [{"length": {"min": 1}}]}}, "attributes": {"a": {}}}'
ATTRIBUTES = "r: {value: {a: [1, b]}, __ref__: r-1}\nserver: {first_address: 10.0.0.1}\n"
BASELINE = '{"version": 1, "findings": {"t.yaml": {"resources.r.type": {"HOT501": 1}}}}\n'
KINDS = {
    "t.hot-test.yaml": SUITE, "__stored": STORED, "p.yaml": POLICIES, ".hotlint.yaml": SETTINGS, "s.stack.yaml": STACK, "cloud.yaml": CLOUD,
    "j.yaml.j2": JINJA, ".hotlint-baseline.json": BASELINE, "c.yaml": CLOUDFORMATION, "page.md": PAGE, "type.json": TYPE, "a.yaml": ATTRIBUTES,
}  # fmt: skip


def command_case(rng: random.Random, text: str) -> tuple[dict[str, str], list[str]]:
    """Return the files of a case, and the arguments of the command that reads them. `text` is the template."""
    kind = rng.choice((*KINDS, "t.yaml", "t.yaml", "t.yaml", "agents"))
    files = {"env.yaml": Grammar(rng).environment(), "old.yaml": rng.choice(texts.templates())}
    if kind == "t.yaml":
        return files, of_template(rng)
    if kind == "agents":
        return {**files, "s.stack.yaml": STACK, "p.yaml": POLICIES, "t.hot-test.yaml": SUITE}, _of_agents(rng, text)
    own = noise(rng) if rng.random() < 0.1 else KINDS[kind]
    for _ in range(rng.choice((0, 0, 1, 1, 3))):
        own = mutate(own, rng, (*KINDS.values(), text))
    if kind == "__stored":
        kind, files["t.hot-test.yaml"] = "__snapshots__/t.hot-test.yaml.snap", SUITE
    elif kind == "c.yaml":
        files["s.stack.yaml"] = STACK
    elif kind == "j.yaml.j2":
        files[".hotlint.yaml"] = "jinja: {}\n"
    files[kind] = own
    return files, rng.choice(_OF_KIND[kind])(rng)


def of_template(rng: random.Random) -> list[str]:
    """Return the arguments of a command on a template."""
    return rng.choice((
        ["format", "t.yaml"], ["format", "--diff", "t.yaml"], ["upgrade", "--to", "2021-04-16", "t.yaml"], ["deployments", "."],
        ["deployments", "--nested", "-f", "json", "."], ["new", "suite", "t.yaml"], ["new", rng.choice(("server", "policy", "nested")), "."],
        ["explain", "".join(rng.choices("HOT301:a.\x1b[*' \n", k=6))], ["types", rng.choice(("OS::*", "[", "*" * 9 + "x", "Nova"))],
        ["check", "--diff", "--unsafe-fixes", "-j", "1", "t.yaml"], ["check", "-j", "1", "--statistics", "."],
        ["diff", "old.yaml", "t.yaml", *_format(rng, "diff")], ["docs", "t.yaml", *_format(rng, "template_docs")],
        ["graph", "t.yaml", *_format(rng, "graph")], ["baseline", "write", "t.yaml"], ["config", "init"],
        ["check", "--fix", "-j", "1", "t.yaml", *_format(rng, "findings")], ["check", "--add-disable", "-j", "1", "t.yaml"],
        ["preview", "--explain", "outputs.o", "t.yaml"], ["preview", "-e", "env.yaml", "t.yaml", *_format(rng, "preview")],
    ))  # fmt: skip


def _format(rng: random.Random, subject: str) -> list[str]:
    return [
        "-f",
        rng.choice([n for n in format_names(subject) if subject != "findings" or binary_writer(subject, n) is None]),
    ]


def _test(rng: random.Random) -> list[str]:
    more = rng.choice(([], ["-u"], ["--coverage"], ["-k", "first or all"], ["-v", "--explain"]))
    return ["test", "-j", "1", *more, *_format(rng, "tests"), "t.hot-test.yaml"]


def _of_agents(rng: random.Random, text: str) -> list[str]:
    """Return a tool of the server for coding agents, with its values: files and texts that are not saved."""
    unsaved: dict[str, Any] = {"text": mutate(text, rng, tuple(KINDS.values()))} if rng.random() < 0.5 else {}
    tool, values = rng.choice((
        ("check", unsaved), ("check", unsaved or {"path": "."}), ("fix", {**unsaved, "unsafe": True}), ("fix", {"write": True}),
        ("preview", unsaved), ("preview", {"value": rng.choice(("outputs.o", "resources.r.properties", "\x1b["))}), ("test", {"path": "."}),
        ("diff", {"old_path": "old.yaml"}), ("diff", unsaved), ("plan", {"recording": "s.stack.yaml"}), ("policies", {}), ("policies", {"path": "p.yaml"}),
    ))  # fmt: skip
    return ["mcp", tool, json.dumps({"path": "t.yaml", **values})]


def _of_cloudformation(rng: random.Random) -> list[str]:
    return rng.choice((
        _check(rng), ["preview", "c.yaml", *_format(rng, "preview")], ["diff", "c.yaml", "t.yaml"], ["format", "--check", "c.yaml"],
        ["plan", "--from", "s.stack.yaml", "c.yaml", *_format(rng, "plan")], ["graph", "c.yaml", *_format(rng, "graph")],
        ["upgrade", "--to", "wallaby", "c.yaml"], ["docs", "c.yaml"], ["new", "suite", "c.yaml"], ["check", "--fix", "-j", "1", "c.yaml"],
    ))  # fmt: skip


def _check(rng: random.Random) -> list[str]:
    return ["check", "-j", "1", *_format(rng, "findings"), "."]


_OF_KIND = {
    "t.hot-test.yaml": (_test, _test, _check),
    "__snapshots__/t.hot-test.yaml.snap": (_test,),
    "p.yaml": (lambda _: ["policy", "test", "p.yaml"], lambda _: ["policy", "list", "p.yaml"], _check),
    ".hotlint.yaml": (_check, lambda _: ["config", "show", "t.yaml"], lambda _: ["policy", "list", "t.yaml"]),
    "s.stack.yaml": (
        lambda rng: ["plan", "--from", "s.stack.yaml", "t.yaml", *_format(rng, "plan")],
        lambda rng: ["failure", "--from", "s.stack.yaml", "t.yaml", *_format(rng, "failure")],
    ),
    "cloud.yaml": (
        lambda rng: ["cloud", "diff", "cloud.yaml", "cloud.yaml", "-f", rng.choice(("text", "json"))],
        lambda _: ["preview", "--quota", "--target", "cloud.yaml", "t.yaml"],
        lambda _: ["check", "-j", "1", "--target", "cloud.yaml", "t.yaml"],
    ),
    "c.yaml": (_of_cloudformation,),
    "page.md": (
        lambda _: ["docs", "--inject", "page.md", "t.yaml"],
        lambda _: ["docs", "--inject", "page.md", "--check", "t.yaml"],
    ),
    "type.json": (lambda _: ["catalog", "import", "type.json"],),
    "a.yaml": (
        lambda rng: ["preview", "--attributes", "a.yaml", "t.yaml", *_format(rng, "preview")],
        lambda _: ["diff", "--attributes", "a.yaml", "old.yaml", "t.yaml"],
    ),
    "j.yaml.j2": (lambda _: ["preview", "j.yaml.j2"], _check),
    ".hotlint-baseline.json": (
        _check,
        lambda _: ["baseline", "show", "t.yaml"],
        lambda _: ["baseline", "update", "t.yaml"],
    ),
}
