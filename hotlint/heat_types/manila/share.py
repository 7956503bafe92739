from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv4Network

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import items, properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_USER = r".[^\"/\\\[\]:;|=,+*?<>]{3,254}"
_ONLY_PERIODS = r"[\s|.]+"


class Share(HeatType):
    """OS::Manila::Share: a size, and whom its rules give access."""

    types = ("OS::Manila::Share",)
    lost_when_gone = "the data of share"
    thing = "the share"
    # Source: manila/api/common.py
    limits = (
        Limit("metadata", 1, 255, of="keys"),
        Limit("metadata", 1, 1023, of="values", is_text=True),
    )
    service_demands = (
        "'size' is at least 1; with a 'snapshot' it may be 0",
        "in 'access_rules', 'access_to' of type ip is an IPv4 address, or an IPv4 network without host bits",
        "in 'access_rules', 'access_to' of type user has 4 to 255 characters, and no special ones such as / and :",
        "in 'access_rules', 'access_to' of type cert has 1 to 64 characters",
        "in 'access_rules', 'access_to' of type cephx is not empty, and has ASCII characters other than periods",
        "no two 'access_rules' have the same 'access_type' and 'access_to'",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        share = properties(owner)
        size = share.number("size")
        if size is not None and (size < 0 or (size == 0 and share["snapshot"] in (None, ""))):
            yield share.refuse("size", f"{size} is below 1")
        seen = set[tuple[str, str]]()
        for rule in items(share, "access_rules"):
            kind, whom = rule.text("access_type"), rule.text("access_to")
            if kind is None or whom is None:
                continue
            problem = _problem(kind, whom) or ("another rule is for the same" if (kind, whom) in seen else "")
            if problem:
                yield rule.refuse("access_to", problem)
            seen.add((kind, whom))


def _problem(kind: str, whom: str) -> str:
    """Return why a rule of a type cannot give access to one, a clause; "" where it can."""
    if kind == "ip":
        try:
            IPv4Network(whom)
        except ValueError as exc:
            why = " (it has host bits)" if "host bits" in str(exc) else ""
            return f"{show(whom, 40)} is not an IPv4 address or network{why}"
    elif kind == "user" and (re.match(rf"{_ONLY_PERIODS}$", whom) or not re.match(rf"{_USER}$", whom)):
        return f"{show(whom, 40)} does not have 4 to 255 characters without special ones"
    elif kind == "cert" and not 1 <= len(whom.strip()) <= 64:
        return f"the common name has {len(whom.strip())} characters, not 1 to 64"
    elif kind == "cephx" and (not whom or "." in whom or not whom.isascii()):
        return f"{show(whom, 40)} is not made of ASCII characters other than periods"
    return ""
