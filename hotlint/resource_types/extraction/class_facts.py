"""Facts of the classes and modules of heat/engine/resources, which plugins derive from. Imports nothing of hotlint."""

from __future__ import annotations

import inspect
import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotlint.resource_types.extraction.type_facts import Facts, Generator, full_name, heat, unless_empty
else:
    from type_facts import Facts, Generator, full_name, heat, unless_empty


CONSTANTS_OF = (
    # Modules outside heat/engine/resources with constants and schemas that resources use.
    "heat.common.password_gen",
    "heat.engine.hot.parameters",
    "heat.engine.parameters",
    "heat.engine.software_config_io",
    "heat.rpc.api",
    "heat.scaling.scalingutil",
    "neutron_lib.api.definitions.vpn",
    "neutron_lib.api.definitions.vpn_aes_ctr",
    "neutron_lib.api.definitions.vpn_no_sha1_3des",
)
IN_TYPE_FILES = ("properties_schema", "attributes_schema", "update_policy_schema")


def base_classes(generator: Generator) -> Facts:
    """Return the facts of the classes and modules of Heat's resources, by dotted name."""
    package = heat("heat.engine.resources")
    names = [m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
    modules = [heat("heat.engine.resource"), package, *map(heat, names), *filter(None, map(if_any, CONSTANTS_OF))]
    found: Facts = {}
    for module in modules:
        found.update(unless_empty(module.__name__, values_of(generator, vars(module), False)))
        for cls in vars(module).values():
            if inspect.isclass(cls) and cls.__module__ == module.__name__ and not issubclass(cls, BaseException):
                found[full_name(cls)] = class_facts(generator, cls)
    return found


def if_any(name: str) -> Any:
    """Return a module; None when this release of Heat has no module of that name."""
    try:
        return heat(name)
    except ImportError:
        return None


def class_facts(generator: Generator, cls: Any) -> Facts:
    """Return the bases, constants and schemas of a class, or the type whose file has them."""
    own, name = vars(cls), generator.registered.get(full_name(cls))
    return {
        "bases": [full_name(b) for b in cls.__bases__ if b is not object],
        **({"type": name} if name else {}),
        **({"snapshot": True} if callable(getattr(cls, "handle_snapshot_delete", None)) else {}),
        **({"any_attributes": True} if {"get_attribute", "FnGetAtt"} & {*own} and cls.__name__ != "Resource" else {}),
        **values_of(generator, own, bool(name)),
    }


def values_of(generator: Generator, own: Any, is_type: bool) -> Facts:
    """Return the constants and the dicts of schema objects among the names of a class or module."""
    constants: Facts = {}
    schemata: Facts = {}
    for name, value in own.items():
        if name.startswith("__") or (is_type and name in IN_TYPE_FILES):
            continue
        if isinstance(value, (str, int, float, tuple, list)) and plain(value):
            constants[name] = value
        elif isinstance(value, dict) and value:
            items = list(value.values())
            if all(isinstance(v, generator.properties.Schema) for v in items):
                schemata[name] = {"properties": generator.schemata(value)}
            elif all(isinstance(v, generator.attributes.Schema) for v in items):
                schemata[name] = {"attributes": {n: generator.attribute(v, (n, value)) for n, v in value.items()}}
        elif isinstance(value, generator.properties.Schema):
            schemata[name] = {"property": generator.property(name, value, {})}
    return {**unless_empty("constants", constants), **unless_empty("schemata", schemata)}


def plain(value: Any) -> bool:
    """Return whether a value consists of strings, numbers, tuples and lists only."""
    return all(map(plain, value)) if isinstance(value, (tuple, list)) else isinstance(value, (str, int, float))
