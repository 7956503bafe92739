"""Make templates of a resource that refers to others, and record Heat's verdict on each.

The resource types are those of `resources`, and so are the properties; but some values are get_resource, get_attr, or
functions around these. Before the stack exists an attribute is null, and so are many ids: what each type's own
validate() makes of that, Heat decides at `stack create`. So these cases have a deep verdict. `op` is the resource type.
"""

from typing import Any

import yaml

from .random_properties import Properties
from .random_references import PARAMETERS, peers_of, referring_properties
from .resources import VERSION, run


def template_of(type_name: str, properties: Properties) -> str:
    """Return the template with one resource named `it`, and with those that it refers to."""
    template = {
        "heat_template_version": VERSION,
        "parameters": PARAMETERS,
        "conditions": {"always": True, "never": False},
        "resources": {**peers_of(properties), "it": {"type": type_name, "properties": properties}},
    }
    return yaml.dump(template, Dumper=_Plain, sort_keys=False)


class _Plain(yaml.SafeDumper):
    """Writes the same object twice rather than an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    return run(arguments, prog, __doc__, referring_properties, template_of)
