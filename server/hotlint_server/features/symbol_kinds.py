"""The protocol's symbol kinds for the things of a template."""

SYMBOL_KINDS = {
    "section": 3,
    "resource": 5,
    "output": 7,
    "property": 8,
    "parameter": 13,
    "condition": 17,
    "key": 20,
}
