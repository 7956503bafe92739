"""Records of each type, and names of record sets, as Designate takes them."""

from __future__ import annotations

import re

from hotlint.cloud.addresses import parse_address
from hotlint.heat_types.designate._names import DOMAIN, HOST, LABELS, SERVICE
from hotlint.heat_types.refusals import Kind
from hotlint.language.values import show

_A_DOMAIN = "a domain name that ends with a period"
_PATTERNS = {
    "CNAME": ((), DOMAIN, _A_DOMAIN),
    "NS": ((), DOMAIN, _A_DOMAIN),
    "PTR": ((), DOMAIN, _A_DOMAIN),
    "MX": ((65535,), r"[^ ]+", "a priority of 0 to 65535 and a host"),
    "SRV": ((65535,) * 3, DOMAIN, "a priority, a weight and a port of 0 to 65535, and a host that ends with a period"),
    "SSHFP": (
        (4, 2),
        r"[0-9A-Fa-f]{10,40}|[0-9A-Fa-f]{64}",
        "an algorithm of 0 to 4, a type of 0 to 2, and a fingerprint",
    ),
    "CAA": ((1,), r"(?:issue|issuewild|iodef) .*", "a flag of 0 or 1, 'issue', 'issuewild' or 'iodef', and a value"),
}
"""The greatest of each number that a record begins with, the pattern of the rest, and what it is, in words."""
_LONGEST = 255
_MISSING_PERIOD = "the host of an MX record ends with a period"
_UNSPLIT = f"a text of more than {_LONGEST} characters is split into several in double quotes"

DEMANDS = (
    "each of 'records' of type A is an IPv4 address, and of AAAA an IPv6 address",
    *(f"each of 'records' of type {kind} is {words}" for kind, (_, _, words) in _PATTERNS.items()),
    "each of 'records' of type TXT or SPF has double quotes around it if it has white space, and a backslash before each inside",
)
SETTINGS = (f"{_MISSING_PERIOD} (in recent releases)", f"{_UNSPLIT}, for TXT (in recent releases)")


def bad_name(kind: str, name: str) -> str:
    """Return what is wrong with the name of a record set of a type, a clause; "" for nothing.

    The name of the zone follows one that does not end with a period.
    """
    full = name if name.endswith(".") else f"{name}.zone."
    if re.fullmatch(SERVICE if kind == "SRV" else DOMAIN if kind == "NS" else HOST, full) is not None:
        return ""
    if kind == "SRV":
        return f"{show(name, 40)} does not begin with two labels after an underscore, such as _sip._tcp"
    hint = (
        " (leave the host out: the name of the zone, with its period, is that of the zone itself)"
        if name == "@"
        else ""
    )
    return f"{show(name, 40)} is not made of {LABELS}{hint}"


def problem(kind: str, text: str) -> tuple[str, Kind]:
    """Return what is wrong with a record of a type, a clause, and the kind of the refusal; ("", "value") for nothing."""
    if kind in ("A", "AAAA"):
        address, version = parse_address(text), 4 if kind == "A" else 6
        is_one = address is not None and address.version == version
        return ("" if is_one else f"{show(text, 40)} is not an IPv{version} address"), "value"
    if kind in ("TXT", "SPF"):
        return _text_problem(kind, text)
    if kind not in _PATTERNS:
        return "", "value"
    most, pattern, words = _PATTERNS[kind]
    *numbers, rest = text.split(" ", len(most))
    are_numbers = len(numbers) == len(most) and all(
        one.isascii() and one.isdigit() and len(one.lstrip("0")) < 6 and int(one) <= high
        for one, high in zip(numbers, most, strict=False)
    )
    if not are_numbers or re.fullmatch(pattern, rest) is None:
        return f"{show(text, 40)} is not {words}", "value"
    return (_MISSING_PERIOD, "setting") if kind == "MX" and not rest.endswith(".") else ("", "value")


def _text_problem(kind: str, text: str) -> tuple[str, Kind]:
    """Return what is wrong with the record of a text: see `problem`."""
    is_quoted = text.startswith('"') or text.endswith('"')
    if not is_quoted and any(one.isspace() for one in text):
        return "a text with white space has double quotes around it", "value"
    if len(text) > _LONGEST:
        is_split = (
            text.startswith('"')
            and text.endswith('"')
            and all(len(one) <= _LONGEST - 2 for one in text.strip('"').split('" "'))
        )
        return ("" if is_split or kind == "SPF" else _UNSPLIT), "setting"
    if is_quoted and re.search(r'(?<!\\)"', text.strip('"')) is not None:
        return "a double quote within the text has a backslash before it", "value"
    return "", "value"
