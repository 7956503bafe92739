"""Predicted attributes, held against what real resources have shown: `shown.json` has some stacks of each kind."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from for_each import for_each

from hotlint.resource_types.catalog import PACKAGED
from hotlint.resource_types.predicted_attributes import DERIVED, FORMS, predicted

sys.path.append(str(Path(__file__).parents[2] / "tools/generate"))
from predicted_attributes import matches, observations

SHOWN: list[dict[str, Any]] = json.loads((Path(__file__).parent / "shown.json").read_text(encoding="utf-8"))
FACTS: dict[str, dict[str, dict[str, Any]]] = PACKAGED.file("predicted_attributes.json")


@for_each("record", SHOWN, ids=lambda record: "-".join(record["ids"]))
def test_each_prediction_is_what_the_resource_showed(record: dict[str, Any]) -> None:
    for type_name, attribute, one in observations(record):
        found = predicted(type_name, attribute, one.values)
        assert found is None or matches(found.value, one), (type_name, attribute, found, one.value)


def test_each_fact_is_shown_at_least_once() -> None:
    seen = {
        (type_name, attribute)
        for record in SHOWN
        for type_name, attribute, one in observations(record)
        if predicted(type_name, attribute, one.values) is not None
    }
    assert seen == {(type_name, attribute) for type_name, facts in FACTS.items() for attribute in facts}


def test_each_form_is_known() -> None:
    assert {fact["form"] for facts in FACTS.values() for fact in facts.values()} <= FORMS.keys()
    assert FORMS.keys() >= DERIVED
