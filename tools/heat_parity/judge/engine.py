"""Starts Heat's engine in this process, with no server, no configuration file and no database.

What is replaced, because there is no cloud: service availability is taken as yes, policy as allowed, and a custom
constraint that would ask a cloud service (nova.flavor ...) is taken as satisfied. What else would ask a service or the
database raises NeedsCloudError. The offline ones (ip_addr,
mac_addr, net_cidr, cron_expression, timezone, dns_name, json_string ...) run as they are.
"""

import collections
import collections.abc
import contextlib
import fnmatch
import importlib.metadata
import inspect
import logging
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any


class NeedsCloudError(BaseException):
    """Heat would ask the cloud or the database now. Derived from BaseException, so that Heat does not catch it."""


def heat_release() -> str:
    """Return the release of Heat that gives the verdicts, such as "27.0.1"; PackageNotFoundError when Heat is not installed."""
    return importlib.metadata.version("openstack-heat")


def start_engine(*, packaged: bool = True) -> None:
    """Start enough of heat-engine to validate and resolve templates offline. From here on nothing reaches a network.

    With packaged=True, the engine has the environment that Heat is packaged with (/etc/heat/environment.d), else none.
    Warnings and logging are off from here on, too: Heat and its libraries write much of both.
    """
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    _restore_dropped_names()
    with contextlib.suppress(Exception):  # releases before 2025.1 have no backends to choose from
        from oslo_service import backend

        backend.init_backend(backend.BackendType.THREADING)
    from heat.common import config as heat_config  # noqa: F401  registers the options
    from heat.common import policy
    from heat.engine import constraints, resource, resources
    from oslo_config import cfg

    cfg.CONF([], project="heat", default_config_files=[])
    cfg.CONF.set_override("max_resources_per_stack", -1)
    cfg.CONF.set_override("plugin_dirs", [])
    resource.Resource._validate_service_availability = classmethod(lambda *args, **kwargs: None)
    resource.Resource.is_service_available = classmethod(lambda *args, **kwargs: (True, None))
    policy.ResourceEnforcer.enforce = lambda *args, **kwargs: True
    with tempfile.TemporaryDirectory() as folder:
        if packaged:
            _write_environment(Path(folder))
        cfg.CONF.set_override("environment_dir", folder)
        resources.initialise()
    constraints.BaseCustomConstraint.validate = lambda self, value, context: True
    forbid_cloud()


def _write_environment(folder: Path) -> None:
    """Write the environments of the installed Heat into a folder, with its templates where they are installed."""
    installed = Path(sys.prefix) / "etc" / "heat"
    for path in (installed / "environment.d").glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("file:///etc/heat/", f"{installed.as_uri()}/")
        (folder / path.name).write_text(text, encoding="utf-8")


def _restore_dropped_names() -> None:
    """Put back what newer libraries dropped and older releases of Heat still import."""
    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        setattr(inspect, "getargspec", lambda function: inspect.getfullargspec(function)[:4])  # noqa: B010
    entry_point: Any = importlib.metadata.EntryPoint
    entry_point.module_name = property(lambda self: self.module)
    import oslo_utils

    if not hasattr(oslo_utils, "fnmatch"):
        try:
            import oslo_utils.fnmatch
        except ImportError:
            sys.modules["oslo_utils.fnmatch"] = oslo_utils.fnmatch = fnmatch


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
