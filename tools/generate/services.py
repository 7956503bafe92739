"""The page of what services refuse and hotlint knows: docs/services.md."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hotlint import heat_types

HEAD = """\
# What services refuse

Look up which values and combinations Neutron, Nova and other services refuse. Heat checks the form of a template, and then asks these
services to create the resources. If a service refuses one, the stack fails half way, and the resources that exist stay. hotlint checks the
services' demands offline. The page of a type lists them, and so does

    hotlint explain OS::Neutron::Subnet

For example, a subnet must contain its pools:

    server.yaml:14:9: error HOT551 'allocation_pools' of resource 'subnet' (OS::Neutron::Subnet): 10.1.0.20 is above the end of the pool
    (10.1.0.10); Neutron refuses it when it creates the subnet

| Finding | Meaning |
|---|---|
| [HOT551](rules/HOT551.md) refused-value | The service refuses a value of the resource. |
| [HOT552](rules/HOT552.md) refused-neighbor | The service refuses a value because of another resource of the template. |
| [HOT553](rules/HOT553.md) missing-dependency | The resource may be created too early. |
| [HOT554](rules/HOT554.md) refused-by-setting | The service refuses a value unless the cloud has a certain setting. |
| [HOT555](rules/HOT555.md) fails-at-creation | Heat itself refuses a value, but not before it creates the resource. |

An error fails on every cloud: all values are known, and all resources that matter exist in every stack of the template. Where the
cloud's settings or chance decide, the finding is a warning. A check that depends on an unknown value reports nothing. With a
[snapshot of the cloud](cloud.md), hotlint also knows the networks, subnets and images that the cloud has.

Services also refuse updates: `hotlint diff` and [`hotlint plan`](plan.md#updates-that-fail-half-way) name the resource at which one fails.

To disable all of these findings, set `ignore: [HOT55]` in `.hotlint.yaml`.
"""


def page() -> str:
    """Return the page in Markdown."""
    parts = [HEAD.strip(), "## By service", "\n".join(_rows()), *_agreement()]
    return "\n\n".join(parts) + "\n"


AGREEMENT = Path("tests/deploys/agreement.json")
"""How creations of random stacks ended on a real cloud: {"stacks": {outcome: count}, "types": {type: [failed, named, as error]}}."""


def _agreement() -> Iterator[str]:
    """Yield the figures of a real cloud."""
    known = json.loads(AGREEMENT.read_text(encoding="utf-8"))
    stacks = known["stacks"]
    yield "## Agreement with a real cloud"
    failed, named, completed, warned = (stacks[name] for name in ("failed", "named", "completed", "warned"))
    yield FIGURES.format(
        failed=failed, named=named, share=100 * named / failed, completed=completed, warned=warned
    ).strip()
    rows = ["| Resource type | Resources that failed | Named | As an error |", "|---|---:|---:|---:|"]
    rows += [f"| {kind} | {' | '.join(map(str, counts))} |" for kind, counts in known["types"].items()]
    yield "\n".join(rows)
    yield CORPUS.strip()


FIGURES = """
Of {failed} random stacks that failed on a cloud with Keystone, Glance, Neutron, Nova and Cinder, hotlint names a resource that failed in
{named} ({share:.1f} %), from the template alone. It has no error for any of the {completed} that completed, and a warning for {warned}.
The seeds had not been used to write the checks. Other failures depend on what the cloud has, such as images, zones and extensions. A
snapshot makes most of them errors.
"""
CORPUS = """
62 templates of a public collection and of the examples use only types that this cloud serves. They were deployed unchanged, with values
that fit the names of their parameters:

| Ended | Templates | hotlint says |
|---|---:|---|
| completed | 8 | nothing |
| failed half way | 26 | a warning at the resource that failed for 19 servers without `networks` |
| refused by Heat | 23 | an error for 14; the others name images, flavors, files or projects that the cloud does not have |
| did not end in time | 5 | nothing |

One of the 7 failures without a finding is a member of an instance group without `networks`. The others name something that the cloud does
not have or allow.
"""


def _rows() -> Iterator[str]:
    """Yield a row for each service: the resource types whose demands hotlint knows, without the beginning that they share."""
    types: dict[str, list[str]] = {}
    for known in heat_types.all_types():
        if known.service:
            types.setdefault(known.service, []).extend(name.removeprefix("OS::") for name in known.types)
    yield from ("| Service | Resource types whose demands hotlint knows |", "|---|---|")
    for service, names in sorted(types.items()):
        yield f"| {service} | {', '.join(sorted(names))} |"
