"""The plugin of OpenStack's own command line, `openstack hot`: what python-openstackclient asks of every plugin.

It imports nothing, since every call of `openstack` imports it. The commands are in `hotlint.cli.openstack_commands`.
"""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import ArgumentParser

API_NAME = "hot"
API_VERSION_OPTION = "os_hot_api_version"
API_VERSIONS = ("1",)
DEFAULT_API_VERSION = "1"


def make_client(instance: Any) -> None:
    """Return no client: the commands talk to no cloud."""


def build_option_parser(parser: ArgumentParser) -> ArgumentParser:
    """Return the parser of the global options as it is: the commands have options of their own only."""
    return parser
