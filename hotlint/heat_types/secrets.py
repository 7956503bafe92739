"""Which names, properties and attributes are those of secrets: by what is known of a type, else by the name alone."""

from __future__ import annotations

import re
from functools import lru_cache

from hotlint import heat_types

_SECRET_NAME = (
    r"(?:^|[_\-.])(?:pass|password|passwd|pwd|passphrase|secret|private_?key|api_?key|auth_?token)$"
    r"|[a-z](?:Password|Secret|PrivateKey)$"
)
_ENDS = ("pass", "password", "passwd", "pwd", "passphrase", "secret", "key", "token")
_SECRET_PROPERTIES = frozenset({"admin_pass", "pre_auth_url_token"})
_HINTS = (
    r"(?i)passw(or)?d|secret|(^|_)token|private_key|credential|signature|payload|curl_cli|(alarm|signal|signed)_?url"
)
_HANDLE = r"(Handle|ScalingPolicy|SignedQueueURL)$"
"""Types all of whose attributes let whoever knows them signal the stack."""


@lru_cache(maxsize=10_000)  # the same names come again and again
def is_secret_name(name: str) -> bool:
    """Return whether a name looks like that of a secret; of most, the end tells that it does not."""
    return name.lower().endswith(_ENDS) and re.search(_SECRET_NAME, name, re.I) is not None


@lru_cache(maxsize=10_000)
def is_secret_property(name: object) -> bool:
    """Return whether a property of that name holds a secret."""
    return isinstance(name, str) and (name in _SECRET_PROPERTIES or is_secret_name(name))


def may_be_secret(name: str) -> bool:
    """Return whether a property or attribute of that name may hold a secret, which then is kept nowhere."""
    return re.search(_HINTS, name) is not None


def is_secret_attribute(type_name: str, attribute: str) -> bool:
    """Return whether an attribute of a type is known to be a secret."""
    return attribute in heat_types.of(type_name).secret_attributes


def may_show_secret(type_name: str, attribute: str) -> bool:
    """Return whether an attribute of a type may show a secret, which then is kept nowhere."""
    if is_secret_attribute(type_name, attribute) or may_be_secret(attribute):
        return True
    return re.search(_HANDLE, type_name) is not None
