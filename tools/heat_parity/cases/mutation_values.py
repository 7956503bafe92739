"""What mutations put into a template, as YAML source: right and wrong, of every kind."""

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
