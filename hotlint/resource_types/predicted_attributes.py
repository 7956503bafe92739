"""Attributes that follow from properties, as real resources have shown: facts of each type, learned and never guessed.

`hotlint/data/predicted_attributes.json` holds {type: {attribute: P}}, written by tools/generate/predicted_attributes.py:

P  {"property": name, "form": FORM, "absent": value, "seen": number of resources that have shown it}
   "form" says how the attribute follows from the property; "absent" is the attribute where the property is not given.
   A constant follows from no property ("").

The attribute "show/NAME" is what the service shows under a name: `get_attr: [resource, show, NAME]`.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, OMITTED, Unknown, Value, is_known
from hotlint.resource_types.catalog import PACKAGED

_UUID: Final = re.compile("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Predicted(NamedTuple):
    """The value of an attribute, and the property that it follows from."""

    value: Value
    property: str
    is_given: bool


def predicted(type_name: str, attribute: str, values: Mapping[str, Value]) -> Predicted | None:
    """Return an attribute as it follows from the properties of a resource; None where it does not, or they are not known."""
    fact = facts_of(type_name).get(attribute)
    return by_fact(fact, values) if fact is not None else None


def by_fact(fact: Mapping[str, Any], values: Mapping[str, Value]) -> Predicted | None:
    """Return an attribute as a fact P says it; None where it does not."""
    source = fact["property"]
    given = values.get(source)
    if given is None or given is OMITTED:
        if "absent" in fact:
            return Predicted(fact["absent"], source, is_given=False)
        if fact["form"] not in DERIVED:
            return None
    value = FORMS[fact["form"]](None if given is OMITTED else given, values)
    return Predicted(value, source, given is not None and given is not OMITTED) if value is not None else None


def facts_of(type_name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return P by attribute, for those that follow from properties of a type."""
    return _facts().get(type_name, {})


@lru_cache(maxsize=1)
def _facts() -> dict[str, dict[str, dict[str, Any]]]:
    return PACKAGED.file("predicted_attributes.json")


def _same(value: Value, values: Mapping[str, Value]) -> Value:
    return value if is_known(value) else None


def _text(value: Value, values: Mapping[str, Value]) -> Value:
    """Return a number or a text as text."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _texts(value: Value, values: Mapping[str, Value]) -> Value:
    """Return a mapping whose values are text: what is none is JSON."""
    if not isinstance(value, dict) or not is_known(value):
        return None
    return {str(k): v if isinstance(v, str) else json.dumps(v) for k, v in value.items()}


def _mtu(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the MTU that `value_specs` gives."""
    given = value.get("mtu") if isinstance(value, dict) else None
    return int(given) if isinstance(given, int | str) and str(given).isdecimal() else None


def _at_most_one(value: Value, values: Mapping[str, Value]) -> Value:
    """Return a list with one item or none: services sort longer ones, or have no order."""
    return value if is_known(value) and isinstance(value, list) and len(value) < 2 else None


def _first_address(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the fixed address in the only network of a server."""
    only = value[0] if isinstance(value, list) and len(value) == 1 else None
    address = only.get("fixed_ip") if isinstance(only, dict) and not only.get("port") else None
    return address if isinstance(address, str) and address else None


def _lower(value: Value, values: Mapping[str, Value]) -> Value:
    return value.lower() if isinstance(value, str) else None


def _network(value: Value, values: Mapping[str, Value]) -> Value:
    """Return a CIDR without bits of a host."""
    return str(ipaddress.ip_network(value, strict=False)) if _is_cidr(value) else None


def _id(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the id of a resource of the template, which is known where it runs: never a name, which the service looks up."""
    is_given = isinstance(value, str) and _UUID.fullmatch(value) is not None
    return value if is_given or id_of(value) is not None else None


def _gateway(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the gateway of a subnet: the given one, or the first address; of IPv6, that is the address of the network."""
    if value is not None:
        address = _address(value)
        return str(address) if address is not None else None
    network = _subnet(values)
    if network is None:
        return None
    return str(network.network_address if network.version == 6 else network.network_address + 1)


def _pools(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the allocation pools of a subnet: the given one, or all addresses but that of the gateway at either end."""
    if value:
        return value if is_known(value) and isinstance(value, list) and len(value) == 1 else None
    network, given = _subnet(values), values.get("gateway_ip")
    if network is None:
        return None
    gateway = None if given == "" else _address(_gateway(None if given is OMITTED else given, values))
    if gateway is None and given != "":
        return None
    first, last = network.network_address + 1, network.broadcast_address - (network.version == 4)
    if gateway == first:
        first += 1
    elif gateway == last:
        last -= 1
    elif gateway is not None and gateway in network and gateway != network.network_address:
        return None
    return [{"start": str(first), "end": str(last)}]


def _subnet(values: Mapping[str, Value]) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """Return the network of a subnet whose `cidr` is known; None also for one that is too small for a gateway and hosts."""
    cidr = values.get("cidr")
    network = ipaddress.ip_network(str(cidr), strict=False) if _is_cidr(cidr) else None
    return network if network is not None and network.num_addresses > 4 else None


def _address(value: Value) -> Address | None:
    try:
        return ipaddress.ip_address(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _fixed_ips(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the addresses of a port that names all of them, with the ids of its subnets as far as they are known."""
    if not isinstance(value, list) or isinstance(value, MARKS) or not value:
        return None
    found = []
    for item in value:
        address = item.get("ip_address") if isinstance(item, dict) else None
        if not isinstance(address, str):
            return None
        subnet = _id(item.get("subnet"), values)
        found.append(
            {
                "subnet_id": subnet or Unknown(f"the subnet of {address} is known once the port exists", "string"),
                "ip_address": address,
            }
        )
    return found


def _host_routes(value: Value, values: Mapping[str, Value]) -> Value:
    """Return the routes of a subnet: a single given one, or none; Neutron adds those of a segment, and sorts several."""
    if value is None:
        return [] if values.get("segment") in (None, OMITTED) else None
    return _at_most_one(value, values)


def _is_cidr(value: Value) -> bool:
    try:
        return isinstance(value, str) and "/" in value and bool(ipaddress.ip_network(value, strict=False))
    except ValueError:
        return False


FORMS: Final[Mapping[str, Callable[[Value, Mapping[str, Value]], Value]]] = {
    "network": _network,
    "same": _same,
    "text": _text,
    "texts": _texts,
    "mtu": _mtu,
    "at_most_one": _at_most_one,
    "first_address": _first_address,
    "lower": _lower,
    "id": _id,
    "gateway": _gateway,
    "pools": _pools,
    "fixed_ips": _fixed_ips,
    "host_routes": _host_routes,
    "empty_unless": lambda value, values: "" if value is False else None,
    "constant": lambda value, values: None,
    "none": lambda value, values: None,
}
"""How an attribute follows from a property, by name: from the value of the property, and those of all properties."""
DERIVED: Final = frozenset({"empty_unless", "gateway", "host_routes", "pools"})
"""Forms that also yield a value where the property is not given."""
