"""Sets of IP addresses as ranges, "10.0.0.2-10.0.0.9": what a snapshot keeps of a subnet."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network


def parse_address(text: object) -> Address | None:
    """Return an address; None for a text that is not one."""
    try:
        return ip_address(text) if isinstance(text, str) else None
    except ValueError:
        return None


def parse_cidr(text: object) -> IPNetwork | None:
    """Return a range of addresses; None for what is not one."""
    try:
        return ip_network(text, strict=False) if isinstance(text, str) else None
    except ValueError:
        return None


def ranges(addresses: Iterable[str]) -> list[str]:
    """Return addresses as ranges in order; what is no address is left out."""
    known = {address for text in addresses if (address := parse_address(text)) is not None}
    found: list[tuple[Address, Address]] = []
    for address in sorted(known, key=_key):
        if found and found[-1][1].version == address.version and int(found[-1][1]) + 1 == int(address):
            found[-1] = (found[-1][0], address)
        else:
            found.append((address, address))
    return [str(first) if first == last else f"{first}-{last}" for first, last in found]


def in_ranges(address: Address, texts: Iterable[str]) -> bool:
    """Return whether an address is in one of the ranges, each "FIRST-LAST" or a single address."""
    for text in texts:
        first, _, last = text.partition("-")
        low, high = parse_address(first), parse_address(last or first)
        if low is None or high is None or not low.version == high.version == address.version:
            continue
        if int(low) <= int(address) <= int(high):
            return True
    return False


def _key(address: Address) -> tuple[int, int]:
    return address.version, int(address)
