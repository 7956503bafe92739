"""Attributes of resources as get_attr yields them, from what Heat shows of a resource.

Heat shows what the service answers in place of the attributes of many types: with other names, and with numbers where get_attr
yields text (`_resolve_attribute` of the types, `format_stack_resource` in heat/engine/api.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hotlint.language.values import OMITTED, Value
from hotlint.plans.model import RecordedResource
from hotlint.resource_types.catalog import PACKAGED


def shown_attribute(found: RecordedResource, name: str) -> Value:
    """Return an attribute as get_attr yields it now; OMITTED where what Heat shows does not tell it."""
    if found.type == "OS::Heat::Stack" or (found.type in _SHOWN and _is_raw(found.attributes)):
        return _SHOWN[found.type](found.attributes, name)
    return found.attributes.get(name, OMITTED)


def is_stored(found: RecordedResource, path: Sequence[Value]) -> bool:
    """Return whether Heat keeps an attribute as it has read it once; it reads others anew in every update."""
    type_ = PACKAGED.resource(found.type)
    attribute = type_.attributes.get(str(path[0])) if type_ is not None and path else None
    return attribute is None or attribute.facts.get("cache") is not False


def _is_raw(attributes: Mapping[str, Any]) -> bool:
    """Return whether what is shown is the answer of the service."""
    return "id" in attributes and "links" in attributes


def _volume(shown: Mapping[str, Any], name: str) -> Value:
    if name == "metadata":
        return json.dumps(shown.get("metadata"))
    if name in _VOLUME_NAMES:
        return shown.get(_VOLUME_NAMES[name], OMITTED)
    value = shown.get(name, OMITTED)
    return value if value is OMITTED or isinstance(value, dict | list) else str(value)


_VOLUME_NAMES: Final = {
    "attachments_list": "attachments", "display_description": "description", "display_name": "name",
    "metadata_values": "metadata",
}  # fmt: skip


def _server(shown: Mapping[str, Any], name: str) -> Value:
    addresses = shown.get("addresses")
    if name == "first_address" and isinstance(addresses, dict):
        listed = [addresses[network] for network in sorted(addresses, reverse=True) if addresses[network]]
        return str(listed[0][0].get("addr") or "") if listed else ""
    if name in _SERVER_NAMES:
        return shown.get(_SERVER_NAMES[name], OMITTED)
    return shown.get(name, OMITTED) if name in _SERVER_SAME else OMITTED


_SERVER_SAME: Final = ("accessIPv4", "accessIPv6", "addresses", "name", "tags")
_SERVER_NAMES: Final = {"instance_name": "OS-EXT-SRV-ATTR:instance_name"}


def _remote_stack(shown: Mapping[str, Any], name: str) -> Value:
    value = shown.get(name, OMITTED)
    if name == "outputs" and isinstance(value, list):
        return {item.get("output_key"): item.get("output_value") for item in value if isinstance(item, dict)}
    return value


_SHOWN: Final[Mapping[str, Callable[[Mapping[str, Any], str], Value]]] = {
    "OS::Cinder::Volume": _volume,
    "OS::Heat::Stack": _remote_stack,
    "OS::Nova::Server": _server,
}
