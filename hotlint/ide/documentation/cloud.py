"""Documentation of things of a cloud, from its snapshot."""

from __future__ import annotations

from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.ide.documentation.markup import escaped

_LEFT_OUT = ("name", "id", "network_id", "external_network_id")


def cloud_things(kind: str, value: str, cloud: CloudFacts | None) -> str:
    """Return the page of what a name or an id means in a cloud; "" where the snapshot does not know such things."""
    if cloud is None or not cloud.is_known(kind):
        return ""
    found = cloud.find(kind, value)
    name = escaped(cloud.name)
    if not found:
        return f"Cloud **{name}** has no {KINDS[kind][1]} `{value}`"
    head = f"{len(found)} of that name in cloud **{name}**\n\n" if len(found) > 1 else ""
    return head + "\n\n".join(_page(thing, cloud) for thing in found[:5])


def _page(thing: Thing, cloud: CloudFacts) -> str:
    summary = f": {escaped(thing.summary)}" if thing.summary else ""
    lines = [f"**{escaped(thing.name)}**, {thing.noun} of cloud **{escaped(cloud.name)}**{summary}"]
    fields = {key: value for key, value in thing.entry.items() if key not in _LEFT_OUT and value not in (None, [], "")}
    lines += ["", *(f"- {key.replace('_', ' ')}: `{_shown(value)}`" for key, value in fields.items())] if fields else []
    if thing.kind == "neutron.network":
        lines += [f"- subnet {escaped(s.name)}: {escaped(s.summary)}" for s in cloud.subnets_of(thing)[:10]]
    return "\n".join([*lines, *([f"- id: `{thing.id}`"] if thing.id else [])])


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value[:10]) + (", ..." if len(value) > 10 else "")
    return "yes" if value is True else "no" if value is False else " ".join(str(value).split())
