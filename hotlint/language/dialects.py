"""The languages of templates, as one table of words for each version: HOT, and CloudFormation's format as Heat reads it.

All code knows keys, types and pseudo parameters by their names in HOT. A third language needs a table like
`hotlint.language.cloudformation`, and a view of its documents like `hotlint.analysis.cloudformation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hotlint.common.records import NamedTuple
from hotlint.language.versions import (
    DELETION_POLICIES,
    OUTPUT_KEYS,
    PARAMETER_KEYS,
    PARAMETER_TYPES,
    PSEUDO_PARAMETERS,
    RESOURCE_KEYS,
    SECTIONS,
    VERSIONS,
    canonical,
    first_version,
)


class Dialect(NamedTuple):
    """The words of one version of one language: HOT, or CloudFormation's as Heat reads it.

    hotlint knows keys, types and pseudo parameters by their names in HOT. `sections`, `parameter_keys`, `resource_keys` and
    `output_keys` give the word that a template of this version writes for each name that the version has; `parameter_types` and
    `pseudo_parameters` give the name of HOT for each word; `constants` are pseudo parameters with one value in every cloud.
    """

    versions: tuple[str, ...]
    sections: Mapping[str, str]
    parameter_keys: Mapping[str, str]
    resource_keys: Mapping[str, str]
    output_keys: Mapping[str, str]
    parameter_types: Mapping[str, str]
    pseudo_parameters: Mapping[str, str]
    deletion_policies: tuple[str, ...]
    constants: Mapping[str, str]
    is_hot: bool = True

    def word(self, name: str) -> str:
        """Return the word that a template writes for a name of HOT: a section or a key; the name itself for any other."""
        for table in (self.sections, self.resource_keys, self.parameter_keys, self.output_keys):
            if name in table:
                return table[name]
        return name


@cache
def dialect(version: str) -> Dialect:
    """Return the words of a version (canonical date)."""
    if version < VERSIONS[0]:
        return _of_cloudformation(version)

    def same(names: Iterable[str]) -> dict[str, str]:
        return {name: name for name in names}

    return Dialect(
        VERSIONS, same(first_version(SECTIONS, version)), same(first_version(PARAMETER_KEYS, version)),
        same(first_version(RESOURCE_KEYS, version)), same(first_version(OUTPUT_KEYS, version)), same(PARAMETER_TYPES),
        same(PSEUDO_PARAMETERS), tuple(first_version(DELETION_POLICIES, version)), {},
    )  # fmt: skip


@cache
def section_names() -> dict[str, str]:
    """Return the name in HOT of each section that some other language has, by the word for it."""
    from hotlint.language import cloudformation as words

    return {word: name for name, word in words.SECTIONS.items()}


def version_of(key: str, written: str) -> str | None:
    """Return the version that a template has by the key of its version and what is written there; None for another key.

    The version of a format with one version for each key is its canonical date, whatever is written.
    """
    if key == "heat_template_version":
        return written
    from hotlint.language import cloudformation as words

    return next((version for version, (own, _) in words.VERSIONS.items() if own == key), None)


def known_version(version: str | None) -> str | None:
    """Return the canonical date of a version of any language; None for one that Heat does not have."""
    from hotlint.language import cloudformation as words

    return version if version in words.VERSIONS else canonical(version)


def _of_cloudformation(version: str) -> Dialect:
    from hotlint.language import cloudformation as words  # most templates are HOT

    key, lacks = words.VERSIONS[version]
    tables = (words.SECTIONS, words.PARAMETER_KEYS, words.RESOURCE_KEYS, words.OUTPUT_KEYS)
    sections, *keys = ({name: word for name, word in table.items() if name not in lacks} for table in tables)
    return Dialect(
        (version,), {"heat_template_version": key, **sections}, keys[0], keys[1], keys[2], words.PARAMETER_TYPES,
        words.PSEUDO_PARAMETERS, words.DELETION_POLICIES, words.CONSTANTS, is_hot=False,
    )  # fmt: skip
