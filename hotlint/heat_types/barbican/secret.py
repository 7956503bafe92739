from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Secret(HeatType):
    """OS::Barbican::Secret: a payload with its type, and an encoding for what is not text."""

    types = ("OS::Barbican::Secret",)
    source = "heat/engine/resources/openstack/barbican/secret.py"
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
