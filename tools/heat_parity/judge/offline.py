"""Keeps Heat away from the cloud: what would ask a service or the database raises NeedsCloudError instead."""

from typing import Any


class NeedsCloudError(BaseException):
    """Heat would ask the cloud or the database now. Derived from BaseException, so that Heat does not catch it."""


def _ask(*args: Any, **kwargs: Any) -> Any:
    raise NeedsCloudError


def forbid_cloud() -> None:
    """From here on whatever would ask a cloud service or the database raises NeedsCloudError; names count as ids."""
    from heat.common import context
    from heat.engine import clients, function, resource, translation
    from heat.engine.clients import client_plugin, microversion_mixin
    from heat.engine.resources.openstack.nova import server
    from heat.objects import service as engines
    from oslo_db.sqlalchemy import enginefacade

    client_plugin.ClientPlugin.client = _ask
    client_plugin.ClientPlugin.url_for = _ask
    microversion_mixin.MicroversionMixin.client = _ask
    clients.Clients.client = _ask
    context.RequestContext.keystone_session = property(_ask)
    enginefacade._TransactionFactory._create_session = _ask
    enginefacade._TransactionFactory._create_connection = _ask
    translation.resolve_and_find = lambda value, *args, **kwargs: function.resolve(value)
    engines.Service.active_service_count = classmethod(lambda *args, **kwargs: 1)
    resource.Resource.rpc_client = lambda self: type("NoEngine", (), {"__getattr__": _ask})()
    server.Server._validate_image_flavor = lambda self, image, flavor: None  # asks for the sizes of both
    _assume_full_services()


def _assume_full_services() -> None:
    """Assume services that have every feature, and drop none (Nova's 2.92 drops some), without limits."""
    from heat.engine.clients.os import blazar, cinder, manila, nova

    for module in (nova, cinder, manila):
        for plugin in vars(module).values():
            if isinstance(plugin, type) and "is_version_supported" in vars(plugin):
                changed: Any = plugin
                changed.is_version_supported = lambda self, version: version != "2.92"
                changed.get_max_microversion = lambda self: "2.91"
    if hasattr(blazar.BlazarClientPlugin, "has_host"):
        blazar.BlazarClientPlugin.has_host = lambda self: True
    limits = ("maxPersonality", "maxPersonalitySize", "maxServerMeta")
    nova.NovaClientPlugin.absolute_limits = lambda self: dict.fromkeys(limits, -1)
