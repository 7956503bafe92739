"""The commands that open the network: docs/network.md is made of this table, and a test holds it against the code."""

from __future__ import annotations

from hotlint.common.records import NamedTuple


class NetworkUse(NamedTuple):
    """A command that opens the network.

    `command` is the command line, with placeholders in capitals. `peer` is the program at the other end, `traffic` names the data
    that is sent and read. `opener` is the module of this project that opens the connection.
    """

    command: str
    peer: str
    traffic: str
    opener: str


NETWORK_USES = (
    NetworkUse(
        "check --cloud NAME TEMPLATE",
        "Keystone and Heat of a cloud in `clouds.yaml`",
        "Sends each template with its nested templates, files, environments and values to Heat, which validates it. Creates nothing.",
        "hotlint.operations.stacks",
    ),
    NetworkUse(
        "check s3://BUCKET/FOLDER",
        "the object store or web server of the address, whatever [fsspec](https://filesystem-spec.readthedocs.io) can read",
        "Reads the files below the address.",
        "hotlint.cli.cluster.object_store",
    ),
    NetworkUse(
        "check --cluster ADDRESS PATH",
        "a Dask scheduler and its workers (`local:N` starts them on this machine)",
        "Sends paths, options and the values of `-P`; reads findings. Workers read the files.",
        "hotlint.cli.cluster.dask_executor",
    ),
    NetworkUse(
        "plan STACK TEMPLATE --cloud NAME",
        "Keystone and the services of a cloud in `clouds.yaml`",
        "Reads the stack, its nested stacks, files and events, and names of flavors, images, networks and the like. The same for "
        "`plan --all`; `plan STACK` asks Keystone and Heat only.",
        "hotlint.operations.stacks",
    ),
    NetworkUse(
        "record STACK --cloud NAME -o FILE",
        "Keystone and Heat of a cloud in `clouds.yaml`",
        "Reads the same, and writes it to a file without its secrets.",
        "hotlint.operations.stacks",
    ),
    NetworkUse(
        "failure STACK TEMPLATE --cloud NAME",
        "Keystone and Heat of a cloud in `clouds.yaml`",
        "Reads the stack, its nested stacks, files and events.",
        "hotlint.operations.stacks",
    ),
    NetworkUse(
        "cloud snapshot --cloud NAME -o FILE",
        "Keystone and the services of a cloud in `clouds.yaml`",
        "Reads flavors, images, networks, quotas and the like.",
        "hotlint.cli.commands.cloud",
    ),
    NetworkUse(
        "cloud diff FILE --cloud NAME",
        "Keystone and the services of a cloud in `clouds.yaml`",
        "Reads the same, and compares it with a snapshot.",
        "hotlint.cli.commands.cloud",
    ),
    NetworkUse(
        "catalog import --cloud NAME",
        "Keystone and Heat of a cloud in `clouds.yaml`",
        "Reads the resource types.",
        "hotlint.resource_types.cloud_import",
    ),
    NetworkUse(
        "server --tcp HOST:PORT",
        "editors that connect to this address",
        "Listens for editors that give its token. Without `--tcp`, the server uses standard input and output.",
        "hotlint_server.transport.tcp",
    ),
    NetworkUse(
        "mcp --http HOST:PORT",
        "coding agents that connect to this address",
        "Listens for agents. Without `--http`, the server uses standard input and output.",
        "hotlint.mcp.server",
    ),
)
"""Every use of the network, in the order of the page."""
