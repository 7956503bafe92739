from __future__ import annotations

import re

from hotlint.common.suggestions import unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Example, Rule, RuleContext, Scalar, Target, Template

_LATER = {"stein": "2018-08-31", "train": "2018-08-31", "ussuri": "2018-08-31", "victoria": "2018-08-31"}
_WITHOUT_ONE = dict.fromkeys(
    ("xena", "yoga", "zed", "antelope", "bobcat", "caracal", "dalmatian", "epoxy", "flamingo", "latest"),
    versions.NEWEST,
)
_RELEASES = {name.lower(): date for date, name in versions.RELEASES.items()} | _LATER | _WITHOUT_ONE
"""Names of releases, including those without a version of their own, and the version of each."""


def nearest_version(written: str) -> str:
    """Return the version that is probably meant: one character off, that of a release, or the newest by that date."""
    text = written.strip()
    if versions.canonical(text.lower()):
        return text.lower()
    if text.lower() in _RELEASES:
        return _RELEASES[text.lower()]
    near = [
        v for v in versions.VERSIONS if len(v) == len(text) and sum(a != b for a, b in zip(v, text, strict=True)) == 1
    ]
    if near:
        return near[-1]
    found = re.match(r"(\d{4})[-./]?(\d\d?)?[-./]?(\d\d?)?", text)
    if found:
        year, month, day = (int(part or 12) for part in found.groups())
        date = f"{year}-{month:02}-{day if found[3] else 31:02}"
        return next((v for v in reversed(versions.VERSIONS) if v <= date), versions.VERSIONS[0])
    return unambiguous_match(text, versions.RELEASE_NAMES) or versions.NEWEST


class UnknownVersion(Rule):
    """The version of the template is unknown, or newer than the target release of Heat.

    A version is one of the dates below or, from newton on, the name of a release. It is not the date on which the template
    was written.
    """

    code = "HOT102"
    name = "unknown-version"
    severity = "error"
    of_cloud = True
    bad = [
        Example(
            """\
heat_template_version: 2013-05-24
                       ^^^^^^^^^^
""",
            fixed="heat_template_version: 2013-05-23\n",
        ),
        Example("""\
heat_template_version: stein
                       ^^^^^
"""),
    ]
    good = [Example("heat_template_version: 2018-08-31\n"), Example("heat_template_version: rocky\n")]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        node = template.version_node
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            return
        if template.known_version:
            if template.dialect.is_hot:
                yield from self._newer(node, template, ctx)
            return
        is_hot = template.dialect.is_hot
        meant = nearest_version(node.value) if is_hot else template.dialect.versions[0]
        known = ", ".join((*versions.VERSIONS, *versions.RELEASE_NAMES) if is_hot else template.dialect.versions)
        message = f"unknown version '{node.value[:40]}' (did you mean '{meant}'?); Heat has {known}"
        yield ctx.report(node, message, fix=ctx.rename_fix(Target(node), meant, "unsafe"))

    def _newer(self, node: Scalar, template: Template, ctx: RuleContext) -> Checked:
        """Report a version that the target release of Heat does not have yet."""
        catalog = ctx.template_context.catalog
        reached = catalog.is_reached
        if catalog.is_of_cloud and catalog.cloud is not None and catalog.cloud.versions is not None:
            if template.version not in catalog.cloud.versions:
                newest = max(catalog.cloud.versions, default="none")
                yield ctx.report(
                    node, f"version '{node.value}' is not one of cloud '{catalog.cloud.name}', whose newest is {newest}"
                )
            return
        since = versions.SINCE_HEAT.get(template.version)
        if since is None or reached(since):
            return
        newest = [v for v in versions.VERSIONS if reached(versions.SINCE_HEAT.get(v, "0"))][-1]
        brought = versions.RELEASES[template.version]
        message = f"version '{node.value}' came with {brought}; the newest version of the target release is {newest}"
        yield ctx.report(node, message)
