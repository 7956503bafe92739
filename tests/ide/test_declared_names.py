"""The names in a text that is edited: those that are taken from the text before are those of a text read anew."""

from __future__ import annotations

import random

from for_each import for_each

from hotlint.ide.completion import DeclaredNames

TEXT = """heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.image}]}
  # a comment
  size:
    type: number
conditions:
  small: {equals: [{get_param: size}, 1]}
resources:
  net:
    type: OS::Neutron::Net
  port:
    type: OS::Neutron::Port
    depends_on: [net]
    properties:
      network: {get_resource: net}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        type: OS::Nova::Server
outputs:
  address:
    value: {get_attr: [port, fixed_ips, 0, ip_address]}
"""
PIECES = (
    "", "\n", "  ", "x", ":", "a: b\n", "\n  new:\n    type: OS::Nova::Server\n", "get_param: ", "resources:\n",
    "{get_param: x}", "\n    depends_on:\n    - a\n", "#", "'", '"', "\r\n", "type: OS::Heat::Stack\n", "    ", "custom_constraint: a.b",
)  # fmt: skip
FACTS = ("version", "sections", "parameters", "conditions", "resources", "outputs", "uses", "nested_keys", "deep")


def facts(names: DeclaredNames) -> dict[str, object]:
    """Return all that is known, in its order."""
    found = {fact: getattr(names, fact) for fact in FACTS}
    return {**found, "order": [list(found["parameters"]), list(found["resources"])]}


@for_each("seed", range(40))
def test_names_after_random_edits(seed: int) -> None:
    rng = random.Random(seed)
    text, names = TEXT, DeclaredNames(TEXT)
    for _ in range(25):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 0, 0, 1, 5, 40)))
        text = text[:start] + rng.choice(PIECES) + text[end:]
        if rng.random() < 0.7:
            assert names.uses is not None
        names = DeclaredNames(text, names)
        assert facts(names) == facts(DeclaredNames(text)), text


def test_entries_outside_of_the_edit_are_kept() -> None:
    before = DeclaredNames(TEXT)
    names = DeclaredNames(TEXT.replace("network: {", "network_id: {"), before)
    assert names.resources["net"] is before.resources["net"]
    assert names.resources["group"].at == before.resources["group"].at + len("_id")


def test_texts_before_are_not_kept() -> None:
    names = DeclaredNames(TEXT)
    assert names.uses
    for n in range(3):
        names = DeclaredNames(TEXT + "x" * n, names)
    assert not any(isinstance(value, DeclaredNames) for value in vars(names).values())
