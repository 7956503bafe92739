"""The page of what services refuse and hotlint knows: docs/services.md."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint_rules.services._findings import rules_of
from hotlint_rules.services.by_type import MODULES

HEAD = """\
# What services refuse

Heat checks the form of a template, and then asks Neutron, Nova, Cinder and Keystone to create the resources. A service may refuse one:
the stack fails half way, and what exists by then stays. hotlint knows the demands on this page and checks them offline. For example:

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
    return "\n\n".join([HEAD.strip(), "## By resource type", "\n".join(_rows())]) + "\n"


def _rows() -> Iterator[str]:
    """Yield a row a resource type."""
    yield from ("| Resource type | Service | Error unless | Warning unless |", "|---|---|---|---|")
    for name in sorted(MODULES):
        rules = rules_of(name)
        assert rules is not None, name
        demands = [*(limit.describe() for limit in rules.limits if limit.kind != "setting"), *rules.demands]
        settings = [*(limit.describe() for limit in rules.limits if limit.kind == "setting"), *rules.settings]
        row = f"| {name} | {rules.service} | {'; '.join(demands)} | {'; '.join(settings)} |"
        yield re.sub(r"(?<!\w)'([^']+)'", r"`\1`", row)
