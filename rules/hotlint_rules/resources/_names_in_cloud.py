"""Finds names that mean nothing, or several things, in a cloud, and sizes that do not fit. Imported where it is needed."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.cloud.summaries import size
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.heat_types.nova._boot import booted_image
from hotlint.language.values import OMITTED, Value, show
from hotlint.rule import Checked, Parameter, RuleContext, Severity, Target, Template
from hotlint_rules.parameters._shared import entries, origin
from hotlint_rules.resources._cloud import judged, made_names, named_things, target


def missing(template: Template, ctx: RuleContext) -> Checked:
    """Yield what names nothing that the cloud has, or something that cannot be used now."""
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    for parameter in template.parameters.values():
        yield from _missing_of_parameter(parameter, cloud, ctx)
    for thing in named_things(ctx):
        kind, value = thing.found.kind, thing.found.value
        problem = _problem(kind, value, cloud, ctx)
        if problem is not None:
            place = target(thing.owner, thing.found.path)
            meant = unambiguous_match(value, cloud.names(kind))
            fix = ctx.rename_fix(place, meant, "unsafe") if _is_written(place, value) else None
            message, values = f"{thing.subject}: {problem}", judged(thing.owner, thing.found.path, problem, ctx)
            causes, is_zone = [f"cloud {kind} {value}"], kind.endswith(" zone")
            severity = _severity(kind, value, cloud)
            yield ctx.report(
                place, message, causes=causes, fix=fix, values=values, by_service=is_zone, severity=severity
            )


def _missing_of_parameter(parameter: Parameter, cloud: CloudFacts, ctx: RuleContext) -> Checked:
    kinds = [e.get("custom_constraint") for e in entries(parameter) if isinstance(e, dict)]
    given = ctx.template_context.evaluation.given(parameter.name)
    node = parameter.fields.get("default")
    value = given.value if given is not None else parameter.text("default")
    for kind in kinds:
        if not isinstance(kind, str) or not isinstance(value, str) or not value:
            continue
        problem = _problem(kind, value, cloud, ctx)
        if problem is not None:
            subject, related = origin(parameter.name, ctx)
            found_at = Target(node) if given is None and node is not None else Target(parameter.key)
            places = related if given is not None else ()
            message, causes = f"{subject}: {problem}", [f"cloud {kind} {value}"]
            yield ctx.report(found_at, message, related=places, causes=causes, severity=_severity(kind, value, cloud))


def ambiguous(ctx: RuleContext) -> Checked:
    """Yield names of several things of the cloud.

    Of several security groups of a name, Heat and Nova take the one of the project; an administrator's snapshot has those of all.
    """
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    for thing in named_things(ctx):
        kind, value = thing.found.kind, thing.found.value
        found = cloud.find(kind, value)
        if len(found) < 2 or kind == "neutron.security_group" or (kind, value) in made_names(ctx):
            continue
        ids = ", ".join(sorted(t.id for t in found)[:5])
        noun = found[0].noun
        nouns = f"{noun[:-1]}ies" if noun.endswith("cy") else f"{noun}s"
        message = f"{thing.subject}: cloud '{cloud.name}' has {len(found)} {nouns} '{value}'; use an id ({ids})"
        place, values = target(thing.owner, thing.found.path), judged(thing.owner, thing.found.path, message, ctx)
        yield ctx.report(place, message, causes=[f"cloud {kind} {value}"], values=values)


def small_flavors(ctx: RuleContext) -> Checked:
    """Yield flavors of servers that have less than the image requires."""
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    for owner in ctx.deployment.root.judged:
        image, flavor = (owner.values.get(name) for name in ("image", "flavor"))
        if heat_types.of(owner.type).made_for != "nova.server":
            continue
        boots = booted_image(owner) if image is None else None
        image = image or boots
        if not isinstance(image, str) or not isinstance(flavor, str):
            continue
        images, flavors = cloud.find("glance.image", image), cloud.find("nova.flavor", flavor)
        found = len(images) == len(flavors) == 1
        problem = _shortage(images[0], flavors[0], has_volume=boots is not None) if found else None
        if problem is not None:
            values = judged(owner, ("flavor",), problem, ctx)
            message, place = f"'flavor' of OS::Nova::Server: {problem}", target(owner, ("flavor",))
            yield ctx.report(place, message, values=values, by_service=boots is not None)


def not_external(ctx: RuleContext) -> Checked:
    """Yield networks that must be external and are not."""
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    for thing in named_things(ctx):
        if thing.found.path not in heat_types.of(thing.owner.type).external_networks:
            continue
        found = cloud.find("neutron.network", thing.found.value)
        if len(found) == 1 and found[0].entry.get("external") is False:
            names = [t.name for t in cloud.things("neutron.network") if t.entry.get("external")]
            hint = f" ({', '.join(names[:5])})" if names else ""
            name = found[0].name
            message = (
                f"{thing.subject}: network '{name}' of cloud '{cloud.name}' is not external; use one that is{hint}"
            )
            values = judged(thing.owner, thing.found.path, message, ctx)
            yield ctx.report(target(thing.owner, thing.found.path), message, values=values)


def taken(ctx: RuleContext) -> Checked:
    """Yield names that must be unique and that something in the cloud has."""
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    for owner in ctx.deployment.root.judged:
        known, name = heat_types.of(owner.type), owner.values.get("name")
        others = next((one.names[1:] for one in known.unique if one.is_name), None)
        if not isinstance(name, str) or others is None or not known.makes:
            continue
        alike = (thing for thing in cloud.find(known.makes, name) if thing.name == name)
        found = [thing for thing in alike if all(_is_within(thing, other, owner.values.get(other)) for other in others)]
        if found:
            problem = (
                f"cloud '{cloud.name}' already has a {found[0].noun} '{name}'; ignore this if this stack created it"
            )
            values = judged(owner, ("name",), problem, ctx)
            message, causes = f"'name' of {owner.type}: {problem}", [f"cloud {known.makes} {name} taken"]
            yield ctx.report(target(owner, ("name",)), message, causes=causes, values=values)


def _is_within(thing: Thing, other: str, value: Value) -> bool:
    """Return whether a thing of a cloud has the same `other` as a resource with this value, such as the domain of its name."""
    return not value or (value is not OMITTED and thing.entry.get(f"{other}_id") == value)


def _is_written(place: Target, value: str) -> bool:
    node = getattr(place.node, "value", place.node)
    return getattr(node, "value", node) == value


def _severity(kind: str, value: str, cloud: CloudFacts) -> Severity | None:
    """Return the severity of what names nothing: "info" where most clouds find it, None for that of the rule."""
    is_alike = not cloud.find(kind, value) and cloud.differing_in_case(kind, value) is not None
    return "info" if is_alike else None


def _problem(kind: str, value: str, cloud: CloudFacts, ctx: RuleContext) -> str | None:
    """Return why nothing that can be used has a name or id, as a clause; None for what has, or may have."""
    if not cloud.is_known(kind) or (kind, value) in made_names(ctx):
        return None
    found = cloud.find(kind, value)
    if not found and kind == "keystone.project":
        found = cloud.find("keystone.domain", value)  # which Keystone finds as a project, too
    alike = cloud.differing_in_case(kind, value) if not found else None
    if alike is not None:
        return (
            f"cloud '{cloud.name}' has {KINDS[kind][1]} '{alike}', which differs in case: it is found if the service's database "
            "ignores case (MySQL does, PostgreSQL does not)"
        )
    if not found:
        hint = did_you_mean(value, cloud.names(kind))
        return f"cloud '{cloud.name}' has no {KINDS[kind][1]} {show(value)}{hint}"
    return _unusable(found[0], cloud) if len(found) == 1 else None


def _unusable(thing: Thing, cloud: CloudFacts) -> str | None:
    status = thing.entry.get("status", "active")
    if thing.kind == "glance.image" and status != "active":
        return f"{thing.noun} '{thing.name}' of cloud '{cloud.name}' is {status}, not active"
    if thing.entry.get("available") is False:
        return f"{thing.noun} '{thing.name}' of cloud '{cloud.name}' is not available"
    return None


def _shortage(image: Thing, flavor: Thing, has_volume: bool) -> str | None:
    """Return what an image requires and a flavor does not have, as a clause; None where it suffices, or is not known.

    The disk of the flavor does not count where the server boots a volume.
    """
    ram, least = flavor.entry.get("ram"), image.entry.get("min_ram")
    if isinstance(ram, int) and isinstance(least, int) and ram < least:
        return f"'{flavor.name}' has {size(ram)} of memory, and image '{image.name}' requires {size(least)}"
    disk, least = flavor.entry.get("disk"), image.entry.get("min_disk")
    if isinstance(disk, int) and isinstance(least, int) and disk < least and not has_volume:
        return f"'{flavor.name}' has a disk of {disk} GiB, and image '{image.name}' requires {least} GiB"
    return None
