from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.designate._kept import KEPT
from hotlint.heat_types.designate._records import DEMANDS, SETTINGS, bad_name, problem
from hotlint.heat_types.items import Item, is_complete, known_list, properties, texts
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors, by, key
from hotlint.stacks.records import StackResource


class RecordSet(HeatType):
    """OS::Designate::RecordSet: a name of its zone, and records of its type."""

    types = ("OS::Designate::RecordSet",)
    unremovable = dict.fromkeys(("description", "ttl"), KEPT)
    unique = (Unique("Designate", "record set", ("name", "zone", "type")),)
    thing = "the record set"
    # Source: designate/objects/recordset.py
    service_demands = (
        "'type' is not SOA",
        "'records' is not empty (Heat leaves it out)",
        "'name' has labels of letters, digits, - and _, is given for SRV, and then begins with two labels after an underscore",
        "'name' is in the 'zone', where it ends with a period",
        "a CNAME has one record, another name than its 'zone', and no other record set has its name",
        *DEMANDS,
    )
    settings = SETTINGS

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        recordset = properties(owner)
        kind, name = recordset.text("type"), recordset.text("name")
        if kind == "SOA":
            yield recordset.refuse("type", "a zone has its SOA record from Designate")
            return
        wrong = bad_name(kind, name) if name and kind else ""
        if wrong:
            yield recordset.refuse("name", wrong)
        elif name:
            yield from _misplaced(recordset, kind, name, stack)
        elif kind == "SRV" and recordset["name"] in (None, ""):
            yield recordset.refuse("", "'name' must be given for SRV, such as _sip._tcp")
        records = list(texts(recordset, "records"))
        if not known_list(recordset["records"]) and is_complete(recordset["records"]):
            ending = "Heat leaves it out, and cannot create the record set without it"
            yield Refusal(owner, ("records",), "the list is empty", ending=ending)
        if kind == "CNAME" and len({text for _, text in records}) > 1:
            yield recordset.refuse("records", "a CNAME has one record")
        for index, text in records:
            why, how = problem(kind, text) if kind else ("", "value")
            if why:
                yield Refusal(owner, ("records", index), why, how)


def _misplaced(recordset: Item, kind: str | None, name: str, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where a name is not one of its zone, or that of a CNAME is taken."""
    maker = stack.maker(recordset["zone"], "OS::Designate::Zone")
    zone = (properties(maker).text("name") if maker is not None else recordset.text("zone")) or ""
    if zone.endswith(".") and name.endswith("."):
        if not f".{name}".casefold().endswith(f".{zone}".casefold()):
            message = f"'{name}' is not in the zone '{zone}'"
            yield recordset.refuse("name", message, "neighbor" if maker is not None else "value", maker)
            return
        if kind == "CNAME" and name.casefold() == zone.casefold():
            message = "the name of a zone has no CNAME"
            yield recordset.refuse("name", message, "neighbor" if maker is not None else "value", maker)
            return
    where = key(recordset["zone"]) if kind == "CNAME" else None
    for other in stack.sharing(where, by("zone"), recordset.owner.type) if where is not None else ():
        its = properties(other)
        if (
            its["name"] == name
            and its.text("type") not in (None, "CNAME")
            and stack.are_together(recordset.owner, other)
        ):
            message = f"a CNAME has no other records beside it, and '{other.place}' has the same name"
            yield recordset.refuse("name", message, "neighbor", other)
            return
