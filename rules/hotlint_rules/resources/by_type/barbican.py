"""The own rules of Barbican's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._shared import unknown_choice


def repeated_references(values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield a problem at each property that refers to the same secret as another one; `owner` is the resource type."""
    seen: dict[str, str] = {}
    for name in values.names():
        ref = values[name]
        if name == "name" or not isinstance(ref, str):
            continue
        if ref in seen:
            yield invalid(values, name, f"'{name}' of {owner} is the same secret as '{seen[ref]}'")
        seen.setdefault(ref, name)


class CertificateContainer(TypeRules):
    """OS::Barbican::CertificateContainer: no secret twice."""

    types = ("OS::Barbican::CertificateContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("name", "certificate_ref", "private_key_ref", "private_key_passphrase_ref", "intermediates_ref")),)
    demands = ("no two properties refer to the same secret",)
    bad = (
        """
        private_key_ref: x
                         ^
        certificate_ref: x
        """,
    )
    good = ("{private_key_ref: x, certificate_ref: y}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return repeated_references(values, resource.type or "")


class GenericContainer(TypeRules):
    """OS::Barbican::GenericContainer: no secret twice."""

    types = ("OS::Barbican::GenericContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("secrets",)),)
    demands = ("in 'secrets', no two 'ref' are the same",)
    bad = (
        """
        secrets:
          - {name: a, ref: x}
          - {name: b, ref: x}
                           ^
        """,
    )
    good = ("{secrets: [{name: a, ref: x}, {name: b, ref: y}]}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for secret in values.items("secrets"):
            ref = secret["ref"]
            if isinstance(ref, str) and ref in seen:
                yield invalid(secret, "ref", f"{resource.type} lists the secret '{ref}' twice")
            elif isinstance(ref, str):
                seen.add(ref)


class Order(TypeRules):
    """OS::Barbican::Order: what each type of order needs and takes."""

    types = ("OS::Barbican::Order",)
    source = "heat/engine/resources/openstack/barbican/order.py"
    reads = (
        Reads(
            (
                "name",
                "payload_content_type",
                "expiration",
                "algorithm",
                "bit_length",
                "mode",
                "type",
                "request_type",
                "subject_dn",
                "source_container_ref",
                "ca_id",
                "profile",
                "request_data",
                "pass_phrase",
            )
        ),
    )
    relations = (
        Requires("type", ("algorithm", "bit_length"), ("key", "asymmetric")),
        OnlyWhen(
            ("algorithm", "bit_length", "mode", "payload_content_type", "expiration"), "type", ("key", "asymmetric")
        ),
        OnlyWhen(("pass_phrase",), "type", ("asymmetric",)),
        OnlyWhen(
            ("request_type", "subject_dn", "source_container_ref", "ca_id", "profile", "request_data"),
            "type",
            ("certificate",),
        ),
    )
    demands = ("'ca_id' is given with 'profile' when 'type' is 'certificate'",)
    bad = (
        """
        type: key
        algorithm: aes
        bit_length: 256
        pass_phrase: x
        ^^^^^^^^^^^
        """,
    )
    good = ("{type: key, algorithm: aes, bit_length: 256}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "type", resource, context)
        profile = values.is_true("profile")
        if values["type"] == "certificate" and profile and values.is_true("ca_id") is False:
            yield missing(values, "ca_id", f"{resource.type} requires 'ca_id' with 'profile'")


class RsaContainer(TypeRules):
    """OS::Barbican::RSAContainer: no secret twice."""

    types = ("OS::Barbican::RSAContainer",)
    source = "heat/engine/resources/openstack/barbican/container.py"
    reads = (Reads(("name", "private_key_ref", "private_key_passphrase_ref", "public_key_ref")),)
    demands = ("no two properties refer to the same secret",)
    bad = (
        """
        private_key_ref: x
        public_key_ref: x
                        ^
        """,
    )
    good = ("{private_key_ref: x, public_key_ref: y}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return repeated_references(values, resource.type or "")


class Secret(TypeRules):
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

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        payload = values["payload"]
        if values["payload_content_type"] != "application/octet-stream" or not isinstance(payload, str):
            return
        if payload and values.is_true("payload_content_encoding") and not _is_base64(payload):
            yield invalid(
                values, "payload", f"'payload' of {resource.type} is not Base64, as its content encoding says"
            )


def _is_base64(text: str) -> bool:
    """Return whether Python's decoder takes a text, other characters than Base64's being skipped."""
    from base64 import b64decode

    try:
        b64decode(text)
    except ValueError:
        return False
    return True
