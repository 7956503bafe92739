from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import ExactlyOne, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

_USERS = Requires("users", ("databases",), meaning="true")
_NETWORK = ExactlyOne(("network", "port"))


class Instance(HeatType):
    """OS::Trove::Instance: a datastore with its version, users with databases, networks."""

    types = ("OS::Trove::Instance",)
    lost_when_gone = "the data of database"
    unapplied = {
        name: f"Heat deletes all {name} that the template does not list, also those that others have made"
        for name in ("databases", "users")
    }
    source = "heat/engine/resources/openstack/trove/instance.py"
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
