"""Shared by the rules on secrets: which names and parameters hold one."""

from __future__ import annotations

import re
from functools import lru_cache

from hotlint.rule import Call, Parameter, Template

_SECRET_NAME = (
    r"(?:^|[_\-.])(?:pass|password|passwd|pwd|passphrase|secret|private_?key|api_?key|auth_?token)$"
    r"|[a-z](?:Password|Secret|PrivateKey)$"
)
"""Names of parameters and properties that look like those of secrets."""
_ENDS = ("pass", "password", "passwd", "pwd", "passphrase", "secret", "key", "token")
_SECRET_PROPERTIES = frozenset({"admin_pass", "pre_auth_url_token"})


@lru_cache(maxsize=10_000)  # the same names come again and again
def is_secret_name(name: str) -> bool:
    """Return whether a name looks like that of a secret; of most, the end tells that it does not."""
    return name.lower().endswith(_ENDS) and re.search(_SECRET_NAME, name, re.I) is not None


@lru_cache(maxsize=10_000)
def is_secret_property(name: object) -> bool:
    """Return whether a property of that name holds a secret."""
    return isinstance(name, str) and (name in _SECRET_PROPERTIES or is_secret_name(name))


def hidden_parameter(call: Call, template: Template) -> Parameter | None:
    """Return the hidden parameter whose value a call gives; None for any other call."""
    if not call.function.takes("parameter") and not call.function.takes("ref"):
        return None
    for target in call.targets:
        parameter = template.parameters.get(target.name) if target.kind in ("parameter", "ref") else None
        if parameter is not None and parameter.hidden:
            return parameter
    return None
