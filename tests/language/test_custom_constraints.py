"""Custom constraints that need no cloud, and the documentation of all of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import netaddr
from croniter import croniter
from for_each import for_each

from hotlint.language.constraints import check_value, custom
from hotlint.language.constraints.custom import addresses, times

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


@for_each(
    ("name", "right", "wrong"),
    [
        (
            "ip_addr",
            ["10.0.0.1", "2001:db8::1", "::", "2001:DB8::1"],
            ["", "010.0.0.1", "10.0.0", "10.0.0.256", "10.0.0.1/24", " 10.0.0.1", "fe80::1%eth0", 1, ["10.0.0.1"]],
        ),
        (
            "net_cidr",
            ["10.0.0.0/24", "10.0.0.5/24", "2001:db8::/32", "0.0.0.0/0"],
            ["10.0.0.0", "10/8", "10.0.0.0/33", "10.0.0.0/255.255.255.0", "10.0.0.0/ 8", "x", "", 10],
        ),
        ("ip_or_cidr", ["10.0.0.1", "10.0.0.0/24", "::1"], ["10.0.0.0/33", "x", "", 5, []]),
        ("mac_addr", ["fa:16:3e:00:00:01", "fa-16-3e-00-00-01", "FA163E000001"], ["fa:16", "zz", "", 5]),
        (
            "dns_name",
            ["", "example.com", "example.com.", "1.2", "a" * 63, None],
            ["Example.com", "-a", "a-", "a..b", ".", "a_b", "a" * 64, "a.123.", ("a" * 60 + ".") * 5, 5],
        ),
        ("rel_dns_name", ["", "a.b"], ["a.b.", ("a" * 50 + ".") * 5 + "a", 5, ["a"]]),
        ("dns_domain", ["", "a.b."], ["a.b", "A.b.", 5]),
        (
            "cron_expression",
            ["", "0 4 * * 1", "*/5 * * * *", "@daily", "* * * * * *", "0 0 * jan mon-fri"],
            ["x", "* * * *", "60 * * * *", "1-999999999 * * * *", 5, ["0 4 * * 1"]],
        ),
        ("timezone", ["", "Europe/Berlin", "UTC"], ["Europe/berlinn", "../UTC", "/etc/passwd", "America", 5]),
        (
            "iso_8601",
            ["2030", "2030-1", "20300131", "2030-01-31T12:00:00Z", "2030-01-31 12:00:00.5+02:00", "1999-01-01"],
            ["", "203001", "2030-13-01", "2030-02-30", "2030-01-31T25:00", "2030-W01", "x", 2030],
        ),
        ("expiration", ["", TOMORROW, f" {TOMORROW} ", "9999-01-01"], ["1999-01-01", "x", 2030, "9999-12-31T23:59-10"]),
        ("json_string", ["", "{}", "[1]", "NaN", '"x"', None], ["{a: 1}", "'a'", "[1,]", "[" * 100_000, 5, ["{}"]]),
    ],
)
def test_custom_constraints_checked_offline(name: str, right: list[Any], wrong: list[Any]) -> None:
    assert [v for v in right if check_value("custom_constraint", name, v) is not None] == []
    assert [v for v in wrong if check_value("custom_constraint", name, v) is None] == []


def test_every_custom_constraint_is_documented() -> None:
    everything = custom.everything()
    assert len(everything) == 70
    assert sum(c.check is not None for c in everything.values()) == 12
    assert list(everything) == sorted(everything)
    for name, found in everything.items():
        assert custom.get(name) is found
        assert found.doc.endswith(".") and "\n" not in found.doc
    assert custom.get("no.such") is None


_WRITTEN = [
    "10.1.2.3",
    "10.01.2.3",
    "10.1.2",
    "10.256.0.1",
    "10.1.2.3.4",
    "1O.1.2.3",
    "10.٣.0.1",
    "::",
    "::1",
    "1:2:3:4:5:6:7::",
    "1::2::3",
    "fe80::1%eth0",
    "::1.2.3.4",
]
_PREFIXES = [
    "0",
    "8",
    "024",
    "+8",
    "2_4",
    "-1",
    "33",
    "129",
    "a",
    "255.0.0.0",
    "0.0.0.255",
    "255.0.255.0",
    "0.0.0.0",
    "255.255.255.255",
    "ffff::",
    "::ff",
    "ffff:0:ffff::",
    "8/8",
]


@for_each("address", _WRITTEN)
def test_addresses_and_networks_are_read_as_netaddr_reads_them(address: str) -> None:
    for network in (address, *(f"{address}/{prefix}" for prefix in ("", *_PREFIXES))):
        try:
            expected: str | None = str(netaddr.IPNetwork(network))
        except Exception:  # of several kinds
            expected = None
        found = addresses._network(network)
        assert found is expected is None or netaddr.IPNetwork(found) == netaddr.IPNetwork(expected), network
        if addresses._is_plain_network(network) or addresses._is_plain(network):
            assert found in (network, f"{network}/32")


@for_each("digits", ["fa", "FA16", "a", "fa163e", "fa163", "fa163e000001", "fa163e00001", "g"])
def test_mac_addresses_are_those_of_netaddr(digits: str) -> None:
    for separator, groups in product((":", "-", ".", ""), (1, 2, 3, 6, 7)):
        value = separator.join([digits] * groups)
        assert (addresses.mac_addr(value) is None) == netaddr.valid_mac(value), value


@for_each("field", range(5))
@for_each("written", ["*", "0", "1", "7", "8", "12", "23", "31", "59", "60", "00", "007", "", "1\n", "-1", "٣"])
def test_what_is_recognized_without_croniter_is_what_croniter_takes(field: int, written: str) -> None:
    value = " ".join(written if n == field else "*" for n in range(5))
    if times._is_plain_cron(value):
        croniter(value)
