from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._limits import OF_KEYS
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_MOST = 20000
"""The bytes of a secret that Barbican takes by default."""


class Secret(HeatType):
    """OS::Barbican::Secret: a payload with its type, and an encoding for what is not text."""

    types = ("OS::Barbican::Secret",)
    thing = "the secret"
    # Source: barbican/common/validators.py
    limits = OF_KEYS
    service_demands = ("'payload' is not empty, nor only white space",)
    settings = (f"'payload' has at most {_MOST:,} bytes (`max_allowed_secret_in_bytes`; 10,000 in old releases)",)
    reads = (Reads(("payload_content_type", "payload_content_encoding")),)
    relations = (
        Requires("payload_content_type", ("payload",), meaning="true"),
        Requires("payload_content_type", ("payload_content_encoding",), ("application/octet-stream",), meaning="true"),
        OnlyWhen(
            ("payload_content_encoding",),
            "payload_content_type",
            (None, "", "text/plain"),
            meaning="true",
            negated=True,
        ),
    )
    demands = ("'payload' is Base64 when 'payload_content_type' is 'application/octet-stream'",)
    bad = (
        """
        payload: x
        payload_content_type: text/plain
        payload_content_encoding: base64
        ^^^^^^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{payload: aGVsbG8=, payload_content_type: application/octet-stream, payload_content_encoding: base64}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        secret = properties(owner)
        payload = secret.text("payload")
        if payload is None:
            return
        size = len(payload.encode(errors="surrogatepass"))
        if not payload.strip():
            yield secret.refuse("payload", "the text is empty")
        elif size > _MOST:
            yield secret.refuse("payload", f"the text has {size:,} bytes, more than {_MOST:,}", "setting")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        payload = values["payload"]
        if values["payload_content_type"] != "application/octet-stream" or not isinstance(payload, str):
            return
        if payload and values.is_true("payload_content_encoding") and not _is_base64(payload):
            yield invalid(values, "payload", f"'payload' of {it.type} is not Base64, as its content encoding says")


def _is_base64(text: str) -> bool:
    """Return whether Python's decoder takes a text, other characters than Base64's being skipped."""
    from base64 import b64decode

    try:
        b64decode(text)
    except ValueError:
        return False
    return True
