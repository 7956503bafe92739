"""The rules on user data that no program on the server takes up."""

from __future__ import annotations

import re

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.rule import Checked, Edit, Example, Fix, Mapping, Rule, RuleContext, Sequence, Span, Target, Template
from hotlint_rules.no_effect._user_data import (
    DEFAULT_FORMAT,
    FORMAT,
    MARKER,
    UNCLAIMED,
    Holder,
    configs,
    format_of,
    holders,
    report_in,
    texts_at,
    texts_of_part,
)

if TYPE_CHECKING:
    from hotlint.analysis.user_data import UserData

_SCRIPT = "#!"
_UNRUN = "user data has no '#!' line, so that heat-cfntools cannot run it; begin it with a line such as '#!/bin/sh'"
_FOR_CLOUD_INIT = (
    MARKER, "#include", "#part-handler", "#cloud-boothook", "#upstart-job", "## template: jinja", "content-type:", "mime-version:",
)  # fmt: skip
"""How user data begins that cloud-init takes up, and which is no program (INCLUSION_TYPES_MAP in cloudinit/handlers)."""
_BEGINNINGS = (_SCRIPT, *_FOR_CLOUD_INIT, "#ps1", "rem cmd", "<powershell", "<script", "{")
"""How user data begins that cloud-init, cloudbase-init or Ignition take up."""
_ALMOST = r"#[ \t]*cloud[-_ ]?config[ \t]*$"
_LEADING = r"(?!\s*## template: jinja)(?:[ \t]*(?:#(?!!)[^\n]*|\r)?\n)*[ \t]*(?=#!|#cloud-config[ \t\r]*$)"
_SHELL = r"(?:set [-+]|export \w+=|\w+=\S*$|(?:echo|apt|apt-get|yum|dnf|mkdir|cd|sudo|systemctl|service|curl|wget|rm|cp|mv|chmod|sed) \S)"
"""How the first line of a script begins that is no line of any other format."""


class UserDataFormat(Rule):
    """The user data of a server is no script, and its format is `HEAT_CFNTOOLS`, the default, which runs it as one.

    heat-cfntools on the server takes the user data for a program. It cannot run a cloud-config or a MIME message, notes that in its
    log, and nothing else happens. With `get_resource` of a configuration, the user data is the ID of the configuration, not
    its text. Set `user_data_format` to `RAW`, or to `SOFTWARE_CONFIG` where software deployments follow. (A cloud may set another default
    in `default_user_data_format`.)
    """

    code = "HOT761"
    name = "user-data-format"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data: |
        #cloud-config
        ^^^^^^^^^^^^^
        packages: [nginx]
""",
        ),
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {packages: [nginx]}
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data: {get_resource: config}
                                ^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data_format: RAW
      user_data: |
        #cloud-config
        packages: [nginx]
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for holder in holders(ctx):
            if not holder.is_server or format_of(holder, ctx) != DEFAULT_FORMAT:
                continue
            fix = _raw_fix(holder, ctx)
            for config in configs(holder.node, ctx):
                message = (
                    f"user_data_format {DEFAULT_FORMAT} makes the ID of '{config.resource.name}' the user data, not its text: "
                    "use RAW or SOFTWARE_CONFIG"
                )
                yield ctx.report(_named(holder, ctx), message, fix=fix)
            for data in texts_at(holder.node, ctx):
                start = len(data.text) - len(data.text.lstrip())
                begins = next((b for b in _FOR_CLOUD_INIT if data.text[start:].lower().startswith(b)), None)
                if begins is None or any(hole.start <= start for hole in data.holes()):
                    continue
                found = report_in(ctx, data, _line(data.text, start), self._message(holder, begins))
                yield found._replace(fixes=(fix,)) if fix is not None else found

    @staticmethod
    def _message(holder: Holder, begins: str) -> str:
        what = "a cloud-config" if begins == MARKER else f"user data that begins with '{begins}'"
        if holder.kind.user_data != "user_data":
            return f"heat-cfntools treats the user data of {holder.kind.types[0]} as a script, and cannot run {what}"
        return f"user_data_format {DEFAULT_FORMAT} treats the user data as a script, and cannot run {what}: use RAW or SOFTWARE_CONFIG"


def _named(holder: Holder, ctx: RuleContext) -> Target:
    node = holder.node
    entry = next(iter(node.items())) if isinstance(node, Mapping) else None
    return Target(entry.value if entry is not None else node)


def _raw_fix(holder: Holder, ctx: RuleContext) -> Fix | None:
    """Return the fix that sets the format to RAW, which is what cloud-init gets; None where the property has no such place."""
    entry = holder.properties.entry("user_data")
    if entry is None:
        return None
    given = holder.properties.entry(FORMAT)
    if given is not None:
        return Fix("Change to RAW", (Edit(Target(given).span(), "RAW"),))
    start, text = entry.key.start, ctx.document.text
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if not holder.properties.flow and before.strip():
        return None
    separator = ", " if holder.properties.flow else f"\n{before}"
    return Fix("Set 'user_data_format' to RAW", (Edit(Span(start, start), f"{FORMAT}: RAW{separator}"),))


def _line(text: str, start: int) -> Span:
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    return Span(start, start + max(len(line.rstrip()), 1))


class UserDataStart(Rule):
    """The first line of user data is not the one that says what it is.

    cloud-init looks at the first characters only: `#cloud-config`, `#!`, or another of its markers. What begins with anything else,
    such as a comment above the marker, is text that it ignores. A script whose `#!` is not the very first thing is one that the
    kernel does not run. (An info for white space above `#cloud-config`: cloud-init itself skips it, its `schema` command does not.)
    """

    code = "HOT762"
    name = "user-data-start"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data_format: RAW
      user_data: |
        # the web server
        #cloud-config
        ^^^^^^^^^^^^^
        packages: [nginx]
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data: |
        apt-get install -y nginx
        ^^^^^^^^^^^^^^^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: |
        # cloud-config
        ^^^^^^^^^^^^^^
        packages: [nginx]
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data: |
        #!/bin/sh
        apt-get install -y nginx
  appliance:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: router
      networks: [{network: private}]
      user_data_format: RAW
      user_data: |
        hostname edge-1
        interface ge-0/0/0
  rendered:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian-12
      networks: [{network: private}]
      user_data_format: RAW
      user_data: |
        ## template: jinja
        #cloud-config
        runcmd: [echo {{ v1.local_hostname }}]
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        seen = set()
        for holder in holders(ctx):
            wanted = format_of(holder, ctx) if holder.is_server else ""
            found = texts_of_part(holder.node, ctx) if holder.is_server else texts_at(holder.node, ctx)
            if not holder.is_server and _group(holder) not in UNCLAIMED:
                continue
            for data in found if wanted is not None else ():
                if id(data.node) not in seen:
                    seen.add(id(data.node))
                    yield from self._check(data, wanted, ctx)

    def _check(self, data: UserData, wanted: str | None, ctx: RuleContext) -> Checked:
        text = data.text
        start = len(text) - len(text.lstrip())
        if not text.strip() or data.placeholders is None:
            return
        holes = data.holes()
        moved = re.match(_LEADING, text, re.MULTILINE | re.IGNORECASE)
        last = moved.end() if moved is not None and moved.end() else start
        if any(hole.start <= last for hole in holes):
            return
        first = _line(text, start)
        line = text[first.start : first.end]
        if moved is not None and moved.end():
            marker = _SCRIPT if text.startswith(_SCRIPT, moved.end()) else MARKER
            is_skipped = marker == MARKER and moved.end() == start
            why = (
                "other programs than cloud-init need it there" if is_skipped else "what is above it makes it plain text"
            )
            if marker == _SCRIPT and moved.end() == start:
                why = "the kernel runs no script with anything before it"
            yield report_in(
                ctx, data, _line(text, moved.end()), f"'{marker}' must be the first thing in user data: {why}",
                severity="info" if is_skipped else None,
            )  # fmt: skip
        elif re.match(_ALMOST, line, re.IGNORECASE) and line.lower() != MARKER:
            message = f"first line must be '{MARKER}', not '{line}': cloud-init ignores the cloud-config"
            yield report_in(ctx, data, first, message, meant=MARKER)
        elif line.startswith(_SCRIPT) and text.startswith(f"{line}\r\n") and wanted == DEFAULT_FORMAT:
            message = "first line ends with CR LF, so that the kernel finds no interpreter of that name"
            yield report_in(ctx, data, first, message)
        elif wanted and not line.lower().startswith(_BEGINNINGS):
            if wanted == DEFAULT_FORMAT:
                yield report_in(ctx, data, first, _UNRUN)
            elif re.match(_SHELL, line):
                message = "script has no '#!' line, so that cloud-init treats it as plain text and ignores it"
                yield report_in(ctx, data, first, message)
            elif _is_config(data):
                message = f"first line of a cloud-config must be '{MARKER}': cloud-init ignores this text"
                yield report_in(ctx, data, first, message)


def _group(holder: Holder) -> object:
    node = holder.properties.get("group")
    return getattr(node, "value", "") if node is not None else None


def _is_config(data: UserData) -> bool:
    """Return whether a text is a mapping with only keys of a cloud-config, of which one says what to do."""
    from hotlint.analysis.cloud_config import keys

    document = data.document()
    root = document.root
    if document.broken or not isinstance(root, Mapping) or not root.named:
        return False
    return all(name in keys() for name in root.named) and not _ACTIONS.isdisjoint(root.named)


_ACTIONS = frozenset({"packages", "runcmd", "bootcmd", "write_files", "users", "ssh_authorized_keys", "chpasswd"})


class UnreadPart(Rule):
    """A part of a MIME message has a `filename` and no `subtype`, and so a content type that cloud-init does not know.

    Heat makes the content type of the name: `text/setup` of `setup.sh`. cloud-init looks at the first line of a part only where the type is
    `text/plain`, and has no handler for another. Leave out the `filename`, or set the `subtype`: `x-shellscript` or `cloud-config`.
    """

    code = "HOT763"
    name = "unread-mime-part"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  init:
    type: OS::Heat::MultipartMime
    properties:
      parts:
      - filename: setup.sh
                  ^^^^^^^^
        config: |
          #!/bin/sh
          apt-get install -y nginx
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  init:
    type: OS::Heat::MultipartMime
    properties:
      parts:
      - filename: setup.sh
        subtype: x-shellscript
        config: |
          #!/bin/sh
          apt-get install -y nginx
      - filename: x-shellscript
        config: |
          #!/bin/sh
          apt-get install -y curl
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for holder in holders(ctx):
            if holder.kind.user_data != "parts" or not isinstance(holder.node, Sequence):
                continue
            for part in holder.node.items:
                name = part.entry("filename") if isinstance(part, Mapping) else None
                if name is None or not isinstance(part, Mapping) or part.get("subtype") or part.get("type"):
                    continue
                written = getattr(name.value, "value", None)
                stem = re.sub(r"(?<=.)\.[^./]*$", "", written) if isinstance(written, str) else ""
                if stem and stem not in _SUBTYPES:
                    message = f"part '{written}' gets the content type text/{stem}, which cloud-init does not handle: set 'subtype'"
                    yield ctx.report(Target(name), message)


_SUBTYPES = frozenset({
    "plain", "x-shellscript", "cloud-config", "cloud-boothook", "part-handler", "x-include-url", "x-include-once-url",
    "cloud-config-archive", "cloud-config-jsonp", "upstart-job", "jinja2", "x-not-multipart", "x-cfninitdata",
    "x-shellscript-per-boot", "x-shellscript-per-instance", "x-shellscript-per-once", "ignition",
})  # fmt: skip
