"""The rules on the files that a template names: nested templates, and files of get_file."""

from __future__ import annotations

import os

from hotlint.analysis.files.client_files import file_references, is_elsewhere, problem_at, upload_blocker
from hotlint.analysis.files.project import Project
from hotlint.common.boundary import SentFiles
from hotlint.language.jinja_marks import is_placeholder
from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Target, Template, file_cause
from hotlint_rules.composition._nested import display_path, meant_file, missing_cause, moved_file

WORDS = {
    "missing": "does not exist",
    "moved": "does not exist there, but elsewhere in the tree",
    "folder": "is a folder",
    "denied": "cannot be read: permission denied",
}
_IN_NO_HOST = " <>"


def why_outside(project: Project, path: str) -> str | None:
    """Return what is wrong with a file outside of the boundary, as the rest of a sentence; None for any other."""
    why = project.files.refusal(path) if project.state(path) == "outside" else None
    return f"is not read, and what it holds is unknown: {why}" if why is not None else None


def outside_cause(path: str) -> str:
    """Return the cause of what a file outside of the boundary leads to: its folder, which the user allows or not."""
    return file_cause(os.path.dirname(path))


class MissingTemplate(Rule):
    """A nested template does not exist.

    The name of a nested template is a path relative to the file that names it. Heat's client reads all nested templates
    before it uploads anything, and stops. (An info for an absolute path: the file may be there on the machine of the
    client. One warning for a folder of files that stand elsewhere in the tree: a script may put them in their places.)
    """

    code = "HOT601"
    name = "missing-template"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: nested/web.yaml
          ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: nested/web.yaml
""",
            files={"nested/web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        yield from _missing(ctx, "type", "template")


class MissingFile(Rule):
    """get_file names a file that does not exist.

    The name is a path relative to the template. Heat's client reads every file that is named anywhere in the template, and
    stops where one is missing. (An info for an absolute path: the file may be there on the machine of the client. One warning for
    a folder of files that stand elsewhere in the tree: a script may put them in their places.)
    """

    code = "HOT602"
    name = "missing-file"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: scripts/boot.sh}
                         ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: scripts/boot.sh}
""",
            files={"scripts/boot.sh": "echo ready\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        yield from _missing(ctx, "get_file", "file")


def _missing(ctx: RuleContext, key: str, thing: str) -> Checked:
    """Report the files that a key of the template names and that cannot be used; `thing` is what the message calls one."""
    project = ctx.template_context.project
    for reference in file_references(project, ctx.document):
        path = reference.location.path
        if reference.key != key or path is None:
            continue
        target, written = Target(reference.node), str(reference.node.value)
        if (moved := moved_file(target, written, path, ctx)) is not None:
            yield moved
        error = problem_at(project, reference.location)
        if error is None:
            continue
        hint, meant = meant_file(written, path, ctx) if error == "missing" else ("", None)
        elsewhere = (error == "missing" or key == "get_file") and is_elsewhere(project, written)
        message = f"{thing} '{written}' {WORDS[error]}{' on this machine' if elsewhere else ''}{hint}"
        fix = ctx.rename_fix(target, meant, "unsafe")
        causes = [missing_cause(path, ctx)]
        yield ctx.report(target, message, severity="info" if elsewhere else None, fix=fix, causes=causes)


class RemoteFile(Rule):
    """A file or nested template is remote, so hotlint does not check it.

    hotlint does not use the network. Everything that depends on the file is unknown. A URL of a branch of the template's own
    repository stands for the file in the checkout, and the setting `urls` names the folders of other URLs.

    A URL without the name of a host, such as one with a placeholder that was never filled in, is an error: nobody can fetch it.
    """

    code = "HOT603"
    name = "remote-file"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: https://example.com/web.yaml
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: https://<address of the server>/web.yaml
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for reference in file_references(ctx.template_context.project, ctx.document):
            url = reference.location.url
            if url is None:
                continue
            if is_placeholder(url):
                yield ctx.report(reference.node, f"file '{url}' is yet to be named, so hotlint does not check it")
                continue
            host = url.partition("://")[2].partition("/")[0]
            if url.startswith(("http:", "https:")) and (not host or any(sign in host for sign in _IN_NO_HOST)):
                why = f"'{host}' is not the name of a host" if host else "it names no host"
                message = f"file '{url}' cannot be fetched: {why}"
                yield ctx.report(reference.node, message, severity="error")
            else:
                yield ctx.report(reference.node, f"file '{url}' is remote, so hotlint does not check it")


class FileOutsideProject(Rule):
    """A file or nested template is outside the project, or is named by an absolute path.

    It exists on this machine, but may not exist where others check out the project. Use a path relative to the template.
    hotlint reads files only in the repository of the template, or else in its folder, the working folder around it and the folder of its
    configuration. What other files hold is unknown; `--allow-outside DIR` reads those of a folder.
    """

    code = "HOT604"
    name = "file-outside-project"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: file:///dev/null}
                         ^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: boot.sh}
""",
            files={"boot.sh": "echo ready\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for reference in file_references(project, ctx.document):
            path, name = reference.location.path, str(reference.node.value)
            if path is None:
                continue
            if (why := why_outside(project, path)) is not None:
                yield ctx.report(reference.node, f"'{name}' {why}", causes=[outside_cause(path)])
            if project.state(path) != "file" or isinstance(project.confined_to, SentFiles):
                continue
            if name.startswith(("/", "file:")):
                yield ctx.report(
                    reference.node,
                    f"'{name}' is an absolute path, which may not exist on other machines; use a path relative to the template",
                )
            elif project.root is not None and not os.path.abspath(path).startswith(os.path.join(project.root, "")):
                yield ctx.report(reference.node, f"'{name}' is outside the project's folder")


class TemplateCycle(Rule):
    """A template uses itself, directly or through other templates.

    Heat's client reads them endlessly and fails. A template cannot be nested in itself; inside a template, a type that a
    registry maps to the same template is Heat's own type.
    """

    code = "HOT605"
    name = "template-cycle"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  again:
    type: template.yaml
          ^^^^^^^^^^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  elsewhere: {type: "https://example.org/web.yaml"}
  again: {type: template.yaml}
                ^^^^^^^^^^^^^
  web: {type: web.yaml}
              ^^^^^^^^
  more: {type: template.yaml, properties: {size: 1}}
               ^^^^^^^^^^^^^
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {back: {type: web.yaml}}\n"},
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project, own = ctx.template_context.project, os.path.abspath(ctx.template_context.path)
        for reference in file_references(project, ctx.document):
            target = reference.location.path
            if target is None:
                continue
            if os.path.abspath(target) == own:
                yield ctx.report(reference.node, f"template '{reference.node.value}' uses itself")
                continue
            found = upload_blocker(project, target)
            if found is not None and found.kind == "cycle":
                steps = [display_path(p, ctx) for p in (target, *found.steps)]
                way = " -> ".join([*steps, found.name]) if steps[-1] != found.name else " -> ".join(steps)
                related = [Related("reference back to the first template", found.span, found.file)]
                message = f"circular use of templates: {way}"
                yield ctx.report(reference.node, message, related=related)
