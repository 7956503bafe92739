from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import items, known_list, properties
from hotlint.heat_types.refusals import Limit, Range, Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import show
from hotlint.resource_types.property_relations import ExactlyOne, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_USERS = Requires("users", ("databases",), meaning="true")
_HOST = r"%?[\w(-).]*%?"
_NETWORK = ExactlyOne(("network", "port"))


class Instance(HeatType):
    """OS::Trove::Instance: a datastore with its version, users with databases, networks."""

    types = ("OS::Trove::Instance",)
    lost_when_gone = "the data of database"
    unapplied = {
        name: f"Heat deletes all {name} that the template does not list, also those that others have made"
        for name in ("databases", "users")
    }
    thing = "the instance"
    # Source: trove/common/apischema.py
    limits = (
        Limit("name", 0, 255, r".*[0-9a-zA-Z].*", "has a letter or a digit"),
        Range("replica_count", 0, 3, "setting"),
    )
    service_demands = (
        "'networks' has at most one network, with neither 'port' nor 'fixed_ip'",
        "no two 'databases' have the same 'name', and no two 'users' the same 'name' and 'host'",
        "'host' of 'users' consists of letters, digits and ()_-., and maybe % at its ends",
    )
    reads = (Reads(("datastore_type", "datastore_version", "users", "networks")), Reads(("databases",), when="users"))
    relations = (Requires("datastore_version", ("datastore_type",), meaning="true"),)
    demands = ("each name in 'databases' of 'users' is that of a database in 'databases'",)
    asks = ("Trove whether it has the datastore and its version; what else the class checks comes after that",)
    bad = (
        """
        flavor: f
        size: 1
        databases: [{name: main}]
        users:
          - {name: user, password: pass, databases: [other]}
                                                    ^^^^^^^
        """,
    )
    good = (
        "{flavor: f, size: 1, databases: [{name: main}], users: [{name: user, password: pass, databases: [main]}]}",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        instance = properties(owner)
        if len(known_list(instance["networks"])) > 1:
            yield instance.refuse("networks", "an instance has one network")
        for network in items(instance, "networks"):
            for given in ("port", "fixed_ip"):
                if id_of(network[given]) or network.text(given):
                    yield network.refuse(given, "Trove takes only the network")
        for kind in ("databases", "users"):
            seen = set[tuple[str, str]]()
            for one in items(instance, kind):
                name, host = one.text("name"), one.text("host") or "%"
                if name is None or not one.is_known("host"):
                    continue
                if (name, host) in seen:
                    yield one.refuse("name", f"{show(name, 40)} is given twice")
                elif re.fullmatch(_HOST, host) is None:
                    yield one.refuse("host", f"{show(host, 40)} has other characters than letters, digits and ()_-.")
                seen.add((name, host))

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values.is_true("datastore_type") is not False:
            return  # Heat asks the cloud for the datastore first
        yield from _USERS.check(values, it.type)
        for network in values.items("networks") if it.release is None or it.release >= (23,) else ():
            yield from _NETWORK.check(network, f"a network of {it.type}")
        databases = list(values.items("databases"))
        names = {database["name"] for database in databases if isinstance(database["name"], str)}
        if not databases or len(names) < len(databases):
            return
        for user in values.items("users"):
            wanted = user["databases"]
            for name in wanted if isinstance(wanted, list) else ():
                if isinstance(name, str) and name not in names:
                    yield invalid(user, "databases", f"a user of {it.type} names the undefined database '{name}'")
