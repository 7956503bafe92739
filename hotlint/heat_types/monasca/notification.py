from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Notification(HeatType):
    """OS::Monasca::Notification: an address that fits the type."""

    types = ("OS::Monasca::Notification",)
    span = (None, "24.99.0")
    reads = (Reads(("address", "period")), Reads(("type",), when="address"))
    relations = (OnlyWhen(("period",), "type", ("webhook",)),)
    demands = ("'address' is an http or https URL when 'type' is 'webhook', and a mail address when it is 'email'",)
    shown_in = "22.0.1"
    bad = (
        """
        type: webhook
        address: example.org
                 ^^^^^^^^^^^
        """,
    )
    good = ("{type: email, address: a@example.org}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        address, kind = values["address"], values["type"]
        if not (isinstance(address, str) and address and isinstance(kind, str)):
            return
        if kind == "webhook" and not _is_web_address(address):
            yield invalid(values, "address", f"'address' of {it.type} must be an http or https URL, not '{address}'")
        elif kind == "email" and not _is_mail_address(address):
            yield invalid(values, "address", f"'address' of {it.type} must be a mail address, not '{address}'")


def _is_web_address(text: str) -> bool:
    from urllib.parse import urlparse

    try:
        parts = urlparse(text)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.scheme in ("http", "https")


def _is_mail_address(text: str) -> bool:
    name, at, host = text.partition("@")
    return bool(name and at and host) and not any(c.isspace() for c in text.removesuffix("\n"))
