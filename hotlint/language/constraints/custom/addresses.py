"""ip_addr, net_cidr, ip_or_cidr, mac_addr: addresses, read as Heat's netaddr reads them.

netaddr itself installs 10 MB, most of it the vendors of network cards. The standard library reads the same addresses.
"""

from __future__ import annotations

import re

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.constraints.custom import CustomConstraint
from hotlint.language.values import describe_type, show

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

# Six groups, three, two, or none; netaddr also takes groups that lack leading zeros.
_MAC = (
    r"(?i:[0-9a-f]{1,2}([:-])(?:[0-9a-f]{1,2}\1){4}[0-9a-f]{1,2}|[0-9a-f]{1,4}([:.-])[0-9a-f]{1,4}\2[0-9a-f]{1,4}"
    r"|[0-9a-f]{5,6}[:-][0-9a-f]{5,6}|[0-9a-f]{11,12})$"
)


def _not_text(value: object, wanted: str) -> str:
    return f"{show(value)} is {describe_type(value)}, not {wanted}"


def _is_plain(value: str) -> bool:
    """Return whether a text is IPv4 in four decimal numbers as netaddr writes them, and so certainly valid."""
    numbers = value.split(".")
    return len(numbers) == 4 and all(map(_is_byte, numbers))


def _is_byte(number: str) -> bool:
    return (
        number.isascii() and number.isdecimal() and len(number) < 4 and int(number) < 256 and str(int(number)) == number
    )


def _is_plain_network(value: str) -> bool:
    """Return whether a text is a plain address of IPv4, and after a slash the length of its prefix."""
    address, _, length = value.partition("/")
    return _is_plain(address) and _is_byte(length) and int(length) <= 32


def ip_addr(value: object) -> str | None:
    """Check for IPv4 in four plain decimal numbers without leading zeros, or IPv6; no spaces, no prefix length."""
    if not isinstance(value, str):
        return _not_text(value, "an IP address in quotes")
    if _is_plain(value):
        return None
    refusal = f"{show(value)} is not an IP address"
    if re.search(r"\s", value) or (":" not in value and value.count(".") != 3):
        return refusal
    return None if _address(value) else _with_plain_numbers(value, refusal)


def _with_plain_numbers(value: str, refusal: str) -> str:
    """Return the refusal of an address; it names leading zeros as the cause, where they are."""
    numbers = value.split(".")
    if len(numbers) == 4 and all(n.isdecimal() and len(n) < 9 and int(n) < 256 for n in numbers):
        return f"{refusal} as Heat wants it: write '{'.'.join(str(int(n)) for n in numbers)}', without leading zeros"
    return refusal


def _address(value: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a text names; netaddr reads no zones of IPv6, such as fe80::1%eth0."""
    import ipaddress  # takes longer to import than a check takes

    try:
        return None if "%" in value else ipaddress.ip_address(value)
    except ValueError:
        return None


def _network(value: str) -> str | None:
    """Return a network as netaddr writes it; after the slash stands the length of the prefix, or a mask."""
    text, slash, prefix = value.partition("/")
    if (address := _address(text)) is None:
        return None
    width = address.max_prefixlen
    try:
        length = int(prefix) if slash else width
    except ValueError:
        mask = _address(prefix)
        if mask is None or mask.version != address.version:
            return None
        ones = f"{int(mask):0{width}b}"
        if ones != "".join(sorted(ones, reverse=True)) and ones != "".join(sorted(ones)):
            return None  # neither ones before zeros, nor a mask of the host's bits
        length = ones.count(ones[0]) if "1" in ones else 0
    return f"{address}/{length}" if 0 <= length <= width else None


def net_cidr(value: object) -> str | None:
    """Check for a network address with its prefix length after a slash; bits beyond the prefix may be set."""
    return _subnet(value) if isinstance(value, str) else _not_text(value, "a network such as '10.0.0.0/24'")


def _subnet(value: str) -> str | None:
    if _is_plain_network(value):
        return None
    network = None if re.search(r"\s", value) else _network(value)
    if network is None:
        return f"{show(value)} is not a network in CIDR notation, such as '10.0.0.0/24'"
    if "/" not in value:
        return f"{show(value)} lacks the prefix length of a network: write '{network}' or the like"
    if ":" not in value and network != value:
        return f"{show(value)} is not written as Heat wants it: write '{network}'"
    return None


def ip_or_cidr(value: object) -> str | None:
    """Check for a network where there is a slash, otherwise for an address."""
    if not isinstance(value, str):
        return _not_text(value, "an IP address or a network in quotes")
    return _subnet(value) if "/" in value else ip_addr(value)


def mac_addr(value: object) -> str | None:
    """Check for twelve hexadecimal digits, in any of the usual groupings."""
    if not isinstance(value, str):
        return _not_text(value, "a MAC address in quotes")
    return None if re.match(_MAC, value) else f"{show(value)} is not a MAC address, such as 'fa:16:3e:00:00:01'"


CONSTRAINTS = (
    CustomConstraint("ip_addr", "An IPv4 or IPv6 address, without leading zeros or a prefix length.", ip_addr),
    CustomConstraint("net_cidr", "A network in CIDR notation, such as 10.0.0.0/24 or 2001:db8::/64.", net_cidr),
    CustomConstraint("ip_or_cidr", "An IP address, or a network in CIDR notation.", ip_or_cidr),
    CustomConstraint("mac_addr", "A MAC address, such as fa:16:3e:00:00:01.", mac_addr),
)
