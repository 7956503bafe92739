"""The effective settings of one file, and the rules that they enable.

`hotlint.linter.settings.config` reads them from .hotlint.yaml; the command and the API put their own on top (`Settings.changed`).
"""

from __future__ import annotations

from hotlint.analysis.files.project import RESOURCE_LIMIT
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, FailingSeverity, Severity
from hotlint.linter.rules.rule import Rule
from hotlint.linter.settings.selectors import specificity

if TYPE_CHECKING:
    from hotlint.policies.model import Policy


class NamedDeployment(NamedTuple):
    """A deployment that the configuration names: a template with its environments, values and target. Paths are ready to open."""

    name: str
    template: str
    environments: tuple[str, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    target: str | None = None


class JinjaSettings(NamedTuple):
    """How Jinja sources are rendered. `files` are globs below `folder`, none for all sources; the flags are those of jinja2.

    `variables` win over those in `variable_files`, of which later ones win.
    """

    files: tuple[str, ...] = ()
    variables: tuple[tuple[str, Any], ...] = ()
    variable_files: tuple[str, ...] = ()
    search_path: tuple[str, ...] = ()
    trim_blocks: bool = True
    lstrip_blocks: bool = False
    folder: str = ""


def is_snapshot_name(target: str) -> bool:
    """Return whether a target is the path of a snapshot of a cloud, not a release."""
    return target.endswith((".yaml", ".yml", ".json"))


class Settings(NamedTuple):
    """Settings of one file. Paths are ready to open; `select` None means every rule that is on by default.

    `select`, `extend_select`, `ignore`, `fixable`, `unfixable` and the keys of `severity` are selectors (see
    `hotlint.linter.settings.selectors`). `targets` are all releases that files are checked for, where there are several: `target` is
    the first, which all else uses. `profile` names profiles, of which later ones win. `files` are the configuration files that
    the settings come from. `default_environment`: see `hotlint.resource_types.catalog.Catalog`. `cloud` is the path of a
    snapshot of a cloud, and `target` may be one. `budget` is the seconds that a dry run may take. `discovery` is whether a file is
    checked with the environments that fit it, without being given any. `resource_limit` is Heat's max_resources_per_stack.
    `role` is that of who deploys. `urls` are folders by the start of the URLs that stand for their files.
    `list_indentation` and `flow_spaces` are the style of `hotlint format`. `found_plugins` are folders of plugins that no
    configuration names, but that the source tree has; they add types and replace none.
    """

    target: str | None = None
    environments: tuple[str, ...] = ()
    plugin_dirs: tuple[str, ...] = ()
    known_types: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    fail_on: FailingSeverity | None = None
    files: tuple[str, ...] = ()
    urls: tuple[tuple[str, str], ...] = ()
    default_environment: bool | None = None
    policies: tuple[Policy, ...] = ()
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    deployments: tuple[NamedDeployment, ...] = ()
    jinja: tuple[JinjaSettings, ...] = ()
    cloud_snapshot: str | None = None
    role: str | None = None
    profile: tuple[str, ...] = ()
    budget: float | None = None
    discovery: bool = True
    resource_limit: int = RESOURCE_LIMIT
    list_indentation: str = "indented"
    flow_spaces: str = "none"
    found_plugins: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    @property
    def snapshot(self) -> str | None:
        """The path of the snapshot of the cloud; None without one."""
        return self.cloud_snapshot or (
            self.target if self.target is not None and is_snapshot_name(self.target) else None
        )

    def with_value(self, name: str, value: Any) -> Settings:
        """Return these settings with one more value given: a list is extended, `select`, `fixable` and single values are replaced.

        `target` may be several releases.
        """
        if name == "target":
            several = (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))
            return self._replace(target=several[0], targets=several if len(several) > 1 else ())
        if isinstance(self._field_defaults[name], tuple):
            value = getattr(self, name) + value
        return self._replace(**{name: value})

    def changed(self, other: Settings) -> Settings:
        """Return these settings with the values of `other` that are not defaults on top, each as `with_value` does.

        A release that `other` gives is that of all deployments.
        """
        settings = self
        if other.target is not None:
            settings = self._replace(deployments=tuple(d._replace(target=None) for d in self.deployments))
        for name, value in zip(self._fields, other, strict=True):
            if value != self._field_defaults[name]:
                settings = settings.with_value(name, value)
        return settings

    def wants(self, rule: Rule | type[Rule]) -> bool:
        """Return whether a rule is enabled; of `select` (with `extend_select`) and `ignore`, the more specific selector wins."""
        return self.wants_code(rule.code, rule.name, default=rule.default)

    def wants_code(self, code: str, name: str, *, default: bool = True) -> bool:
        """Return whether the rule with a code and name is enabled; `default`: it is where nothing selects rules."""
        chosen = default - 1 if self.select is None else specificity(self.select, code, name)
        chosen = max(chosen, specificity(self.extend_select, code, name))
        return chosen >= 0 and specificity(self.ignore, code, name) < max(chosen, 1)

    def may_fix(self, found: Diagnostic) -> bool:
        """Return whether fixes of a finding may be applied; of `fixable` and `unfixable`, the more specific selector wins."""
        chosen = 0 if self.fixable is None else specificity(self.fixable, found.code, found.rule)
        return chosen >= 0 and specificity(self.unfixable, found.code, found.rule) < max(chosen, 1)

    def severity_of(self, found: Diagnostic, rule: Rule | None) -> Severity:
        """Return the severity of a finding of a rule, None for that of a policy, after profiles and overrides.

        Any override wins over a profile. A finding that its rule made milder is never made more severe than that by either.
        """
        profiles = rule.profiles if rule is not None else {}
        wanted = next((profiles[name] for name in reversed(self.profile) if name in profiles), None)
        most = rule.severity if rule is not None else "error"
        best = 0
        for selector, severity in self.severity:
            length = specificity((selector,), found.code, found.rule)
            if length >= max(best, 1):
                best, wanted = length, severity
        if wanted is None:
            return found.severity
        if found.severity == most:
            return wanted
        return max(wanted, found.severity, key=SEVERITIES.index)
