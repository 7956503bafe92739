"""Constraints on texts: names of DNS, and JSON."""

from __future__ import annotations

import re

from hotlint.language.constraints.custom import CustomConstraint
from hotlint.language.values import describe_type, show

LONGEST_NAME = 255
LONGEST_LABEL = 63
_LABEL = r"[a-z0-9-]{1,63}$"  # like Heat's, `$` forgives a last newline


def dns_name(value: object) -> str | None:
    """Check for labels of lower-case letters, digits and inner hyphens between dots; a final dot makes the name absolute."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not a DNS name in quotes"
    name = value.removesuffix(".")
    refusal = f"{show(value)} is not a DNS name"
    if len(name) > LONGEST_NAME:
        return f"{refusal}: it has {len(name)} characters, and {LONGEST_NAME} is the most"
    labels = name.split(".")
    for label in labels:
        error = _label_error(label)
        if error is not None:
            return f"{refusal}: {error}"
    if value.endswith(".") and len(labels) > 1 and re.match(r"[0-9]+$", labels[-1]):
        return f"{refusal}: its last part, '{labels[-1]}', is all digits"
    return None


def _label_error(label: str) -> str | None:
    if not label:
        return "there is nothing between two dots, or before the first"
    if label.startswith("-") or label.endswith("-"):
        return f"its part {show(label)} starts or ends with a hyphen"
    if re.match(_LABEL, label):
        return None
    if len(label) > LONGEST_LABEL:
        return f"its part {show(label)} has more than {LONGEST_LABEL} characters"
    if re.match(_LABEL, label.lower()):
        return f"its part {show(label)} has capital letters: write '{label.lower()}'"
    return f"its part {show(label)} has other characters than letters, digits and hyphens"


def rel_dns_name(value: object) -> str | None:
    """Check for a DNS name without a final dot, short enough for a domain to follow it."""
    if not value:
        return None
    if isinstance(value, str):
        if value.endswith("."):
            return f"{show(value)} ends in a dot: a name relative to a domain has none"
        if len(value) > LONGEST_NAME - 3:
            most = LONGEST_NAME - 3
            return f"{show(value)} has {len(value)} characters, and {most} is the most that leaves room for a domain"
    return dns_name(value)


def dns_domain(value: object) -> str | None:
    """Check for a DNS name with a final dot."""
    reason = dns_name(value)
    if reason is None and isinstance(value, str) and value and not value.endswith("."):
        return f"{show(value)} must end in a dot, as a whole domain does: write '{value}.'"
    return reason


def json_string(value: object) -> str | None:
    """Check for any JSON, as Python reads it (NaN and Infinity included)."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not JSON in quotes"
    import json

    try:
        json.loads(value)
    except json.JSONDecodeError as error:
        from hotlint.syntax.json_parser import json_error

        why, at = json_error(error)
        return f"{show(value)} is not JSON: {why}, at its character {at + 1}"
    except (ValueError, RecursionError):
        return f"{show(value)} is JSON with too large a number, or too deeply nested"
    return None


CONSTRAINTS = (
    CustomConstraint("dns_name", "A DNS name in lower case; empty is fine.", dns_name),
    CustomConstraint(
        "rel_dns_name", "A DNS name without a last dot, for a domain to follow; empty is fine.", rel_dns_name
    ),
    CustomConstraint("dns_domain", "A whole DNS domain: with a last dot; empty is fine.", dns_domain),
    CustomConstraint("json_string", "Text that is valid JSON; empty is fine.", json_string),
)
