"""The rules on YAML: each reports some kinds of the parser's problems."""

from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.rule import Checked, Document, Edit, Example, Fix, Related, Rule, RuleContext, Span, Template


class ProblemRule(Rule):
    """Base of the rules that report the parser's problems: those whose slug is in `slugs`."""

    severity = "error"
    slugs: frozenset[str] = frozenset()
    explains: str = "see here"
    """Message at the related place of a problem."""

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        for problem in document.problems:
            if problem.slug in self.slugs:
                related = [Related(self.explains, problem.related)] if problem.related else []
                yield ctx.report(problem.span, problem.message, related=related)


class YamlSyntax(ProblemRule):
    """The file is not valid YAML.

    Heat refuses a template with a syntax error. The usual causes: a tab, a quote or bracket that is never closed, an
    unquoted string that contains `: ` or starts with `%`, `@` or `*`, and indentation that matches nothing above it. The
    rest of the template is checked as far as it can be parsed.
    """

    code = "HOT001"
    name = "yaml-syntax"
    slugs = frozenset({
        "syntax", "quote", "tab", "percent", "colon", "indentation", "bracket", "character",
    })  # fmt: skip
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: Web servers: the front end
                        ^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port: {type: number, default: %port%}
                                ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
description: "Web servers
             ^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "Web servers: the front end"
parameters:
  port: {type: string, default: "%port%"}
""")
    ]


class InvalidAlias(ProblemRule):
    """An anchor, an alias or a merge key is invalid.

    `&name` marks a value, `*name` further down repeats it, and `<<: *name` adds its entries to a mapping. Heat refuses the
    template when the anchor is not defined above the alias, when one name marks two values, when a value contains itself,
    and when something other than a mapping is merged. A string that starts with `*` or `&` needs quotes.
    """

    code = "HOT003"
    name = "invalid-alias"
    slugs = frozenset({"alias", "anchor", "merge"})
    explains = "anchor is defined here"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: &common {value: 1}
  db:
    type: OS::Heat::Value
    properties: *comon
                ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  zone: &text {type: string}
  size: &text {type: string}
        ^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: &common {value: 1}
  db:
    type: OS::Heat::Value
    properties: {<<: *common, type: number}
""")
    ]


class UnreadableValue(ProblemRule):
    """A value has an unknown YAML tag, or is invalid for its YAML type.

    Tags such as `!Ref` or `!include` belong to other tools, and Heat refuses them. Write a function in its long form
    ({get_resource: web}), and put a string in quotes that YAML reads as an invalid number or date.
    """

    code = "HOT004"
    name = "unreadable-value"
    slugs = frozenset({"tag", "scalar"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  id:
    value: !Ref web
                ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web: {type: "OS::Heat::Value"}
outputs:
  id:
    value: {get_resource: web}
"""),
    ]


class KeyNotScalar(ProblemRule):
    """A key is a list or a mapping.

    YAML allows such keys, but Heat refuses the template. The usual cause is a placeholder of another tool, such as
    `{{ name }}`, that needs quotes. A file with several of them is a Jinja source (HOT096).
    """

    code = "HOT005"
    name = "key-not-scalar"
    slugs = frozenset({"key"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: {{ what }}
              ^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "{{ what }}"
""")
    ]


class MultipleDocuments(ProblemRule):
    """The file has more than one YAML document.

    A template is a single document: Heat refuses a file in which a line of `---` starts another one. Put the other
    document in a separate file.
    """

    code = "HOT006"
    name = "multiple-documents"
    slugs = frozenset({"documents"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: the first
---
^^^
description: the second
""")
    ]
    good = [
        Example("""\
---
heat_template_version: 2018-08-31
description: the only one
""")
    ]


class TooMuchNesting(ProblemRule):
    """The template is nested too deeply, or its aliases expand to too many values.

    Heat reads values recursively and fails after a few hundred levels. A few aliases, each of which repeats the one before
    ten times, expand to more values than fit in memory.
    """

    code = "HOT007"
    name = "too-much-nesting"
    slugs = frozenset({"depth"})
    bad = [
        Example(
            "heat_template_version: 2018-08-31\n"
            "description: " + "[" * 210 + "x" + "]" * 210 + "\n" + " " * (len("description: ") + 199) + "^\n"
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  table: {value: [[[[1]]]]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if template.overflow and template.document.root is not None:
            start = span_of(template.document.root).start
            entry = template.sections.get("resources") or template.sections.get("outputs")
            message = "aliases of this template expand to more values than Heat can load"
            yield ctx.report(
                span_of(entry.key) if entry else span_of(template.document.root)._replace(end=start + 1), message
            )


class InvalidJson(ProblemRule):
    """A template begins with `{` but is not valid JSON.

    Heat's client reads such a template as JSON only, in which all keys and strings have double quotes, and which has no
    comments and no comma after the last item. Write it as JSON, or begin with the version in YAML's block style. (A nested
    template may be in YAML's flow style: the client takes it for any other file, and Heat reads it as YAML.)
    """

    code = "HOT011"
    name = "invalid-json"
    slugs = frozenset({"json"})
    bad = [
        Example("""\
{heat_template_version: 2018-08-31}
 ^
""")
    ]
    good = [
        Example("""\
{"heat_template_version": "2018-08-31"}
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        return () if ctx.template_context.chain else super().check_document(document, ctx)


class LenientYaml(Rule):
    """Heat reads the YAML, but most other parsers refuse it.

    Heat tries a second, more lenient parser when the first one fails. That one accepts a `:` directly before a bracket, a
    comma or a brace in flow style, and a tab in the indentation of a block of text. Editors, formatters and CI tools that
    use another parser stop there.
    """

    code = "HOT012"
    name = "lenient-yaml"
    severity = "warning"
    slugs = frozenset({"lenient-colon", "lenient-tab"})
    bad = [
        Example(
            """\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr:[web, first_address]}}
                       ^
""",
            fixed="""\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr: [web, first_address]}}
""",
        ),
    ]
    good = [
        Example("""\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr: [web, first_address]}}
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        for problem in document.problems:
            if problem.slug not in self.slugs:
                continue
            fix = None
            if problem.slug == "lenient-colon":
                fix = Fix("Add a blank", (Edit(Span(problem.span.end, problem.span.end), " "),), "safe")
            yield ctx.report(problem.span, f"{problem.message}; Heat accepts it, most YAML parsers refuse it", fix=fix)
