"""The mutations: which change, where in a template, and what is put there. The names are the `op` of a case."""

import random
from collections.abc import Callable, Collection

import yaml

from .template_sites import Change, Site, Sites, SiteTest, delete_entry, insert_entry, replace_key, replace_value

VERSIONS = [
    "2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "2017-02-24",
    "2017-09-01", "2018-03-02", "2018-08-31", "2021-04-16", "newton", "ocata", "pike", "queens", "rocky",
    "wallaby", "2015-05-23", "2019-01-01", "stein", "latest",
]  # fmt: skip
FUNCTIONS = [
    "get_attr", "get_file", "get_param", "get_resource", "list_join", "repeat", "digest", "resource_facade",
    "str_replace", "str_replace_strict", "str_replace_vstrict", "str_split", "map_merge", "map_replace",
    "yaql", "if", "filter", "make_url", "list_concat", "list_concat_unique", "contains", "equals", "not",
    "and", "or", "Fn::Select", "Fn::Join", "Fn::Base64", "Fn::GetAZs", "Fn::Split", "Fn::Replace",
    "Fn::MemberListToMap", "Fn::ResourceFacade", "Ref",
]  # fmt: skip
PLAIN_VALUES = [
    "~", "''", "x", "1", "-1", "1.5", "true", "[]", "{}", "[a]", "[a, b]", "{a: b}", "[[a], [b]]", "[~]",
]  # fmt: skip
CALLS = [
    "{get_param: NOPE}", "{get_param: []}", "{get_param: [~]}", "{get_param: {a: b}}", "{get_resource: NOPE}",
    "{get_resource: [a]}", "{get_attr: NOPE}", "{get_attr: [NOPE, x]}", "{get_attr: []}", "{get_file: [a]}",
    "{list_join: x}", "{list_join: [1, [a]]}", "{list_join: [',', [a, b]]}", "{list_join: [',']}",
    "{list_join: [',', [a], [b]]}", "{str_replace: {template: a}}", "{str_replace: {params: {}}}",
    "{str_replace: {template: a, params: {a: b}}}", "{str_replace: [a]}", "{str_split: [',', 'a,b', 0]}",
    "{str_split: [',']}", "{str_split: x}", "{repeat: {template: a}}", "{repeat: {for_each: {a: [b]}, template: a}}",
    "{repeat: {for_each: [a], template: a}}", "{digest: [sha256, x]}", "{digest: [nope, x]}", "{digest: sha256}",
    "{map_merge: [{a: b}, {c: d}]}", "{map_merge: {a: b}}", "{map_replace: [{a: b}, {keys: {a: c}}]}",
    "{map_replace: [{a: b}]}", "{map_replace: [{a: b}, {nope: {}}]}", "{yaql: {expression: $.data, data: 1}}",
    "{yaql: {expression: '$.data.('}}", "{yaql: {expression: '$.data.(', data: 1}}", "{if: [NOPE, a, b]}",
    "{if: [true, a]}", "{if: [true, a, b]}", "{if: x}", "{filter: [[a], [a, b]]}", "{filter: [a]}",
    "{make_url: {host: a}}", "{make_url: {nope: a}}", "{make_url: x}", "{make_url: {host: a, port: x}}",
    "{list_concat: [[a], [b]]}", "{list_concat: x}", "{list_concat_unique: [[a], [a]]}", "{contains: [a, [a]]}",
    "{contains: [a]}", "{equals: [a, a]}", "{resource_facade: metadata}", "{resource_facade: nope}",
    "{Ref: NOPE}", "{'Fn::Select': [0, [a]]}", "{'Fn::Join': [',', [a]]}", "{get_param: 'OS::stack_name'}",
    "{get_param: 'OS::nope'}", "{get_param: ['OS::stack_id', x]}", "{nope: x}", "{get_param: a, x: b}",
]  # fmt: skip
KEYS = [
    "nope", "type", "properties", "value", "default", "constraints", "condition", "metadata", "depends_on",
    "update_policy", "deletion_policy", "external_id", "description", "label", "hidden", "immutable", "tags",
    "parameter_groups", "conditions", "Parameters",
]  # fmt: skip
CONSTRAINTS = [
    "{length: {min: 1}}", "{length: {}}", "{length: {min: a}}", "{length: {min: 5, max: 1}}", "{length: 3}",
    "{range: {min: 1, max: 9}}", "{range: {}}", "{range: {min: x}}", "{range: {low: 1}}",
    "{modulo: {step: 2, offset: 1}}", "{modulo: {step: 2}}", "{modulo: {step: 0, offset: 0}}",
    "{modulo: {step: 2, offset: 3}}", "{allowed_values: [a, b]}", "{allowed_values: a}",
    "{allowed_values: [1, 2]}", "{allowed_pattern: '[a-z]+'}", "{allowed_pattern: '[a-'}",
    "{allowed_pattern: [a]}", "{custom_constraint: nova.flavor}", "{custom_constraint: no.such}",
    "{custom_constraint: ip_addr}", "{nope: 1}", "{description: x}", "{length: {max: 3}, range: {max: 3}}",
    "x", "{length: {max: 3}, description: [a]}",
]  # fmt: skip
PARAMETER_TYPES = [
    "string", "number", "json", "comma_delimited_list", "boolean", "String", "integer", "list", "map", "~", "[a]",
]  # fmt: skip
DEFAULTS = [*PLAIN_VALUES, "m1.small", "'a,b'", "'{\"a\": 1}'", "yes"]
RESOURCE_TYPES = [
    "OS::Nova::Nope", "OS::Heat::RandomString", "OS::Heat::None", "OS::Nova::Server", "OS::Neutron::Port", "x", "~",
    "[a]", "AWS::EC2::Instance", "OS::Heat::TestResource",
]  # fmt: skip
DELETION_POLICIES = ["Delete", "Retain", "Snapshot", "delete", "retain", "snapshot", "Keep", "~", "[a]"]
UPDATE_POLICIES = [
    "{nope: 1}", "{}", "x", "{rolling_update: {max_batch_size: 0}}", "{batch_create: {max_batch_size: 1}}",
]  # fmt: skip
CONDITIONS = [
    "NOPE", "true", "false", "{equals: [a, b]}", "{not: NOPE}", "{get_param: NOPE}", "{equals: [a]}", "[a]", "1",
    "{and: [true]}", "{or: [true, NOPE]}", "{contains: [a, [a]]}", "{list_join: [a, [b]]}",
]  # fmt: skip
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
    "version": replace_value(lambda site: site.path == ("heat_template_version",), VERSIONS),
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
    "param-type": replace_value(_field("parameters", 3, "type"), PARAMETER_TYPES),
    "param-key": replace_key(_field("parameters", 3), KEYS),
    "param-default": replace_value(_field("parameters", 3, "default"), DEFAULTS),
    "param-constraint": replace_value(_field("parameters", 4, "constraints"), CONSTRAINTS),
    "param-new-constraint": insert_entry(
        _without("parameters", "constraints"), "constraints", CONSTRAINTS, form="[{}]"
    ),
    "param-delete": delete_entry(_field("parameters", 3)),
    "res-type": replace_value(_field("resources", 3, "type"), RESOURCE_TYPES),
    "res-key": replace_key(_field("resources", 3), KEYS),
    "res-delete": delete_entry(_field("resources", 3)),
    "res-policy": insert_entry(_without("resources", "deletion_policy"), "deletion_policy", DELETION_POLICIES),
    "res-condition": insert_entry(_without("resources", "condition"), "condition", CONDITIONS),
    "res-policy-update": insert_entry(_field("resources", 2), "update_policy", UPDATE_POLICIES),
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

PLACED: Collection[str] = frozenset({
    "version", "ref-param", "ref-resource", "ref-attr-resource", "ref-attr-name", "ref-depends", "ref-condition",
    "ref-group", "fn-args", "fn-arg", "fn-new", "fn-new-output", "param-type", "param-constraint",
    "param-new-constraint", "res-type", "res-key", "res-policy", "res-condition", "res-policy-update", "prop-key",
    "prop-subkey", "prop-value", "output-key", "section-key",
})  # fmt: skip
"""Mutations whose error is where the change is, and not, say, where something else refers to it."""
