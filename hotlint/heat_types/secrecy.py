"""Which attributes and properties of resources are secrets, by the type or by their names."""

from __future__ import annotations

import re

from hotlint import heat_types

_SECRET_NAME = re.compile(
    r"passw(or)?d|secret|(^|_)token|private_key|credential|signature|payload|curl_cli|(alarm|signal|signed)_?url", re.I
)
"""Names of attributes and properties that hold a secret, whatever the type."""
_HANDLE = re.compile(r"(Handle|ScalingPolicy|SignedQueueURL)$")
"""Types all of whose attributes let whoever knows them signal the stack."""


def is_secret_property(name: str) -> bool:
    """Return whether a property of this name holds a secret."""
    return bool(_SECRET_NAME.search(name))


def is_secret_attribute(type_name: str, name: str) -> bool:
    """Return whether an attribute of a resource type is a secret."""
    named = name in heat_types.of(type_name).secret_attributes or is_secret_property(name)
    return named or bool(_HANDLE.search(type_name))
