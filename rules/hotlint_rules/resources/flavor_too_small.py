from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.cloud.facts import Thing
from hotlint.cloud.summaries import size
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.resources._cloud import deployed

_CLOUD = """\
snapshot: 1
cloud: office
flavors:
- {name: m1.tiny, vcpus: 1, ram: 512, disk: 1, id: '1'}
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, min_disk: 10, min_ram: 1024, id: 7f0e}
networks:
- {name: web, id: 3b1c}
"""


class FlavorTooSmall(Rule):
    """The flavor of a server has less memory or disk than its image requires.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack.
    """

    code = "HOT524"
    name = "flavor-too-small"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.tiny
              ^^^^^^^
      networks: [{network: web}]
""",
            cloud=_CLOUD,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud=_CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        cloud = ctx.unit.catalog.cloud
        for owner in deployed(ctx) if cloud is not None else ():
            image, flavor = (owner.values.get(name) for name in ("image", "flavor"))
            if owner.type.name != "OS::Nova::Server" or not isinstance(image, str) or not isinstance(flavor, str):
                continue
            assert cloud is not None
            images, flavors = cloud.find("glance.image", image), cloud.find("nova.flavor", flavor)
            problem = _problem(images[0], flavors[0]) if len(images) == len(flavors) == 1 else None
            if problem is not None:
                yield ctx.report(owner.target(("flavor",)), f"'flavor' of OS::Nova::Server: {problem}")


def _problem(image: Thing, flavor: Thing) -> str | None:
    """Return what an image requires and a flavor does not have, as a clause; None where it suffices, or is not known."""
    ram, least = flavor.entry.get("ram"), image.entry.get("min_ram")
    if isinstance(ram, int) and isinstance(least, int) and ram < least:
        return f"'{flavor.name}' has {size(ram)} of memory, and image '{image.name}' requires {size(least)}"
    disk, least = flavor.entry.get("disk"), image.entry.get("min_disk")
    if isinstance(disk, int) and isinstance(least, int) and disk < least:
        return f"'{flavor.name}' has a disk of {disk} GiB, and image '{image.name}' requires {least} GiB"
    return None
