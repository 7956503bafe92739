"""What Heat's own resources refuse only when they are created: defaults that do not fit their type, and missing signals."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Unknown
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._model import Item, Refusal, ServiceRules, is_complete, items, properties
from hotlint_rules.services._neighbors import Neighbors

_PLAIN_CLASSES = ("lettersdigits", "letters", "lowercase", "uppercase", "digits", "hexdigits", "octdigits")


class SoftwareConfigRules(ServiceRules):
    """What Heat refuses of OS::Heat::SoftwareConfig and its kin when it creates them."""

    types = ("OS::Heat::SoftwareConfig", "OS::Heat::SoftwareComponent", "OS::Heat::StructuredConfig")
    service = "Heat"
    thing = "the configuration"
    source = "heat/engine/software_config_io.py"
    demands = ("in 'inputs', 'default' of 'type' Number is a number, and of Boolean true or false",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        for one in items(properties(owner), "inputs"):
            problem = _problem(one)
            if problem is not None:
                yield one.refuse("default", problem, "heat")


class WaitConditionRules(ServiceRules):
    """What OS::Heat::WaitCondition waits for in vain."""

    types = ("OS::Heat::WaitCondition",)
    service = "Heat"
    ending = "the condition times out otherwise"
    source = "heat/engine/resources/openstack/heat/wait_condition.py"
    settings = ("something gets an attribute of the 'handle', by which it can send the signal",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        condition = properties(owner)
        handle = stack.maker(condition["handle"], "OS::Heat::WaitConditionHandle")
        if handle is None or owner.path:
            return
        name = handle.resource.name
        for part, call in stack.ctx.template.calls():
            is_other = part.owner.section == "outputs" or part.owner.name != owner.resource.name
            if is_other and any(target.kind in ("resource", "ref") and target.name == name for target in call.targets):
                return
        message = f"nothing in the template gets '{name}', so that a signal can only be sent by hand"
        yield condition.refuse("handle", message, "setting", handle)


class ValueRules(ServiceRules):
    """What Heat refuses of OS::Heat::Value when it creates it."""

    types = ("OS::Heat::Value",)
    service = "Heat"
    thing = "the value"
    source = "heat/engine/resources/openstack/heat/value.py"
    demands = ("'value' of 'type' json is not the text of an OS::Heat::RandomString",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        origin = item["value"].origin if isinstance(item["value"], Unknown) else ()
        if item["type"] != "json" or len(origin) != 3 or origin[0] != "attribute" or origin[2] != "value":
            return
        maker = stack.made(str(origin[1]), "OS::Heat::RandomString")
        if maker is not None and not maker.values.get("character_sequences") and _has_no_brace(properties(maker)):
            message = f"the text of '{maker.resource.name}' is no mapping"
            yield item.refuse("value", message, "heat", maker)


def _has_no_brace(random: Item) -> bool:
    """Return whether the text of a random string has letters and digits only."""
    classes = random["character_classes"]
    return is_complete(classes) and not any(
        one.text("class") not in _PLAIN_CLASSES for one in items(random, "character_classes")
    )


class TestResourceRules(ServiceRules):
    """What OS::Heat::TestResource is told to do."""

    types = ("OS::Heat::TestResource",)
    service = "Heat"
    thing = "the resource"
    source = "heat/engine/resources/openstack/heat/test_resource.py"
    demands = ("'fail' is not true",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        if item["fail"] is True:
            yield item.refuse("fail", "the resource is told to fail", "heat")


def _problem(one: Item) -> str | None:
    """Return why a default does not fit its type, as a clause; None where it does, or that is not known."""
    kind, value = one.text("type"), one["default"]
    if value is None or not one.is_known("default") or kind is None:
        return None
    if kind == "Number" and isinstance(value, str):
        return None if _is_number(value) else f"'{value}' is not a number"
    if kind == "Boolean" and isinstance(value, str):
        return None if value.lower() in ("true", "false") else f"'{value}' is not a boolean (true or false)"
    return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
