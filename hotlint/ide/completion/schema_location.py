"""The meaning of a path of keys in a template: section, property, or argument of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hotlint.ide.completion.declared_names import DeclaredNames
from hotlint.ide.completion.lines import Step
from hotlint.language import functions
from hotlint.language.versions import NEWEST
from hotlint.resource_types.catalog import PACKAGED, Catalog
from hotlint.resource_types.schema import Properties, Property, ResourceType


class SchemaLocation(NamedTuple):
    """The meaning of one node of a template.

    `kind` is "root", "section", "parameter", "constraint", "resource", ... (see `locate`), or "value" where functions are
    allowed. `name` is the parameter, resource or output that it belongs to, `field` the key below that. Of a value, `schema`
    is its schema and `properties` are the keys that it may have. In the arguments of a function, `function` is its name,
    `argument` the path into its arguments, and `outer` the location of the function's own value.
    """

    kind: str
    name: str = ""
    field: str = ""
    rest: tuple[Step, ...] = ()
    schema: Property | None = None
    properties: Properties | None = None
    function: str = ""
    argument: tuple[Step, ...] = ()
    outer: SchemaLocation | None = None
    condition: bool = False
    trail: tuple[str, ...] = ()  # names of the properties on the way from the resource


_MEMBERS = (("resource",), ("resource_def",))
"""Properties that hold a whole resource."""
DEPTH = 100
"""How many steps of a trail or an argument are kept: no schema is as deep, and longer ones would be copied at every step."""
_PLAIN_FIELDS = ("type", "depends_on", "description", "condition", "deletion_policy", "external_id")


class SchemaLocator:
    """Finds the meaning of paths, with the types of a catalog and the names of a text."""

    def __init__(
        self,
        names: DeclaredNames,
        catalog: Catalog,
        nested: dict[str, Properties] | None = None,
        mapped: Callable[[str], str] = str,
        version: str = NEWEST,
    ) -> None:
        self.names = names
        self.catalog = catalog
        self.nested = nested or {}
        self.mapped = mapped
        self.functions = functions.names(version)
        self._located: dict[tuple[Step, ...], SchemaLocation] = {}

    def type_of(self, resource: str) -> ResourceType | None:
        """Return the type of a resource, of any release; None for an unknown one."""
        declared = self.names.resources.get(resource)
        return self.type_named(declared.type) if declared and declared.type else None

    def type_named(self, name: str) -> ResourceType | None:
        """Return a resource type, of any release, mapped by environments; None for an unknown one."""
        found = self.catalog.resource(name)
        if isinstance(found, ResourceType):
            return found
        known = PACKAGED.resource(name)
        if known is None and (target := self.mapped(name)) != name:
            return PACKAGED.resource(target)
        return known

    def locate(self, path: tuple[Step, ...]) -> SchemaLocation:
        """Return the meaning of the node that a path leads to."""
        if path not in self._located:
            self._located[path] = self._locate(path)
        return self._located[path]

    def _locate(self, path: tuple[Step, ...]) -> SchemaLocation:
        if not path:
            return SchemaLocation("root")
        section = path[0]
        if len(path) == 1:
            return SchemaLocation("section", str(section))
        handler = _SECTIONS.get(str(section))
        return handler(self, path) if handler else SchemaLocation("nothing")

    def _parameter(self, path: tuple[Step, ...]) -> SchemaLocation:
        name = str(path[1])
        if len(path) == 2:
            return SchemaLocation("parameter", name)
        field = str(path[2])
        if field == "constraints" and len(path) > 3:
            if len(path) == 4:
                return SchemaLocation("constraint", name)
            return SchemaLocation("constraint-field", name, str(path[4]), path[5:])
        return SchemaLocation("parameter-field", name, field, path[3:])

    def _group(self, path: tuple[Step, ...]) -> SchemaLocation:
        if len(path) == 2:
            return SchemaLocation("group")
        return SchemaLocation("group-field", str(path[1]), str(path[2]), path[3:])

    def _condition(self, path: tuple[Step, ...]) -> SchemaLocation:
        start = SchemaLocation("value", str(path[1]), "condition", condition=True)
        return self._descend(start, path[2:])

    def _output(self, path: tuple[Step, ...]) -> SchemaLocation:
        name = str(path[1])
        if len(path) == 2:
            return SchemaLocation("output", name)
        field = str(path[2])
        if field == "value":
            return self._descend(SchemaLocation("value", name, field), path[3:])
        if field == "condition":
            return self._named_condition(name, path[3:])
        return SchemaLocation("output-field", name, field, path[3:])

    def _resource(self, path: tuple[Step, ...]) -> SchemaLocation:
        name = str(path[1])
        if len(path) == 2:
            return SchemaLocation("resource", name)
        field, rest = str(path[2]), path[3:]
        if field == "condition":
            return self._named_condition(name, rest)
        if field in _PLAIN_FIELDS:
            return SchemaLocation("resource-field", name, field, rest)
        kind = self.type_of(name)
        properties = None
        if field == "properties":
            declared = self.names.resources.get(name)
            properties = self.nested.get(declared.type or "") if declared else None
            if properties is None and kind is not None:
                properties = kind.properties
        elif field == "update_policy" and kind is not None:
            properties = kind.update_policy
        return self._descend(SchemaLocation("value", name, field, properties=properties), rest)

    def _members(self, group: str) -> Properties | None:
        """Return the properties of the members of a group of resources; None for an unknown type."""
        declared = self.names.resources.get(group)
        inner = declared.inner if declared else None
        if not inner:
            return None
        if inner in self.nested:
            return self.nested[inner]
        kind = self.type_named(inner)
        return kind.properties if kind is not None else None

    def _named_condition(self, name: str, rest: tuple[Step, ...]) -> SchemaLocation:
        return self._descend(SchemaLocation("condition-name", name, "condition", condition=True), rest)

    def _descend(self, location: SchemaLocation, steps: tuple[Step, ...]) -> SchemaLocation:
        for step in steps:
            location = self._into_arguments(location, step) if location.function else self._into_value(location, step)
        return location

    def _into_value(self, location: SchemaLocation, step: Step) -> SchemaLocation:
        if isinstance(step, str):
            known = location.properties is not None and step in location.properties
            if step in self.functions and not known:
                return location._replace(
                    kind="value", function=step, argument=(), outer=location, schema=None, properties=None
                )
            schema = location.properties[step] if known and location.properties is not None else None
            found = _valued(location, schema)._replace(trail=(*location.trail, step)[:DEPTH])
            if step == "properties" and location.trail[-1:] in _MEMBERS:
                return found._replace(properties=self._members(location.name), field="members", trail=())
            if step == "cloud_config" and len(found.trail) == 1:
                from hotlint.analysis import cloud_config  # few templates have one

                return found._replace(properties=cloud_config.keys())
            return found
        schema = location.schema.items if location.schema is not None else None
        return _valued(location, schema)

    def _into_arguments(self, location: SchemaLocation, step: Step) -> SchemaLocation:
        function = functions.get(location.function)
        outer = location.outer
        if isinstance(step, str) and step in self.functions and not (function and step in function.keys):
            is_condition = _takes_conditions(location)
            return location._replace(kind="value", function=step, argument=(), outer=location, condition=is_condition)
        argument = (*location.argument, step)[:DEPTH]
        kind = function.argument_kind(argument) if function is not None else None
        if outer is not None and function is not None and function.macro and kind == "condition":
            return outer._replace(kind="condition-name", condition=True, schema=None, properties=None)
        if outer is not None and kind == "result":
            return outer
        if outer is not None and kind == "item" and outer.schema is not None:
            return _valued(outer, outer.schema.items)
        return location._replace(argument=argument)


def _valued(location: SchemaLocation, schema: Property | None) -> SchemaLocation:
    return location._replace(
        kind="value",
        schema=schema,
        properties=schema.properties if schema is not None else None,
        function="",
        argument=(),
        outer=None,
    )


def _takes_conditions(location: SchemaLocation) -> bool:
    """Return whether a function in the arguments of another one is a condition."""
    function = functions.get(location.function)
    return location.condition or (function is not None and function.takes("condition"))


_SECTIONS = {
    "parameters": SchemaLocator._parameter,
    "parameter_groups": SchemaLocator._group,
    "conditions": SchemaLocator._condition,
    "outputs": SchemaLocator._output,
    "resources": SchemaLocator._resource,
}
