"""The mutations: which change, where in a template, and what is put there. The names are the `op` of a case."""

import random
from collections.abc import Callable, Collection

import yaml

from . import TABLES
from .template_sites import Change, Site, Sites, SiteTest, delete_entry, insert_entry, replace_key, replace_value

PIECES: dict[str, list[str]] = {name: text.splitlines() for name, text in TABLES["mutations"].items()}
"""Pieces of YAML by what they replace."""
FUNCTIONS, PLAIN_VALUES, CALLS, KEYS = (PIECES[name] for name in ("functions", "plain values", "calls", "keys"))
CONSTRAINTS, CONDITIONS = PIECES["constraints"], PIECES["conditions"]
BROKEN_YAML = ["{", "[", "'", '"', "\t", "- ", ": ", "*nope ", "%x", "@", "!nope "]
Mutation = Callable[[random.Random, Sites], Change | None]
"""Makes one change to a template, or returns None where the template has no place for it."""


def _is_scalar(node: yaml.Node | None) -> bool:
    return isinstance(node, yaml.ScalarNode)


def _field(section: str, depth: int, *names: str) -> SiteTest:
    """Return a test for sites `depth` deep in a section, with one of the names as its third part, if any."""

    def test(site: Site) -> bool:
        path = site.path
        return path[0] == section and len(path) == depth and (not names or (len(path) > 2 and path[2] in names))

    return test


def _without(section: str, key: str) -> SiteTest:
    """Return a test for the entries of a section that lack a key."""

    def test(site: Site) -> bool:
        entries = site.value.value
        return site.path[0] == section and len(site.path) == 2 and all(entry[0].value != key for entry in entries)

    return test


def _call_of(name: str) -> SiteTest:
    """Return a test for a call of a function whose argument is a single value."""
    return lambda site: _is_scalar(site.value) and site.path[-1] == name and site.key is not None


def _first_argument(name: str, position: int = 0) -> SiteTest:
    """Return a test for an argument of a function that is given as a list."""
    return lambda site: _is_scalar(site.value) and site.path[-2:] == (name, position)


def _either(first: SiteTest, second: SiteTest) -> SiteTest:
    return lambda site: first(site) or second(site)


def _is_call(site: Site) -> bool:
    return site.key is not None and site.path[-1] in FUNCTIONS and len(site.path) > 2


def _is_argument(site: Site) -> bool:
    return len(site.path) > 3 and site.path[-2] in FUNCTIONS


def _is_dependency(site: Site) -> bool:
    return _is_scalar(site.value) and len(site.path) > 2 and site.path[2] == "depends_on"


def _is_condition_name(site: Site) -> bool:
    return _is_scalar(site.value) and (site.path[-1] == "condition" or site.path[-2:] == ("if", 0))


def _is_group_member(site: Site) -> bool:
    return _is_scalar(site.value) and site.path[0] == "parameter_groups" and "parameters" in site.path


def _in_properties(site: Site, depth: int) -> bool:
    return site.path[0] == "resources" and len(site.path) >= depth and site.path[2] == "properties"


def _is_subkey(site: Site) -> bool:
    return _in_properties(site, 5) and site.key is not None and site.path[-1] not in FUNCTIONS


def _is_section_value(site: Site) -> bool:
    return len(site.path) in (1, 2) and _is_below_version(site)


def _is_below_version(site: Site) -> bool:
    return site.path[0] != "heat_template_version"


def _break_yaml(rng: random.Random, sites: Sites) -> Change:
    path, key, value = rng.choice(sites.all)
    at = (key or value).start_mark.index
    return sites.splice(path, at, at, rng.choice(BROKEN_YAML))


NO_SUCH_NAME = ["NOPE"]
MUTATIONS: dict[str, Mutation] = {
    "version": replace_value(lambda site: site.path == ("heat_template_version",), PIECES["versions"]),
    "ref-param": replace_value(_either(_call_of("get_param"), _first_argument("get_param")), NO_SUCH_NAME),
    "ref-resource": replace_value(_call_of("get_resource"), NO_SUCH_NAME),
    "ref-attr-resource": replace_value(_first_argument("get_attr"), NO_SUCH_NAME),
    "ref-attr-name": replace_value(_first_argument("get_attr", 1), ["nope", "show", "name"]),
    "ref-depends": replace_value(_is_dependency, ["NOPE", "~", "1"]),
    "ref-condition": replace_value(_is_condition_name, ["NOPE", "1", "~"]),
    "ref-group": replace_value(_is_group_member, ["NOPE", "1"]),
    "fn-name": replace_key(_is_call, [*FUNCTIONS, "get_params", "nope"]),
    "fn-args": replace_value(_is_call, PLAIN_VALUES),
    "fn-arg": replace_value(_is_argument, PLAIN_VALUES + CALLS),
    "fn-new": replace_value(lambda site: _in_properties(site, 4), CALLS),
    "fn-new-output": replace_value(lambda site: site.path[0] == "outputs" and site.path[-1] == "value", CALLS),
    "fn-misplaced": replace_value(
        _either(_field("parameters", 3), _field("resources", 3, "type", "depends_on")), CALLS
    ),
    "param-type": replace_value(_field("parameters", 3, "type"), PIECES["parameter types"]),
    "param-key": replace_key(_field("parameters", 3), KEYS),
    "param-default": replace_value(_field("parameters", 3, "default"), PLAIN_VALUES + PIECES["defaults"]),
    "param-constraint": replace_value(_field("parameters", 4, "constraints"), CONSTRAINTS),
    "param-new-constraint": insert_entry(
        _without("parameters", "constraints"), "constraints", CONSTRAINTS, form="[{}]"
    ),
    "param-delete": delete_entry(_field("parameters", 3)),
    "res-type": replace_value(_field("resources", 3, "type"), PIECES["resource types"]),
    "res-key": replace_key(_field("resources", 3), KEYS),
    "res-delete": delete_entry(_field("resources", 3)),
    "res-policy": insert_entry(
        _without("resources", "deletion_policy"), "deletion_policy", PIECES["deletion policies"]
    ),
    "res-condition": insert_entry(_without("resources", "condition"), "condition", CONDITIONS),
    "res-policy-update": insert_entry(_field("resources", 2), "update_policy", PIECES["update policies"]),
    "prop-key": replace_key(_field("resources", 4, "properties"), ["nope", "name", "get_param"]),
    "prop-subkey": replace_key(_is_subkey, ["nope", "port"]),
    "prop-value": replace_value(lambda site: _in_properties(site, 4), PLAIN_VALUES),
    "prop-delete": delete_entry(_field("resources", 4, "properties")),
    "output-key": replace_key(_field("outputs", 3), KEYS),
    "output-delete": delete_entry(_field("outputs", 3)),
    "section-key": replace_key(lambda site: len(site.path) == 1, [*KEYS, "Resources", "output", "parameter"]),
    "section-value": replace_value(_is_section_value, PLAIN_VALUES),
    "any-value": replace_value(_is_below_version, PLAIN_VALUES + CALLS),
    "any-key": replace_key(lambda site: True, KEYS + FUNCTIONS),
    "yaml-broken": _break_yaml,
}

PLACED: Collection[str] = frozenset(PIECES["placed"])
"""Mutations whose error is where the change is, and not, say, where something else refers to it."""
