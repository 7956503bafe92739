"""A cloud for the commands of the documents: the made-up one of the tests, with a stack of one resource."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from artefacts.page_commands import TOP

sys.path.append(str(TOP / "tests/cloud"))
from furniture import furnish
from stand_in import StandIn, running, write_clouds

NAMES = ("NAME", "prod")
"""What the documents call a cloud."""
_HEAT = "/heat/v1/p1"
_TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "resources": {"welcome": {"type": "OS::Heat::Value", "properties": {"value": "Hello"}}},
}


@contextmanager
def clouds() -> Iterator[dict[str, str]]:
    """Serve the cloud while the block runs. Yields the variables with which commands find it by each of its names."""
    with running(StandIn()) as cloud, tempfile.TemporaryDirectory() as folder:
        furnish(cloud)
        cloud.answers |= {f"{_HEAT}{path}": (200, answer) for path, answer in _stack("web").items()}
        path = write_clouds(Path(folder), cloud.url)
        (settings,) = json.loads(path.read_text(encoding="utf-8"))["clouds"].values()
        path.write_text(json.dumps({"clouds": dict.fromkeys(NAMES, settings)}), encoding="utf-8")
        yield {"OS_CLIENT_CONFIG_FILE": str(path)}


def _stack(name: str) -> dict[str, Any]:
    """Return Heat's answers about a stack, and to a template that it is asked to validate or to preview."""
    base = f"/stacks/{name}/{name}-1"
    event = f"{base}/resources/welcome/events/e"
    status = {"resource_name": "welcome", "resource_status": "CREATE_COMPLETE"}
    resource = {
        **status,
        "resource_type": "OS::Heat::Value",
        "physical_resource_id": "r-1",
        "attributes": {"value": "Hello"},
    }
    stack = {
        "stack_name": name,
        "id": f"{name}-1",
        "stack_status": "CREATE_COMPLETE",
        "parameters": {"OS::stack_name": name},
    }
    links = [{"rel": "self", "href": event}, {"rel": "stack", "href": base}]
    return {
        "/validate": {}, "/stacks/preview": {"stack": {"resources": []}}, f"/stacks/{name}": {"stack": stack},
        f"{base}/template": _TEMPLATE, f"{base}/environment": {}, f"{base}/files": {},
        f"{base}/resources": {"resources": [resource]},
        f"{base}/events": {"events": [{**status, "event_time": "1", "links": links}]},
        event: {"event": {**status, "resource_properties": {"value": "Hello"}}},
    }  # fmt: skip
