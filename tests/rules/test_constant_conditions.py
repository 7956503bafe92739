"""A condition that is reported as constant has one value for every value of the parameters, and most others have two."""

from __future__ import annotations

import json
import random
from typing import Any

import hotlint

TYPES = ("string", "number", "boolean", "comma_delimited_list")
LITERALS: tuple[Any, ...] = (
    "",
    "a",
    "b",
    "true",
    "1",
    "a,b",
    0,
    1,
    2.5,
    True,
    False,
    [],
    ["a"],
    ["a", "b"],
    [1],
    None,
    {},
)
ALLOWED = {"string": ["a", "b", "1"], "number": [1, 2], "boolean": [True, False], "comma_delimited_list": ["a", "b"]}


def condition(random: random.Random, names: list[str], others: list[str]) -> Any:
    """Return a random condition on parameters and on other conditions."""
    kind = random.choice(
        ("not", "and", "or") if len(others) > 2 and random.random() < 0.5 else ("equals", "equals", "contains")
    )
    if kind == "equals":
        sides = [{"get_param": random.choice(names)}, random.choice(LITERALS)]
        if random.random() < 0.1:
            sides[1] = {"get_param": random.choice(names)}
        return {"equals": random.sample(sides, 2)}
    if kind == "contains":
        return {"contains": [random.choice(LITERALS), {"get_param": "items"}]}
    return {kind: random.choice(others) if kind == "not" else random.sample(others, random.choice((2, 2, 3)))}


def template(random: random.Random) -> dict[str, Any]:
    """Return a template with parameters of all types, some with constraints, and random conditions."""
    parameters: dict[str, Any] = {"items": {"type": "comma_delimited_list"}}
    for number in range(3):
        kind = random.choice(TYPES)
        parameters[f"p{number}"] = {"type": kind}
        if random.random() < 0.4:
            parameters[f"p{number}"]["constraints"] = [{"allowed_values": ALLOWED[kind]}]
    conditions: dict[str, Any] = {}
    for number in range(8):
        conditions[f"c{number}"] = condition(random, list(parameters), list(conditions))
    return {
        "heat_template_version": "2018-08-31", "parameters": parameters, "conditions": conditions,
        "resources": {f"r{name}": {"type": "OS::Heat::RandomString", "condition": name} for name in conditions},
    }  # fmt: skip


def value(random: random.Random, parameter: dict[str, Any]) -> Any:
    """Return a random value of a parameter: often one that conditions compare with."""
    kind = parameter["type"]
    if "constraints" in parameter:
        allowed = parameter["constraints"][0]["allowed_values"]
        return (
            random.choice(allowed) if kind != "comma_delimited_list" else random.sample(allowed, random.randint(0, 2))
        )
    if kind == "string":
        return random.choice(["", "a", "b", "true", "True", "1", "a,b", "other"])
    if kind == "number":
        return random.choice([0, 1, 2, 2.5, "1", "0", -7])
    if kind == "boolean":
        return random.choice([True, False, "yes", "0", "t"])
    return random.choice(["", "a", "a,b", "1", [], ["a"], ["a", "b"], [1]])


def constant(made: dict[str, Any]) -> dict[str, bool]:
    """Return the conditions that are reported as constant, and the value that the report says they have."""
    found = {}
    others = json.dumps({key: value for key, value in made.items() if key != "conditions"})
    conditions = ",\n".join(f'"{name}": {json.dumps(written)}' for name, written in made["conditions"].items())
    text = f'{others[:-1]}, "conditions": {{\n{conditions}\n}}}}'
    lines = text.splitlines()
    for finding in hotlint.check("t.yaml", text=text, config=False).diagnostics:
        if finding.code == "HOT751":
            name, _, _ = lines[finding.span.start_line].partition(":")
            found[name.strip('"')] = "always true" in finding.message
    return found


def test_a_reported_condition_has_one_value_for_all_parameters() -> None:
    made_of = random.Random(56)
    reported = 0
    for _ in range(40):
        made = template(made_of)
        found = constant(made)
        reported += len(found)
        text = json.dumps(made)
        for _ in range(20 if found else 0):
            values = {name: value(made_of, parameter) for name, parameter in made["parameters"].items()}
            shown = hotlint.preview("t.yaml", text=text, parameters=values, config=False)
            conditions = {name: result.value for name, result in shown.conditions().items()}
            assert {name: conditions[name] for name in found} == found, (text, values)
    assert reported > 60
