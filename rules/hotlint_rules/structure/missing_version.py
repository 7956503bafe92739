from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY, kind_of
from hotlint.common.suggestions import unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Document, Edit, Entry, Example, Fix, Mapping, Rule, RuleContext, Span, Target

TELLING = frozenset({"resources", "outputs", "conditions", "parameter_groups"})
"""Sections that only templates have: a file with one of them is a template whose version is missing."""


def misspelled(root: Mapping) -> Entry | None:
    """Return the entry whose key is a misspelled version key, or None."""
    for entry in root.items():
        if isinstance(entry.name, str) and unambiguous_match(entry.name, [VERSION_KEY]):
            return entry
    return None


class MissingVersion(Rule):
    """A template has no version.

    `heat_template_version` decides which keys and functions a template can use; Heat refuses a template without it.
    """

    code = "HOT101"
    name = "missing-version"
    severity = "error"
    bad = [
        Example("""\
resources:
^^^^^^^^^
  web: {type: "OS::Heat::Value"}
"""),
        Example(
            """\
heat_template_versoin: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
resources: {}
""",
            fixed="heat_template_version: 2018-08-31\nresources: {}\n",
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web: {type: "OS::Heat::Value"}
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        root = document.root
        if not isinstance(root, Mapping) or kind_of(document) != "other" or ctx.may_be_in_unparsed_text(VERSION_KEY):
            return
        if root.entry(VERSION_KEY) is not None:
            return
        wrong = misspelled(root)
        if wrong is not None:
            place = Target(wrong, "key")
            message = f"unknown section '{wrong.name}'; the key of the version is '{VERSION_KEY}'"
            yield ctx.report(place, message, fix=ctx.rename_fix(place, VERSION_KEY))
            return
        entry = next((e for e in root.items() if e.name in TELLING), None)
        if entry is not None:
            newest = versions.NEWEST
            message = f"template has no version; add '{VERSION_KEY}: {newest}' at its top"
            yield ctx.report(
                Target(root.entries[0] if root.entries else entry, "key"), message, fix=self._insert(root, newest)
            )

    def _insert(self, root: Mapping, version: str) -> Fix | None:
        if root.flow or not root.entries:
            return None
        at = root.entries[0].key.start
        edit = Edit(Span(at, at), f"{VERSION_KEY}: {version}\n")
        return Fix(f"Add '{VERSION_KEY}: {version}'", (edit,))
