"""The rules on cloud-configs: in user data, in configurations and in the parts of MIME messages."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.rule import (
    Checked,
    Diagnostic,
    Document,
    Entry,
    Example,
    Mapping,
    Node,
    Related,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Severity,
    Span,
    Target,
    Template,
)
from hotlint_rules.no_effect._user_data import MARKER, Holder, calls, configs, holders, report_in, texts_at

if TYPE_CHECKING:
    from hotlint.analysis.user_data import UserData

_MERGES = ("merge_how", "merge_type")


class Config(NamedTuple):
    """A cloud-config: its `document` where it is a text, None where the template has it as a mapping."""

    holder: Holder
    root: Node | None
    data: UserData | None = None
    document: Document | None = None


def _configs(ctx: RuleContext) -> list[Config]:
    return ctx.memoize(("cloud-configs",), lambda: list(_all_configs(ctx)))


def _all_configs(ctx: RuleContext) -> Iterator[Config]:
    for holder in holders(ctx):
        if holder.kind.user_data == "cloud_config":
            yield Config(holder, holder.node)
            continue
        nodes = [holder.node]
        if holder.kind.user_data == "parts":
            items = holder.node.items if isinstance(holder.node, Sequence) else ()
            nodes = [found for item in items if (found := part_of(item)) is not None]
        for node in nodes:
            yield from _in_texts(holder, node, ctx)


def part_of(item: Node) -> Node | None:
    """Return the text of a part of a MIME message; None without one."""
    return item.get("config") if isinstance(item, Mapping) else None


def _in_texts(holder: Holder, node: Node, ctx: RuleContext) -> Iterator[Config]:
    for data in texts_at(node, ctx):
        text = data.text.lstrip()
        if (
            text[: len(MARKER)].lower() == MARKER
            and not text[len(MARKER) :][:1].strip()
            and data.placeholders is not None
        ):
            document = ctx.memoize(("cloud-config", id(data)), data.document)
            yield Config(holder, document.root, data, document)


class CloudConfigSyntax(Rule):
    """The YAML of a cloud-config cannot be read, or is no mapping.

    cloud-init logs that and ignores the whole cloud-config. Of two equal keys, it takes the last. What `str_replace` puts into the text is
    not known, and lines with it are not reported.
    """

    code = "HOT764"
    name = "cloud-config-syntax"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: |
        #cloud-config
        runcmd:
        - [systemctl, restart, nginx
          ^
        packages: [nginx]
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: |
        #cloud-config
        runcmd:
        - systemctl restart nginx
        runcmd:
        ^^^^^^
        - systemctl restart php-fpm
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  packages: {type: json}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: |
            #cloud-config
            packages: %packages%
            %more%
          params:
            "%packages%": {get_param: packages}
            "%more%": "runcmd: [reboot]"
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for config in _configs(ctx):
            if config.document is None or config.data is None:
                continue
            data, document = config.data, config.document
            if document.broken:
                problem = document.problems[0]
                if not has_hole(data, problem.span):
                    message = f"cloud-init cannot read this YAML, and ignores all of it: {problem.message}"
                    yield report_in(ctx, data, problem.span, message)
                continue
            root = document.root
            if root is not None and not isinstance(root, Mapping) and not has_hole(data, Span(root.start, root.end)):
                message = "cloud-config must be a mapping: cloud-init ignores all of it"
                yield report_in(ctx, data, Span(root.start, root.end), message)
            for problem in document.problems:
                if problem.slug == "duplicate-key":
                    name = data.text[problem.span.start : problem.span.end]
                    yield report_in(
                        ctx,
                        data,
                        problem.span,
                        f"duplicate key '{name}' in the cloud-config; cloud-init uses only the last one",
                    )


def has_hole(data: UserData, span: Span) -> bool:
    """Return whether the line of a place, or the one above it, has a hole."""
    above = data.text.rfind("\n", 0, max(data.text.rfind("\n", 0, span.start), 0)) + 1
    below = data.text.find("\n", span.end)
    end = below if below >= 0 else len(data.text)
    return any(hole.start < end and hole.end > above for hole in data.holes())


class CloudConfigKeys(Rule):
    """A key or a value of a cloud-config is none that cloud-init takes.

    cloud-init logs it, ignores it or stops the module that reads it, and the server starts without what it says. The keys are those of
    cloud-init's own schemas, of old and new versions. (An info for an unknown key that is like none of them: an image may have a module of
    its own.)
    """

    code = "HOT765"
    name = "cloud-config-key"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: |
        #cloud-config
        packges: [nginx]
        ^^^^^^^
        write_files:
        - path: /etc/motd
          mode: '0644'
          ^^^^
          content: hello
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config:
        runcmd:
        - echo "note: rebooting"
          ^^^^^^^^^^^^^^^^^^^^^^
        users:
        - {name: admin, ssh_authorized_key: ssh-ed25519 AAAA}
                        ^^^^^^^^^^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  key: {type: string}
resources:
  config:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config:
        packages: nginx
        write_files:
        - {path: /etc/motd, permissions: 0644, content: hello}
        users:
        - default
        - {name: admin, ssh_authorized_keys: [{get_param: key}], lock_passwd: true, uid: 1001}
        runcmd:
        - [sleep, 5]
        - systemctl restart nginx
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name: {type: string}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: |
            #cloud-config
            preserve_hostname: $keep
            $name_files:
            - $entry
          params: {$keep: true, $name: {get_param: name}, $entry: "{path: /etc/motd}"}
"""),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for config in _configs(ctx):
            if isinstance(config.root, Mapping) and (config.document is None or not config.document.broken):
                yield from self._check(config, config.root, ctx)

    def _check(self, config: Config, root: Mapping, ctx: RuleContext) -> Checked:
        from hotlint.analysis.cloud_config import problems

        data, known = config.data, calls(ctx)
        holes = data.holes() if data is not None else []

        def is_unknown(node: Node) -> bool:
            if data is None:
                return id(node) in known
            return isinstance(node, Scalar) and any(h.start < node.end and h.end > node.start for h in holes)

        if data is None and id(root) in known:
            return
        for problem in problems(root, is_unknown, is_complete=not holes):
            severity: Severity | None = "info" if problem.is_likely else None
            node = problem.at.key if isinstance(problem.at, Entry) else problem.at
            if data is not None:
                span = Span(node.start, node.end) if isinstance(node, Scalar) else _first_line(data.text, node)
                yield report_in(ctx, data, span, problem.message, severity=severity, meant=problem.meant)
            else:
                target = Target(problem.at, "key" if isinstance(problem.at, Entry) else "value")
                fix = ctx.rename_fix(target, problem.meant, "unsafe")
                yield ctx.report(target, problem.message, severity=severity, fix=fix)


def _first_line(text: str, node: Node) -> Span:
    end = text.find("\n", node.start, node.end)
    return Span(node.start, end if end >= 0 else node.end)


class UnmergedCloudConfigs(Rule):
    """Two cloud-configs of one MIME message have the same key, and the later one does not say how to merge it.

    By default, cloud-init replaces the value of the earlier part by that of the later one: only the `runcmd` of the last part runs.
    Give the later part `merge_how`, for instance `list(append)+dict(no_replace,recurse_list)+str()`.
    """

    code = "HOT766"
    name = "unmerged-cloud-configs"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  one:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {packages: [nginx], timezone: UTC}
  two:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {packages: [curl], timezone: UTC}
  init:
    type: OS::Heat::MultipartMime
    properties:
      parts:
      - config: {get_resource: one}
      - config: {get_resource: two}
                               ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  one:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {packages: [nginx]}
  two:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {packages: [curl], merge_how: "list(append)+dict(recurse_list)+str()"}
  init:
    type: OS::Heat::MultipartMime
    properties:
      parts:
      - config: {get_resource: one}
      - config: {get_resource: two}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for holder in holders(ctx):
            if holder.kind.user_data == "parts" and isinstance(holder.node, Sequence):
                yield from self._check(holder.node, ctx)

    def _check(self, parts: Sequence, ctx: RuleContext) -> Checked:
        earlier: dict[str, tuple[Node, Node]] = {}
        for item in parts.items:
            node = part_of(item)
            config = _only_config(node, ctx) if node is not None else None
            if node is None or config is None or not isinstance(config.root, Mapping):
                continue
            holes = config.data.holes() if config.data is not None else []
            values = {str(e.name): e.value for e in config.root.items() if isinstance(e.name, str)}
            shared = [name for name, value in values.items() if name in earlier and not _same(earlier[name][1], value)]
            merges = any(name in values for name in _MERGES) or bool(holes)
            if shared and not merges:
                yield self._report(node, shared, earlier[shared[0]][0], ctx)
            earlier.update({name: (node, value) for name, value in values.items() if name not in _MERGES})

    def _report(self, node: Node, shared: list[str], first: Node, ctx: RuleContext) -> Diagnostic:
        names = ", ".join(f"'{name}'" for name in shared)
        message = f"cloud-init drops {names} of the earlier part, since this part has no 'merge_how'"
        place = next(iter(node.items())).value if isinstance(node, Mapping) and id(node) in calls(ctx) else node
        return ctx.report(place, message, related=[Related("earlier part", Target(first).span())])


def _only_config(node: Node, ctx: RuleContext) -> Config | None:
    """Return the cloud-config that a part is, itself or by reference; None where it may be one of several."""
    named = configs(node, ctx)
    found = [config for config in _configs(ctx) for holder in named if config.holder is holder]
    found += [] if named else _in_texts(holders(ctx)[0], node, ctx)
    return found[0] if len(found) == 1 else None


def _same(first: Node, second: Node) -> bool:
    from hotlint.analysis.environments.file import to_plain

    return bool(to_plain(first) == to_plain(second))
