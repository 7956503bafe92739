"""Random properties for a resource, as a schema of Heat's takes them most of the time."""

import json
import random
from typing import Any

from . import TABLES

Properties = dict[str, Any]
Schemata = dict[str, Any]
"""Heat's own schema objects, by property."""

BY_CONSTRAINT: dict[str, list[str]] = TABLES["properties"]["by constraint"]
BY_NAME: dict[str, list[Any]] = TABLES["properties"]["by name"]
ANY_STRING: list[str] = TABLES["properties"]["any string"]
PATTERN_CANDIDATES = (*(text for texts in BY_CONSTRAINT.values() for text in texts), "a1", "A", "0", "1024", "default")
NOT_FOR_USERS = ("HIDDEN", "UNSUPPORTED")


def random_properties(schemata: Schemata, rng: random.Random, depth: int = 0) -> Properties:
    """Return all properties that are required, and a few others. Below the top level `depth` is not 0."""
    share = rng.choice([0.05, 0.15, 0.3, 0.5]) if depth == 0 else rng.choice([0.15, 0.4])
    made = {}
    for name, schema in schemata.items():
        if not schema.implemented or (_is_hidden(schema) and rng.random() < 0.95):
            continue
        if schema.required or rng.random() < share:
            made[name] = _value(schema, name, rng, depth)
    return made


def changed_properties(given: Properties, schemata: Schemata, rng: random.Random) -> Properties:
    """Return a copy with one property more, one less, or with another value."""
    made: Properties = json.loads(json.dumps(given))
    usable = {name: schema for name, schema in schemata.items() if schema.implemented and not _is_hidden(schema)}
    spare = [name for name in made if name not in usable or not usable[name].required]
    if spare and rng.random() < 0.3:
        del made[rng.choice(spare)]
    elif usable:
        name = rng.choice(list(usable))
        made[name] = _value(usable[name], name, rng, 0)
    return made


def _is_hidden(schema: Any) -> bool:
    return bool(schema.support_status and schema.support_status.status in NOT_FOR_USERS)


def _value(schema: Any, name: str, rng: random.Random, depth: int) -> Any:
    rules = {type(rule).__name__: rule for rule in schema.constraints}
    kind = schema.type
    if "AllowedValues" in rules and kind not in ("List", "Map"):
        return rng.choice(list(rules["AllowedValues"].allowed))
    if kind == "Boolean":
        return rng.random() < 0.5
    if kind in ("Integer", "Number"):
        return _number(name, rules, rng)
    if kind == "String":
        return _string(name, rules, rng)
    if kind == "List":
        return _list(schema, name, rules, rng, depth)
    if kind == "Map":
        return _map(schema, rng, depth)
    return rng.choice(ANY_STRING)


def _number(name: str, rules: dict[str, Any], rng: random.Random) -> int:
    low, high = 0, 10
    if "Range" in rules:
        low = rules["Range"].min if rules["Range"].min is not None else low
        high = rules["Range"].max if rules["Range"].max is not None else low + 10
    picks = [pick for pick in BY_NAME.get(name, ()) if isinstance(pick, int) and low <= pick <= high]
    return rng.choice(picks) if picks else rng.randint(int(low), int(min(high, low + 20)))


def _string(name: str, rules: dict[str, Any], rng: random.Random) -> str:
    custom = getattr(rules.get("CustomConstraint"), "name", "")
    pool = [str(pick) for pick in BY_CONSTRAINT.get(custom) or BY_NAME.get(name) or ANY_STRING]
    pattern = rules.get("AllowedPattern")
    if pattern is not None:
        pool = [pick for pick in (*pool, *PATTERN_CANDIDATES) if pattern.match(pick)] or pool
    length = rules.get("Length")
    text = rng.choice(pool)
    if length is not None and length.min and len(text) < int(length.min):
        text = (text or "a") * int(length.min)
    return text


def _list(schema: Any, name: str, rules: dict[str, Any], rng: random.Random, depth: int) -> list[Any]:
    length = rules.get("Length")
    low = int(length.min) if length is not None and length.min else 0
    count = max(low, rng.choice([1, 1, 1, 2, 2, 0]))
    inner = schema.schema[0] if schema.schema and 0 in schema.schema else None
    if "AllowedValues" in rules:
        return [rng.choice(list(rules["AllowedValues"].allowed)) for _ in range(count)]
    if inner is None:
        try:
            inner = schema.schema["*"]
        except Exception:  # a list of anything
            return [rng.choice(ANY_STRING) for _ in range(count)]
    return [_value(inner, name, rng, depth + 1) for _ in range(count)]


def _map(schema: Any, rng: random.Random, depth: int) -> dict[str, Any]:
    if schema.schema:
        try:
            return random_properties(dict(schema.schema), rng, depth + 1)
        except Exception:  # a mapping of anything
            pass
    return {rng.choice("abc"): rng.choice(ANY_STRING) for _ in range(rng.randint(0, 2))}
