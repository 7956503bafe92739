"""Causes of failures that lie outside of the template: what a cloud is short of, and what to change in each case."""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Cause(NamedTuple):
    """A cause by the words of a service.

    `change` is what to change, a clause, "" for the value that was sent. `rule` is the rule that tells of it before, and `needs`
    what this takes. `properties` are those whose value decides. `is_shortage`: the words name no value of the template.
    """

    words: re.Pattern[str]
    change: str
    rule: str = ""
    needs: str = ""
    properties: tuple[str, ...] = ()
    is_shortage: bool = True


_SNAPSHOT: Final = "a snapshot of the cloud"
DEFECT: Final = Cause(
    re.compile(
        r"^(Assertion|Attribute|Import|Index|Key|Lookup|Name|NotImplemented|Recursion|Runtime|Type|UnboundLocal|UnicodeDecode)Error: "
    ),
    "this is an error of Heat's own code, which no value explains: the log of heat-engine has it, so ask who runs the cloud",
)
"""Heat's own code has failed, as the class of the error says, which is one of Python."""
OUT_OF_TIME: Final = Cause(
    re.compile(r"(?:: )?\w{1,20} aborted \(.{0,400}Timed out\)$", re.S),
    "the time of the stack was over before the resource was there: look at what it waits for, or give the stack more (--timeout)",
)
"""What Heat says of each resource that it was making when the time of the stack was over."""
_CAUSES: Final = (
    DEFECT,
    OUT_OF_TIME,
    Cause(
        re.compile(r"Unexpected API Error|[Ii]nternal [Ss]erver [Ee]rror|InternalServerError|HTTP exception code 50\d"),
        "the service fails by itself, which no value explains: try again, or ask who runs the cloud for its log",
    ),
    Cause(
        re.compile(r"[Qq]uota|exceeds? allowed|LimitExceeded|Maximum number of"),
        "delete what the project no longer needs, ask for a larger quota, or make fewer or smaller things; "
        "'hotlint preview --quota' adds up what the template takes",
        "HOT527", _SNAPSHOT,
    ),
    Cause(
        re.compile(r"[Nn]o valid host|not enough hosts|[Ii]nsufficient compute|[Ee]xceeded max(imum)? (scheduling|number of retries)"),
        "take a smaller flavor, another availability zone, or fewer scheduler hints, or ask the operator for room",
        properties=("flavor",),
    ),
    Cause(
        re.compile(r"No valid (backend|weighed backend)|No weighed backends?|insufficient free space"),
        "take a smaller size, or a volume type or availability zone with room",
        properties=("volume_type", "size"),
    ),
    Cause(
        re.compile(r"[Nn]o more IP addresses|No (more )?free (fixed )?IP|IpAddressGenerationFailure|IpAddressExhausted"),
        "widen 'allocation_pools' of the subnet, take another network or subnet, or free addresses there",
        properties=("floating_network", "fixed_ips", "network", "networks", "external_gateway_info"),
    ),
    Cause(
        re.compile(r"Insufficient prefix space|[Ss]ubnet ?pool .{0,200}(exhausted|quota)"),
        "take a larger 'prefixlen', or another subnet pool", properties=("subnetpool", "prefixlen"),
    ),
    Cause(
        re.compile(r"(Timed out|\d+ of \d+ received)|[Tt]imed out waiting|WaitConditionTimeout|did not (become|reach)"),
        "look at what the resource waits for, such as the log of the server's first boot, or give it a longer 'timeout'",
        properties=("timeout",),
    ),
    Cause(
        re.compile(r"physical_network .{0,80}unknown|unknown physical network", re.I),
        "name one that the operator has set up, or ask which there are",
        properties=("physical_network", "provider:physical_network"),
    ),
    Cause(
        re.compile(r"'None' (is not an?|cannot be)|Input value None must be|Invalid data format for .{1,30}: 'None'"),
        "the update removes a property, and Heat sends none in its place, which the service refuses: keep the property",
    ),
    Cause(
        re.compile(r"required by one or more floating IPs"),
        "keep the gateway, or remove the floating IPs in an update before", properties=("external_gateway_info",),
    ),
    Cause(
        re.compile(r"not a valid external network"),
        "name a network that is external", "HOT525", _SNAPSHOT,
        properties=("floating_network", "external_gateway_info", "network"),
    ),
    Cause(
        re.compile(r"External network .{0,80}is not reachable from subnet"),
        "connect the subnet to a router whose gateway is in that network, and let the floating IP depend on that connection",
        properties=("port_id",),
    ),
    Cause(
        re.compile(r"is not a valid IP for (any of )?the "),
        "", "HOT523", _SNAPSHOT, is_shortage=False,
    ),
    Cause(
        re.compile(r"original fixed_ip has been associated to a floating ip"),
        "keep the address of the port, or take the floating IP off it in an update before", properties=("ip_address",),
    ),
    Cause(
        re.compile(r"overlaps with another subnet"),
        "take another range, or delete the other subnet: an update that failed may have left it",
        "HOT523", _SNAPSHOT, properties=("cidr",), is_shortage=False,
    ),
    Cause(
        re.compile(r"Forbidden|[Pp]olicy doesn't allow|disallowed by policy|not authorized|requires admin"),
        "leave this to a user with the role, or ask for it", "HOT556", "a snapshot of the cloud, or --as member", is_shortage=False,
    ),
    Cause(
        re.compile(
            r"(could not be|cannot be|was not|not) found|NotFound|does not exist|doesn't exist|No \w+ (matching|with)"
            r"|[Zz]one .{0,80}is (not available|invalid)"
        ),
        "name one that the cloud has, or create it first", "HOT521", _SNAPSHOT, is_shortage=False,
    ),
    Cause(
        re.compile(r"already exists|already in use|in use|already allocated|[Dd]uplicate"),
        "choose another value, or free the one that has it", "HOT526", _SNAPSHOT, is_shortage=False,
    ),
)  # fmt: skip


def cause_of(words: str) -> Cause | None:
    """Return the cause that the words of a service name; None for any other."""
    return next((cause for cause in _CAUSES if cause.words.search(words)), None)
