"""What Heat's real client sends for a template file, and what the API makes of it."""

import json
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

import yaml

StrPath = str | os.PathLike[str]


class Request(NamedTuple):
    """A template as a string, the merged environment, and the files that both pull in, by URL or name."""

    template: str
    environment: dict[str, Any]
    files: dict[str, str]


def read_request(path: StrPath, environments: Iterable[StrPath] = ()) -> Request:
    """Read a template as Heat's client does, with its environments merged by the client, later ones over earlier ones.

    Raises whatever the client raises for files that it refuses to send.
    """
    template, environment, files, _ = _gather(path, environments, track=False)
    as_strings = {
        name: body.decode(errors="replace") if isinstance(body, bytes) else body for name, body in files.items()
    }
    return Request(yaml.safe_dump(template, sort_keys=False), environment, as_strings)


def received_request(path: StrPath, environments: Iterable[StrPath] = ()) -> Any:
    """Return Heat's InstantiationData for a template file: what the client sends, after its way through JSON.

    Raises whatever the client raises for files that it refuses to send.
    """
    from heat.api.openstack.v1.stacks import InstantiationData
    from oslo_serialization import jsonutils

    template, environment, files, sent = _gather(path, environments, track=True)
    body = {"template": template, "files": files, "environment": environment, "parameters": {}}
    if sent:
        body["environment_files"] = sent
    return InstantiationData(json.loads(jsonutils.dumps(body)))


def _gather(
    path: StrPath, environments: Iterable[StrPath], *, track: bool
) -> tuple[Any, Any, dict[str, Any], list[str]]:
    """Return the template, the environment, all files, and the names of the environment files, if those are tracked."""
    from heatclient.common import template_utils

    files, template = template_utils.get_template_contents(template_file=os.path.abspath(path))
    sent: list[str] = []
    tracker = {"env_list_tracker": sent} if track else {}
    environment_files, environment = template_utils.process_multiple_environments_and_files(
        env_paths=[os.path.abspath(e) for e in environments] or None, **tracker
    )
    return template, environment, {**files, **environment_files}, sent
