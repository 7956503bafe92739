"""Learn which attributes follow from properties, from records of real stacks: predicted_attributes.py RECORDS...

Writes hotlint/data/predicted_attributes.json. A record is a line of JSON about one stack that was created: {"template", "ids":
{resource: id}, "attributes": {resource: {name: value}}}. `make deploys` writes such lines. An attribute follows from a property in
one form only where it does so in every record. A fact that the file has, and that no record contradicts, stays.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.language.origins import id_of
from hotlint.language.values import OMITTED, Unknown, Value
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.predicted_attributes import DERIVED, FORMS, by_fact
from hotlint.syntax.source import Source

FACTS: Final = Path(__file__).parents[2] / "hotlint" / "data" / "predicted_attributes.json"
LEAST_SEEN: Final = 5
"""Resources that must have shown a fact."""
SPECIAL: Final = {
    "empty_unless": "private_key",
    "first_address": "first_address",
    "fixed_ips": "fixed_ips",
    "gateway": "gateway_ip",
    "host_routes": "host_routes",
    "mtu": "mtu",
    "pools": "allocation_pools",
}
"""Forms that are for one attribute only."""
SOURCES: Final = {
    "default_project_id": "default_project",
    "display_description": "description",
    "display_name": "name",
    "domain_id": "domain",
    "first_address": "networks",
    "floating_network_id": "floating_network",
    "metadata_values": "metadata",
    "mtu": "value_specs",
    "network_id": "network",
    "os-flavor-access:is_public": "is_public",
    "parent_id": "parent",
    "private_key": "save_private_key",
    "project_id": "project",
    "qos_policy_id": "qos_policy",
    "remote_group_id": "remote_group",
    "security_group_id": "security_group",
    "subnet_id": "subnet",
}
"""The property that an attribute of another name follows from."""
CLOUD_DECIDES: Final = frozenset(
    {
        "availability_zone", "config_drive", "domain_id", "mtu", "parent_id", "port_security_enabled", "propagate_uplink_status",
        "security_groups", "segmentation_id", "volume_type",
    }
)  # fmt: skip
"""Attributes whose value without a property is that of the recorded cloud, not of each."""
PROJECT_DECIDES: Final = ("OS::Neutron::Net", "qos_policy_id")
"""The attribute whose value without a property is a default that the project has set."""
CONSTANTS: Final = frozenset(
    {
        ("OS::Keystone::Project", "is_domain"),
        ("OS::Neutron::Net", "status"),
        ("OS::Neutron::ProviderNet", "status"),
        ("OS::Neutron::Router", "status"),
    }
)
"""Attributes that no property and no other resource changes."""
GIVEN_BY_OTHERS: Final = frozenset({"external_gateway_info", "fixed_ip_address", "port_id"})
"""Attributes that another resource may give where the property does not: the association of a floating IP."""
OF_THE_RELEASE: Final = frozenset(
    {
        "default_prefixlen", "max_prefixlen", "min_prefixlen",  # numbers or texts
        "extra_specs", "rxtx_factor", "swap",  # of a flavor, by the microversion and the rights
        "protocol", "remote_ip_prefix",  # Neutron has other spellings of some
        "stateful",
    }
)  # fmt: skip
"""What `show` has in one release of a service and not in another, or in another form."""
SETS: Final = frozenset({"tags"})
"""Lists that services sort, or have in no order."""
OTHERS_CHANGE: Final = frozenset({"device_id", "device_owner", "metadata", "metadata_values", "multiattach"})
"""Attributes that another resource changes, such as a server those of its port and of its volumes, or a type those of a volume."""


class Seen(NamedTuple):
    """What one resource showed: an attribute, and its properties as Heat passes them to the service."""

    value: Any
    values: dict[str, Value]
    ids: dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", nargs="+", type=Path)
    options = parser.parse_args()
    seen: defaultdict[tuple[str, str], list[Seen]] = defaultdict(list)
    known: dict[str, dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))
    for path in options.records:
        for line in path.read_text(encoding="utf-8").splitlines():
            for type_name, attribute, one in observations(json.loads(line)):
                seen[type_name, attribute].append(one)
    for (type_name, attribute), shown in seen.items():
        old = known.setdefault(type_name, {}).pop(attribute, None)
        fact = confirmed(old, shown) or learned(type_name, attribute, shown)
        if fact is not None:
            known[type_name][attribute] = fact
    facts = {name: dict(sorted(known[name].items())) for name in sorted(known) if known[name]}
    FACTS.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def observations(record: dict[str, Any]) -> Iterator[tuple[str, str, Seen]]:
    """Yield the type, the attribute and what it showed, for each attribute of each resource of a recorded stack.

    Heat's own resources are left out: their attributes are computed, not predicted.
    """
    context = context_of(record["template"])
    for name, attributes in record["attributes"].items():
        resource = context.template.resources[name]
        checked = context.properties(resource)
        if checked is not None and not checked.problems and not str(resource.type).startswith("OS::Heat::"):
            inner = attributes.get("show")
            shown = {f"show/{name}": value for name, value in inner.items()} if isinstance(inner, dict) else {}
            for attribute, value in {**attributes, **shown}.items():
                yield str(resource.type), attribute, Seen(value, dict(checked.values), record["ids"])


def context_of(template: dict[str, Any]) -> TemplateContext:
    """Return the context of a template that is given as data."""
    path = str(Path(tempfile.gettempdir()) / "recorded.yaml")
    project = Project(Catalog(), {path: Source(path, json.dumps(template))})
    return TemplateContext.open(project, path, project.environment([], {}), Meter(Budget()), root=True, offline=True)


def confirmed(fact: dict[str, Any] | None, shown: list[Seen]) -> dict[str, Any] | None:
    """Return a fact with the resources that have shown it once more; None where one contradicts it."""
    if fact is None:
        return None
    found = [(by_fact(fact, one.values), one) for one in shown]
    told = [(value.value, one) for value, one in found if value is not None]
    return {**fact, "seen": fact["seen"] + len(told)} if all(matches(value, one) for value, one in told) else None


def learned(type_name: str, attribute: str, shown: list[Seen]) -> dict[str, Any] | None:
    """Return the fact of an attribute that holds in all that was shown; None where none does."""
    name = attribute.removeprefix("show/")
    if (type_name, name) in CONSTANTS:
        is_same = len(shown) >= LEAST_SEEN and all(one.value == shown[0].value for one in shown)
        return {"property": "", "form": "constant", "seen": len(shown), "absent": shown[0].value} if is_same else None
    if name in OTHERS_CHANGE or (name != attribute and name in OF_THE_RELEASE):
        return None
    for source in dict.fromkeys([SOURCES.get(name, name), name]):
        if not any(source in one.values for one in shown):
            continue
        given = [one for one in shown if is_given(one, source)]
        absent = [one for one in shown if not is_given(one, source) and (type_name, name) != PROJECT_DECIDES]
        forms = (form for form in FORMS if SPECIAL.get(form, name) == name and (form != "same" or name not in SETS))
        for form in forms:
            fact = _fact(name, source, form, given, absent)
            if fact is not None:
                return fact
    return None


def _fact(attribute: str, source: str, form: str, given: list[Seen], absent: list[Seen]) -> dict[str, Any] | None:
    by_form = [
        one for one in ([*given, *absent] if form in DERIVED else given) if form_of(form, one, source) is not None
    ]
    if any(not matches(form_of(form, one, source), one) for one in by_form):
        return None
    if form in DERIVED:
        return {"property": source, "form": form, "seen": len(by_form)} if len(by_form) >= LEAST_SEEN else None
    fact: dict[str, Any] = {"property": source, "form": form, "seen": len(by_form)}
    same = {json.dumps(one.value, sort_keys=True) for one in absent}
    if len(same) == 1 and len(absent) >= LEAST_SEEN and attribute not in CLOUD_DECIDES | GIVEN_BY_OTHERS:
        fact.update(absent=absent[0].value, seen=len(by_form) + len(absent))
    distinct = {json.dumps(one.value, sort_keys=True) for one in by_form}
    is_shown = len(by_form) >= LEAST_SEEN and (len(distinct) > 1 or isinstance(by_form[0].value, bool))
    if not is_shown and len(by_form) < len(given) and form != "none":
        return None
    return fact if is_shown or "absent" in fact else None


def is_given(one: Seen, source: str) -> bool:
    """Return whether the resource has the property."""
    return one.values.get(source) is not None and one.values.get(source) is not OMITTED


def form_of(form: str, one: Seen, source: str) -> Value:
    """Return the attribute by a form; None where the form does not yield it."""
    value = one.values.get(source)
    return FORMS[form](None if value is OMITTED else value, one.values)


def matches(value: Value, one: Seen) -> bool:
    """Return whether a predicted value is what the resource showed; an unknown id of a resource is that resource's."""
    return _agrees(value, one.value, one.ids)


def _agrees(value: Value, shown: Any, ids: dict[str, str]) -> bool:
    if isinstance(value, Unknown):
        named = id_of(value)
        return named is None or ids.get(named) == shown
    if isinstance(value, dict) and isinstance(shown, dict):
        return value.keys() == shown.keys() and all(_agrees(v, shown[k], ids) for k, v in value.items())
    if isinstance(value, list) and isinstance(shown, list):
        return len(value) == len(shown) and all(_agrees(v, s, ids) for v, s in zip(value, shown, strict=True))
    return bool(value == shown) and isinstance(value, bool) == isinstance(shown, bool)


if __name__ == "__main__":
    main()
