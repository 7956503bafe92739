"""Small templates on which Heat's verdict is recorded, by topic. `make parity-record` records those of new cases.

Each topic crosses forms with fillers, so that a few lines make many cases. The verdicts are kept under a hash of the
template and its environment, so the order of the cases does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Case = tuple[str, dict[str, Any]]
"""A template and the environment that it is validated with."""

HEAD = "heat_template_version: {}\n"
NONE = "{type: OS::Heat::None}"
PLAIN = ("~", "''", "x", "1", "true", "[]", "{}", "[a]", "[~]", "[1]", "{a: b}", "{get_param: p}")


def case(body: str, version: str = "2018-08-31", environment: dict[str, Any] | None = None) -> Case:
    return HEAD.format(version) + body.rstrip() + "\n", environment or {}


def sections() -> Iterator[Case]:
    """Sections: their names, and the values that they take."""
    for section in ("parameters", "resources", "outputs", "conditions", "parameter_groups", "description"):
        for filler in (*PLAIN[:8], PLAIN[10]):
            yield case(f"{section}: {filler}")
    for filler in (*PLAIN[:8], PLAIN[10]):
        yield case("resources: {}", filler)
    for body in (
        "nope: 1", "__undefined__: 1", "Resources: {}", "AWSTemplateFormatVersion: 2010-09-09", "true: 1", "1: 1",
        "AWSTemplateFormatVersion: 1", "HeatTemplateFormatVersion: 2012-12-12",
    ):  # fmt: skip
        yield case(body)
    for body in (
        "conditions: {a: true}", "resources: {a: {type: OS::Heat::None, condition: true}}",
        "resources: {a: {type: OS::Heat::None, external_id: x}}", "outputs: {a: {value: b, condition: true}}",
        "resources: {a: {type: OS::Heat::None, deletion_policy: delete}}",
        "parameters: {a: {type: string, default: x, tags: [a]}}",
    ):  # fmt: skip
        for version in ("2016-04-08", "2016-10-14", "2018-03-02", "newton"):
            yield case(body, version)


def entries() -> Iterator[Case]:
    """Resources and outputs: the values of their keys; names that are not strings."""
    parameter = "parameters: {p: {type: string, default: Retain}}\n"
    for field in (
        "type", "properties", "metadata", "depends_on", "deletion_policy", "update_policy", "description", "external_id",
        "condition",
    ):  # fmt: skip
        for filler in PLAIN:
            # Heat validates no update policy of OS::Heat::None when it creates a stack.
            kind = "OS::Heat::RandomString" if field == "update_policy" else "OS::Heat::None"
            entry = f"{{type: {filler}}}" if field == "type" else f"{{type: {kind}, {field}: {filler}}}"
            yield case(f"{parameter}resources:\n  r: {entry}")
    for filler in (*PLAIN[:8], "{nope: 1, type: OS::Heat::None}", "{type: OS::Heat::None, 1: 2}"):
        yield case(f"resources:\n  r: {filler}")
    for filler in (
        *PLAIN[:8], "{value: ~}", "{value: a, nope: b}", "{value: a, description: [b]}", "{description: b}",
        "{value: a, condition: ~}", "{value: a, condition: 1}", "{value: a, condition: [a]}", "{condition: false}",
        "{value: a, condition: NOPE}", '{value: a, condition: ""}', "{nope: a, condition: false}",
    ):  # fmt: skip
        yield case(f"outputs:\n  r: {filler}")
    for body in (
        "parameters: {1: {type: string, default: x}}", "resources: {2: {type: OS::Heat::None}}", "outputs: {3: {value: a}}",
        "conditions: {4: true}", "conditions: {true: true}", "outputs: {~: {value: a}}",
        "resources: {a: {type: OS::Heat::None, external_id: x, depends_on: b}, b: {type: OS::Heat::None}}",
        "resources: {a: {type: OS::Heat::None, external_id: x, depends_on: []}}",
        "resources: {a: {type: OS::Heat::None, deletion_policy: {get_resource: a}}}",
        "resources: {a: {type: OS::Heat::None, deletion_policy: Nope, condition: false}}",
        "parameters: {a: {type: string, default: x}}\nresources: {a: {type: OS::Heat::None}}",
        "parameters: {a: {type: string, default: x}}\nresources: {a: {type: OS::Heat::None, condition: false}}",
        "resources: {'OS::stack_id': {type: OS::Heat::None}}",
    ):  # fmt: skip
        yield case(body)


def conditions() -> Iterator[Case]:
    """Conditions, defined and used: Heat evaluates a condition only when something needs it."""
    head = (
        "parameters: {t: {type: boolean, default: true}, f: {type: boolean, default: false}, "
        "s: {type: string, default: T}}\nconditions:\n  T: true\n  F: false\n"
    )
    for condition in (
        "NOPE", "T", "{not: T}", "{not: NOPE}", "{not: x}", "{and: [T, F]}", "{and: [F, NOPE]}", "{and: [T, NOPE]}",
        "{or: [T, NOPE]}", "{or: [F, NOPE]}", "{or: [{get_param: t}, NOPE]}", "{and: [{get_param: f}, NOPE]}",
        "{get_param: t}", "{get_param: s}", "{get_param: NOPE}", "{not: {get_param: NOPE}}", "{not: {get_param: s}}",
        "{equals: [{get_param: NOPE}, 1]}", "{and: [F, {equals: [{get_param: NOPE}, 1]}]}", "{or: [T, {get_param: NOPE}]}",
        "{if: [T, T, F]}", '{not: "true"}', '"True"', "yes", "{not: 1}", "{not: ~}", "{and: [1, T]}", "{and: T}",
        "{equals: [a]}", "{nope: T}", "{get_resource: a}", "{list_join: [',', [a]]}", "{and: []}", "{not: [T]}",
        "{equals: [{not: NOPE}, false]}", "{equals: [{and: [F, NOPE]}, false]}",
    ):  # fmt: skip
        for use in (
            "", "resources: {r: {type: OS::Heat::None, condition: x}}", "outputs: {r: {value: 1, condition: x}}",
            "outputs: {r: {value: {if: [x, 1, 2]}}}", "outputs: {r: {value: {if: [x, 1, 2]}, condition: F}}",
            "resources: {r: {type: OS::Heat::None, condition: F, metadata: {a: {if: [x, 1, 2]}}}}",
        ):  # fmt: skip
            yield case(f"{head}  x: {condition}\n{use}")
        for use in (
            "resources: {r: {type: OS::Heat::None, condition: %s}}", "outputs: {r: {value: 1, condition: %s}}",
            "outputs: {r: {value: {if: [%s, 1, 2]}}}",
            "resources: {r: {type: OS::Heat::None, metadata: {a: {if: [T, 1, {if: [%s, 1, 2]}]}}}}",
        ):  # fmt: skip
            yield case(head + use % condition)
    for use in ("", "resources: {r: {type: OS::Heat::None, condition: a}}", "outputs: {r: {value: 1, condition: b}}"):
        yield case("conditions: {a: {not: b}, b: {not: a}}\n" + use)
        yield case("conditions: {a: {and: [false, b]}, b: {not: a}}\n" + use)


def references() -> Iterator[Case]:
    """Functions that refer to something by name, in every place that takes a function."""
    head = (
        "parameters: {p: {type: string, default: one}}\nresources:\n"
        "  one: {type: OS::Heat::Value, properties: {value: 1}}\n"
        "  off: {type: OS::Heat::Value, condition: %s, properties: {value: 1}}\n"
    )
    value = "{type: OS::Heat::Value, properties: {value: 1}, "
    for function in (
        "{get_resource: NOPE}", "{get_attr: [NOPE, show]}", "{get_param: NOPE}", "{get_resource: 'off'}",
        "{get_attr: ['off', show]}", "{get_resource: one}", "{get_attr: [one, show]}", "{get_resource: {get_param: p}}",
        "{get_attr: [{get_param: p}, show]}", "{get_param: {get_param: p}}", "{get_resource: r}", "{get_attr: [r, show]}",
        "{if: [true, {get_resource: r}, 1]}", "{if: [false, {get_resource: r}, 1]}", "{if: [false, {get_resource: NOPE}, 1]}",
        "{list_join: [',', [{get_resource: NOPE}]]}", "{get_param: [NOPE, a]}", "{get_resource: p}", "{get_param: one}",
    ):  # fmt: skip
        for form in (
            "{type: OS::Heat::Value, properties: {value: %s}}", value + "metadata: {a: %s}}", value + "metadata: %s}",
            "{type: OS::Heat::Value, condition: false, properties: {value: %s}}", value + "deletion_policy: %s}",
            value + "update_policy: %s}", "{type: OS::Heat::Value, external_id: x, metadata: {a: %s}}",
            value + "depends_on: %s}", value + "condition: %s}", "{type: OS::Heat::None, properties: {value: %s}}",
        ):  # fmt: skip
            yield case(head.replace("off", "'off'") % "false" + f"  r: {form % function}")
        for form in ("{value: %s}", "{value: [{a: %s}]}", "{value: %s, condition: false}", "{value: 1, condition: %s}"):
            rest = f"  r: {value[:-2]}}}\noutputs:\n  o: {form % function}"
            yield case(head.replace("off", "'off'") % "false" + rest)
    for name in ("NOPE", "p", "one", "'OS::stack_name'", "[a]", "r"):
        for form in ("properties: {value: {Ref: %s}}", "properties: {value: 1}, metadata: {a: {Ref: %s}}"):
            two = "parameters: {p: {type: string, default: x}}\nresources:\n  one: {type: OS::Heat::None}\n"
            yield case(two + f"  r: {{type: OS::Heat::Value, {form % name}}}", "2013-05-23")
        yield case(
            f"parameters: {{p: {{type: string, default: x}}}}\noutputs: {{o: {{value: {{Ref: {name}}}}}}}", "2013-05-23"
        )


def cycles() -> Iterator[Case]:
    """Circular dependencies between resources."""

    def resources(**entries: tuple[str, str]) -> str:
        lines = [
            f"  {n}: {{type: OS::Heat::Value, properties: {{value: {v}}}{more}}}\n" for n, (v, more) in entries.items()
        ]
        return "resources:\n" + "".join(lines)

    triangle = {"b": ("{get_attr: [c, value]}", ""), "c": ("1", ", depends_on: [a]")}
    yield case(resources(a=("{get_resource: b}", ""), **triangle))
    yield case(resources(a=("{get_resource: b}", ", condition: false"), **triangle))
    yield case(resources(a=("{if: [true, 1, {get_resource: b}]}", ""), b=("1", ", depends_on: a")))
    yield case(resources(a=("{if: [true, {get_resource: b}, 1]}", ""), b=("1", ", depends_on: a")))
    yield case(
        resources(
            a=("1", ", depends_on: b"),
            b=("1", ", depends_on: c"),
            c=("1", ", depends_on: d"),
            d=("1", ", depends_on: c"),
        )
    )
    yield case(resources(a=("{get_resource: a}", "")))
    yield case(resources(a=("1", ", depends_on: a")))
    yield case(resources(a=("1", ", depends_on: a, condition: false")))
    yield case(resources(a=("1", ", metadata: {x: {get_resource: a}}")))
    yield case(resources(a=("1", ", external_id: x, metadata: {a: {get_resource: b}}"), b=("1", ", depends_on: a")))
    yield case(resources(a=("{Ref: b}", ""), b=("{Ref: a}", "")), "2013-05-23")


def parameters() -> Iterator[Case]:
    """Definitions of parameters, with and without a value in the environment."""
    for entry in (
        "~", "x", "[a]", "{}", "{default: x}", "{type: ~}", "{type: String}", "{type: [string]}", "{type: string}",
        "{type: string, default: ~}", "{type: string, default: [a]}", "{type: string, default: x, hidden: nope}",
        "{type: string, default: x, Default: y}", "{type: string, default: x, schema: y}", "{type: string, tags: ~}",
        "{type: string, default: x, tags: []}", "{type: string, default: x, label: [a]}", "{type: number, default: x}",
        "{type: number, default: '1.5'}", "{type: number, default: [1]}", "{type: number, default: true}",
        "{type: boolean, default: maybe}", "{type: boolean, default: 'T'}", "{type: boolean, default: 5}",
        "{type: json, default: '{'}", "{type: json, default: {1: 1}}", "{type: json, default: 5}",
        "{type: comma_delimited_list, default: 5}", "{type: comma_delimited_list, default: {a: b}}",
        "{type: comma_delimited_list, default: [1, ~]}", "{type: string, constraints: x}",
        "{type: string, default: x, constraints: ~}", "{type: string, default: x, constraints: [~]}",
        "{type: string, default: x, constraints: [{}]}", "{type: string, default: x, constraints: {}}",
        "{type: string, default: abc, constraints: [{length: {max: 2}}]}",
        "{type: string, default: abc, constraints: [{length: {min: 2, max: 1}}]}",
        "{type: string, default: 5, constraints: [{allowed_pattern: '[0-9]'}]}",
        "{type: string, default: true, constraints: [{allowed_values: ['true']}]}",
        "{type: string, default: x, constraints: [{custom_constraint: no.such}]}",
        "{type: string, default: x, constraints: [{custom_constraint: ip_addr}]}",
        "{type: string, default: x, constraints: [{range: {min: 1}}]}",
        "{type: number, default: 5, constraints: [{modulo: {step: 2, offset: 1}}]}",
        "{type: number, default: 5, constraints: [{range: {max: x}}]}",
        "{type: number, default: 5, constraints: [{allowed_values: [1, x]}]}",
        "{type: json, default: {a: 1}, constraints: [{length: {max: 0}}]}",
    ):  # fmt: skip
        for version in ("2013-05-23", "2018-08-31"):
            yield case(f"parameters:\n  a: {entry}", version)
            yield case(f"parameters:\n  a: {entry}", version, {"parameters": {"a": "1"}})
        yield case(f"parameters:\n  a: {entry}", environment={"parameter_defaults": {"a": "1"}})
        yield case(f"parameters:\n  a: {entry}", environment={"parameters": {"a": None, "b": 1}})


def groups() -> Iterator[Case]:
    """Parameter groups."""
    head = "parameters: {a: {type: string, default: x}, b: {type: string, default: x}}\nparameter_groups: "
    for filler in (*PLAIN[:8], PLAIN[10]):
        for form in ("[%s]", "[{parameters: %s}]", "[{parameters: [a, %s]}]", "[{parameters: [], label: %s}]"):
            yield case(head + form % filler)
    for filler in (
        "[{parameters: [a]}, {parameters: [a]}]", "[{parameters: [a, b]}]", "[{label: x}]", "[{parameters: [a], nope: 1}]",
        "[{parameters: [OS::stack_id]}]", "[{parameters: [OS::stack_name]}]", "[{parameters: [OS::stack_id, OS::stack_id]}]",
        "[{1: 2, parameters: []}]", "[{parameters: [a]}, ~]", "[{parameters: [a]}, {}]",
    ):  # fmt: skip
        yield case(head + filler)


def yaml() -> Iterator[Case]:
    """Values in all forms that YAML has, valid and invalid."""
    for value in (
        "a: b", "%x", "@x", "`x`", '"a', "[a", "{a", "]", "}", ",", "*x", "&x y", "&x", "!x y", "!!str 5", "!!int x",
        "!!binary aGVsbG8=", "!!set {a, b}", "!!omap [a: b]", "!!float x", "!!bool maybe", "!!python/object:x y", "=",
        "{=: 1}", "<<", "{<<: 1}", "{<<: {a: b}}", "{<<: [{a: b}, {c: d}]}", "{<<: [1]}", "{<<: null}", "{<<: []}",
        "{? a : b}", "{[a]: b}", "{{a: b}: c}", "{{ x }}", "[a, b", '"a" b', "|\n\ta", "\n\ta: b", "\n  a: b\n c: d",
        "\n  - a\n b", "a\n  b: c", "a\n  b", "0x", "08", "1:30", "2013-13-45", '"\\q"', "a\u0007b", "- a", "a:", "{a: b,}",
        "[a,,b]", "[,]", "!!map []", "!!str [a]", "[&a x, *a, &a y]", "[*a, &a x]", "|9\n a", "|x\n a", "!!str", "!",
        '"a\nb"', "a\nb", "{1: a, '1': b}", "{~: a}", "\n? a\n: b", "a # b", "[a:b]", "{a:b}", "1e3", ".inf",
    ):  # fmt: skip
        yield case(f"description: {value}")
    for text in (
        "", "# x\n", "~\n", "[]\n", "x\n", "{}\n", "resources: {}\n", '{"heat_template_version": "2018-08-31"}',
        '{"heat_template_version": "2018-08-31",}', "{heat_template_version: 2018-08-31}", "heat_template_version: Rocky\n",
        "\ufeffheat_template_version: 2018-08-31\n", " heat_template_version: 2018-08-31\n resources: {}\n",
        "heat_template_version: 2018-08-31\n---\na: b\n", "heat_template_version: 2018-08-31\n...\n",
        "<<: {heat_template_version: 2018-08-31}\nresources: {}\n", "? heat_template_version\n: 2018-08-31\n",
        "heat_template_version: 2018-08-31\n? [a]\n: b\n", "heat_template_version: 2018-08-31\r\nresources: {}\r\n",
    ):  # fmt: skip
        yield text, {}
    yield case(f"resources:\n  a: &r {NONE}\n  b: *r")
    yield case("resources:\n  a: {<<: {type: OS::Heat::None}}")
    yield case(f"resources:\n  <<: {{a: {NONE}}}\n  b: {{type: OS::Heat::None, depends_on: a}}")


def attributes() -> Iterator[Case]:
    """Functions on an attribute: it is null when Heat validates the stack."""
    a = "{get_attr: [s, value]}"
    forms = [
        f"{{digest: [md5, {a}]}}", f"{{digest: [{a}, x]}}", f"{{str_replace: {{template: {a}, params: {{b: c}}}}}}",
        f"{{str_replace: {{template: b, params: {{b: {a}}}}}}}", f"{{str_replace: {{template: b, params: {a}}}}}",
        f"{{str_replace_strict: {{template: b, params: {{b: {a}}}}}}}", f"{{make_url: {{host: {a}}}}}",
        f"{{str_replace_vstrict: {{template: b, params: {{b: {a}}}}}}}", f"{{make_url: {{scheme: http, port: {a}}}}}",
        f"{{make_url: {{host: b, path: {a}}}}}", f"{{make_url: {{host: b, query: {a}}}}}", f"{{make_url: {{query: {{b: {a}}}}}}}",
        f"{{yaql: {{expression: $.data.len(), data: {a}}}}}", f"{{yaql: {{expression: $.data, data: {a}}}}}",
        f'{{yaql: {{expression: "coalesce($.data, []).len()", data: {a}}}}}', f"{{yaql: {{expression: $.data.b, data: {{b: {a}}}}}}}",
        f"{{yaql: {{expression: $.data.b.len(), data: {{b: {a}}}}}}}", f"{{yaql: {{expression: $.data.b, data: {a}}}}}",
        f"{{list_join: [',', {a}]}}", f"{{list_join: [{a}, [b]]}}", f"{{list_join: [',', [{a}, b]]}}", f"{{map_merge: [{a}]}}",
        f"{{map_merge: {a}}}", f"{{map_replace: [{a}, {{keys: {{b: c}}}}]}}", f"{{map_replace: [{{b: c}}, {{keys: {a}}}]}}",
        f"{{map_replace: [{{b: c}}, {{values: {a}}}]}}", f"{{map_replace: [{{b: c}}, {a}]}}", f"{{list_concat: [[b], {a}]}}",
        f"{{list_concat_unique: [{a}]}}", f"{{list_concat: {a}}}", f"{{filter: [[b], {a}]}}", f"{{filter: [{a}, [b]]}}",
        f"{{str_split: [',', {a}]}}", f"{{str_split: [',', {a}, 0]}}", f"{{str_split: [{a}, b]}}", f"{{str_split: [',', 'b,c', {a}]}}",
        f"{{repeat: {{template: b, for_each: {{b: {a}}}}}}}", f"{{repeat: {{template: b, for_each: {a}}}}}",
        f"{{repeat: {{template: {a}, for_each: {{b: [c]}}}}}}", f"{{get_param: [m, {a}]}}", f"{{get_param: {a}}}",
        f"{{get_file: {a}}}", f"{{if: [off, {{digest: [md5, {a}]}}, b]}}", f"{{if: [on, {{digest: [md5, {a}]}}, b]}}",
        f"{{digest: [md5, {{list_join: [',', [{a}]]}}]}}", f"{{digest: [md5, {{str_split: [',', {a}]}}]}}",
        f"{{list_join: ['', [{{digest: [md5, {a}]}}]]}}", f"{{str_replace: {{template: {{str_split: [b, {a}]}}, params: {{}}}}}}",
    ]  # fmt: skip
    head = "parameters: {m: {type: json, default: {}}}\nconditions: {on: true, off: false}\nresources:\n"
    secret = "  s: {type: OS::Heat::RandomString}\n"
    for form in forms:
        yield case(f"{head}{secret}  v: {{type: OS::Heat::Value, properties: {{value: {form}}}}}")
    for holder in (
        "v: {{type: OS::Heat::None, properties: {{value: {}}}}}", "v: {{type: OS::Heat::Value, metadata: {{b: {}}}}}",
        "v: {{type: OS::Heat::Value, condition: off, properties: {{value: {}}}}}",
        "v: {{type: OS::Heat::Value, external_id: b, properties: {{value: {}}}}}",
        "v: {{type: OS::Heat::Value, properties: {{value: {{b: [{}]}}}}}}",
        "v: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{type: OS::Heat::Value, properties: {{value: {}}}}}}}}}",
    ):  # fmt: skip
        for form in (forms[0], forms[12], forms[14]):
            yield case(f"{head}{secret}  {holder.format(form)}")
    for form in (forms[0], forms[12]):
        yield case(f"{head}{secret}outputs: {{o: {{value: {form}}}}}")


TOPICS = (sections, entries, conditions, references, cycles, parameters, groups, yaml, attributes)
