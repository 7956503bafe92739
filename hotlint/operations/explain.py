"""Explain what may be written in a template, and find the names of resource types and properties."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hotlint.common.suggestions import did_you_mean
from hotlint.linter.settings.catalog import catalog
from hotlint.operations.errors import OperationError
from hotlint.operations.scope import SettingsScope
from hotlint.output import reference
from hotlint.resource_types.catalog import Catalog


def types_of(folder: str, scope: SettingsScope) -> Catalog:
    """Return the resource types for the templates of a folder ("": the working folder). Raises OperationError."""
    return catalog(scope.settings_of(os.path.join(folder, "template.yaml")))


def explain(name: str, types: Catalog) -> str:
    """Return the page of a rule, a function, one of these types, its property, or a key, as text. Raises OperationError."""
    page = reference.page(name, types)
    if page is None:
        hint = did_you_mean(name, reference.names(types))
        raise OperationError(f"unknown rule, function, resource type or key '{name}'{hint}")
    return page


class FoundNames(NamedTuple):
    """Names of resource types and their properties, and how many more there are."""

    names: list[str]
    left_out: int


_SYNONYMS: dict[str, tuple[str, ...]] = {
    "virtual machine": ("nova server",), "vm": ("nova server",), "instance": ("nova server",), "compute": ("nova",),
    "ssh key": ("keypair",), "key pair": ("keypair",), "dns": ("designate",), "dns zone": ("designate zone",),
    "dns record": ("designate recordset",), "scale out": ("scalingpolicy", "autoscalinggroup"), "scale": ("scaling",),
    "scale in": ("scalingpolicy",), "autoscale": ("autoscalinggroup", "scalingpolicy"), "disk": ("cinder volume",),
    "block storage": ("cinder volume",), "firewall": ("securitygroup",), "public ip": ("floatingip",),
    "object storage": ("swift container",), "bucket": ("swift container",), "secret": ("barbican secret",),
    "certificate": ("barbican certificate",), "load balancer": ("octavia loadbalancer",), "network": ("neutron net",),
    "nic": ("neutron port",), "script": ("softwareconfig",), "cloud init": ("cloudconfig",), "user": ("keystone user",),
    "random password": ("randomstring",), "password": ("randomstring",), "alarm": ("aodh",), "share": ("manila share",),
    "kubernetes": ("magnum cluster",), "bare metal": ("ironic port",), "anti affinity": ("servergroup",),
    "wait": ("waitcondition",), "image": ("glance image",), "loop": ("resourcegroup",), "group": ("resourcegroup",),
}  # fmt: skip
"""What people call what a type makes, as words of the type."""


def find(query: str, types: Catalog, limit: int) -> FoundNames:
    """Return the resource types and properties that a query means, without regard to case: the most used ones first.

    What the query is a synonym of comes first, then names that have each of its words, or the words without a space between.
    """
    from hotlint.ide.completion import usage_stats

    asked = " ".join(query.casefold().replace(":", " ").replace("_", " ").replace("-", " ").split())
    synonyms = _SYNONYMS.get(asked) or _SYNONYMS.get(asked.removesuffix("s"), ())
    wanted = [(text.split(), True) for text in synonyms]
    wanted += [(asked.split(), False), ([asked.replace(" ", "")], False)] if asked else []
    found: dict[str, tuple[bool, bool, bool, int, str]] = {}
    for name in types.names():
        folded, uses = name.casefold(), usage_stats.properties(name)
        for path in (name, *_properties(types.resource(name))):
            own, is_property = path.casefold(), path != name
            used = uses.get(path[len(name) + 1 :], 0) if is_property else usage_stats.types().get(name, 0)
            for words, is_synonym in wanted:
                if all(w in own for w in words) and not (is_property and all(w in folded for w in words)):
                    is_whole = own.rpartition("." if is_property else "::")[2] == words[-1]
                    rank = (is_property or not is_synonym, not is_whole, is_property, -used, path)
                    found[path] = min(rank, found.get(path, rank))
    names = sorted(found, key=found.__getitem__)
    return FoundNames(names[:limit], max(0, len(names) - limit))


def _properties(resource: Any) -> Iterator[str]:
    properties: Mapping[str, Any] = getattr(resource, "properties", None) or {}
    return (f"{resource.name}.{name}" for name, prop in properties.items() if prop.support.status != "HIDDEN")
