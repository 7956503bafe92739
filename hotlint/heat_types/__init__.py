"""What is known of each of Heat's resource types beyond its schema: one module a type, one class in it.

`of("OS::Nova::ServerGroup")` is the class in `hotlint/heat_types/nova/server_group.py`. Nothing lists the types: the name of the
module follows from the name of the type, and a type without a module is one of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType

if TYPE_CHECKING:
    from hotlint.stacks.creation_order import CreationOrder
    from hotlint.stacks.records import StackResource

_AS_ONE_WORD = (("QoS", "Qos"), ("IPsec", "Ipsec"))
_KEPT = 4096
"""Names of types that are remembered, at most: templates may name any."""
NOTHING = HeatType()
"""A type of which nothing is known."""


@lru_cache(maxsize=_KEPT)
def of(type_name: str) -> HeatType:
    """Return what is known of a resource type; `NOTHING` for a type of which nothing is."""
    service = service_of(type_name)
    if not service or not _is_service(service):
        return NOTHING
    name = f"{__name__}.{module_of(type_name)}"
    try:
        found = import_module(name)
    except ModuleNotFoundError as exc:
        if exc.name != name:
            raise
        return NOTHING
    kinds = (kind for kind in vars(found).values() if isinstance(kind, type) and issubclass(kind, HeatType))
    return next((kind() for kind in kinds if type_name in kind.types), NOTHING)


@lru_cache(maxsize=_KEPT)
def service_of(type_name: str) -> str:
    """Return the service that a type is for: "nova" for OS::Nova::Server, "aws" for AWS::EC2::EIP; "" for another name."""
    return module_of(type_name).partition(".")[0]


def is_of_heat(type_name: str) -> bool:
    """Return whether the stack within a resource of a type is one of Heat's own, as of a group; else a template makes it."""
    return service_of(type_name) in ("aws", "heat")


def heat_page(type_name: str) -> str:
    """Return the address of Heat's own page about a type."""
    from urllib.parse import quote

    page = "cfn" if service_of(type_name) == "aws" else "openstack"
    return f"https://docs.openstack.org/heat/latest/template_guide/{page}.html#{quote(type_name, ':')}"


def module_of(type_name: str) -> str:
    """Return the module of a type below this package: "nova.server_group" for OS::Nova::ServerGroup; "" for another name."""
    first, *steps = type_name.split("::")
    if first == "AWS":
        steps.insert(0, first)
    if first not in ("AWS", "OS") or len(steps) < 2 or not type_name.isascii() or not all(map(str.isidentifier, steps)):
        return ""
    return f"{steps[0]}.{'_'.join((*steps[1:-1], _words(steps[-1])))}".lower()


def _words(name: str) -> str:
    """Return the words of a name with underscores between them: "server_group" for ServerGroup, "rbac_policy" for RBACPolicy."""
    for one, spelled in _AS_ONE_WORD:
        name = name.replace(one, spelled)
    found = name[0]
    for before, letter, after in zip(name, name[1:], name[2:] + "A", strict=False):
        is_first = letter.isupper() and not (before.isupper() and after.isupper())
        found += f"_{letter}" if is_first else letter
    return found


def waited_for(owner: StackResource, order: CreationOrder) -> Iterator[str]:
    """Yield the names of the resources that Heat creates before one, though the template does not state that."""
    known = of(owner.type)
    for kind in known.waits_for:
        for other in order.of(kind):
            if other is not owner and known.waits(owner, other, order):
                yield other.written_name


def all_types() -> Iterator[HeatType]:
    """Yield every type of which something is known, in the order of the modules. This imports all of them."""
    return iter(_all())


@cache
def _is_service(name: str) -> bool:
    package = f"{__name__}.{name}"
    try:
        return hasattr(import_module(package), "__path__")
    except ModuleNotFoundError as exc:
        if exc.name != package:
            raise
        return False


@cache
def _all() -> tuple[HeatType, ...]:
    from pkgutil import iter_modules  # not in a check

    names = {}
    for service in iter_modules(__path__, f"{__name__}."):
        for module in iter_modules(import_module(service.name).__path__, f"{service.name}.") if service.ispkg else ():
            if not module.name.rpartition(".")[2].startswith("_"):
                for kind in vars(import_module(module.name)).values():
                    if isinstance(kind, type) and issubclass(kind, HeatType) and kind.__module__ == module.name:
                        names.update(dict.fromkeys(kind.types))
    return tuple(map(of, names))
