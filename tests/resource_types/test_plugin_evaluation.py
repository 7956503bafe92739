"""Evaluation of plugin code: expressions, statements, classes and imports from which schemas are built."""

from __future__ import annotations

from pathlib import Path

from for_each import for_each
from plugin_fixture import HEAD, STRING, properties_of, schema_of

from hotlint.resource_types.plugins import read_plugins
from hotlint.resource_types.plugins.folders import read_plugin_dirs


class TestEvaluation:
    @for_each(
        "expression",
        [
            "{'a': S, 'b': S}",
            "dict(a=S, b=S)",
            "dict([('a', S), ('b', S)])",
            "dict(zip(('a', 'b'), [S, S]))",
            "{**{'a': S}, **{'b': S}}",
            "{'a': S} | {'b': S}",
            "{name: S for name in ('a', 'b')}",
            "{name: S for name in 'abc' if name != 'c'}",
            "{'%s' % name: S for name in ['a', 'b']}",
            "{'{}'.format(n): S for n in sorted({'b', 'a'})}",
            "{f'{n}': S for n in ('a b').split()}",
            "copy.deepcopy({'a': S, 'b': S})",
            "made('a', 'b')",
            "made(*('a', 'b'))",
            "yielded()",
            "{'a': S, 'b': S} if SWITCH else {}",
            "{'a': S, ('b' if not SWITCH else 'b'): S}",
            "(lambda name: {'a': S, name: S})('b')",
            "{k: v for k, v in {'a': S, 'b': S, 'c': None}.items() if v is not None}",
            "{k: S for k in list(range(0, 20, 10)) and ['a'] + ['b']}",
            "{key.lower(): S for key in NAMES[:-1]}",
            "{k: S for group in (['a'], ['b']) for k in group}",
            "Holder().schema",
            "Holder.static()",
            "Child.of_class()",
        ],
    )
    def test_expressions_that_build_a_schema(self, expression: str) -> None:
        before = f"""
import copy
S = {STRING}
SWITCH = True
NAMES = ('A', 'B', 'C')
def made(*names, **more):
    result = {{}}
    for name in names:
        result[name] = S
    return result
def yielded():
    def pairs():
        yield 'a', S
        yield 'b', S
    return dict(pairs())
class Holder(object):
    own = 'a'
    def __init__(self):
        self.schema = {{self.own: S, 'b': S}}
    @staticmethod
    def static():
        return {{'a': S, 'b': S}}
    @classmethod
    def of_class(cls):
        return {{cls.own: S, 'a': S}}
class Child(Holder):
    own = 'b'
    @classmethod
    def of_class(cls):
        return super().of_class()
"""
        found = properties_of(expression, before)
        assert found == {"a": {"type": "string"}, "b": {"type": "string"}}

    def test_inheritance_in_pythons_order(self) -> None:
        before = f"""
class Base(resource.Resource):
    properties_schema = {{'base': {STRING}}}
    attributes_schema = {{'base': attributes.Schema()}}
class Left(Base):
    pass
class Right(Base):
    properties_schema = {{'right': {STRING}}}
class Both(Left, Right):
    pass
"""
        facts = schema_of(
            "properties_schema = Both.properties_schema\nattributes_schema = Both.attributes_schema", before
        )
        assert list(facts["properties"]) == ["right"] and list(facts["attributes"]) == ["base"]

    def test_imports_between_plugins(self) -> None:
        texts = {
            "common.py": f"{HEAD}NAME = 'name'\nSCHEMA = {{NAME: {STRING}}}\n",
            "pkg/__init__.py": "from .deep import *\n",
            "pkg/deep.py": "from ..common import SCHEMA as INNER\n",
            "main.py": HEAD + "import pkg\nfrom heat.engine.plugins import common\n"
            "class A(resource.Resource):\n    properties_schema = pkg.INNER\n"
            "class B(resource.Resource):\n    properties_schema = common.SCHEMA\n"
            "def resource_mapping():\n    return {'X::A': A, 'X::B': B}\n",
        }
        found = read_plugins(texts)
        assert {name: list(facts["properties"]) for name, facts in found.types.items()} == {
            "X::A": ["name"],
            "X::B": ["name"],
        }

    def test_imports_by_the_name_of_a_package_that_the_folder_is(self, tmp_path: Path) -> None:
        folder = tmp_path / "acme" / "heat"
        folder.mkdir(parents=True)
        (folder / "base.py").write_text(f"{HEAD}SCHEMA = {{'a': {STRING}}}\n")
        (folder / "main.py").write_text(
            HEAD + "from acme.heat import base\nfrom other.heat import base as unknown\n"
            "class A(resource.Resource):\n    properties_schema = base.SCHEMA\n"
            "class B(resource.Resource):\n    properties_schema = unknown.SCHEMA\n"
            "def resource_mapping():\n    return {'X::A': A, 'X::B': B}\n"
        )
        found = read_plugin_dirs([str(folder)]).types
        assert found["X::A"]["properties"] == {"a": {"type": "string"}}
        assert found["X::B"]["open"] == ["properties"]

    def test_circular_imports_end(self) -> None:
        texts = {
            "a.py": f"{HEAD}from heat.engine.plugins import b\nONE = {{'one': {STRING}}}\n",
            "b.py": HEAD + "from heat.engine.plugins import a\n"
            "class T(resource.Resource):\n    properties_schema = a.ONE\n"
            "def resource_mapping():\n    return {'X::T': T}\n",
        }
        found = read_plugins(texts)
        assert "X::T" in found.types and not found.problems

    @for_each(
        ("statements", "names", "is_open"),
        [
            ("if site.flag:\n    S['b'] = V\nelse:\n    S['c'] = V", {"a", "b", "c"}, False),
            ("for n in site.names:\n    S[n] = V", {"a"}, True),
            ("while site.more():\n    S[site.next()] = V", {"a"}, True),
            ("S.update(site.more)", {"a"}, True),
            ("site.extend(S)", {"a"}, True),
            ("with site.lock:\n    S['b'] = V", {"a", "b"}, False),
            ("try:\n    import x\n    S['b'] = V\nexcept ImportError:\n    S = {}", {"a", "b"}, False),
            ("S.pop('a')\nS['b'] = V", {"b"}, False),
            ("S |= {'b': V}", {"a", "b"}, False),
            ("for n in ('b', 'c'):\n    if n == 'c':\n        continue\n    S[n] = V", {"a", "b"}, False),
            ("for n in ('b', 'c'):\n    if site.skip(n):\n        continue\n    S[n] = V", {"a", "b", "c"}, False),
            ("def f():\n    global S\n    S = {'g': V}\nf()", {"g"}, False),
            ("match site.kind:\n    case 'x':\n        S['b'] = V", {"a", "b"}, False),
        ],
    )
    def test_statements_that_may_not_run(self, statements: str, names: set[str], is_open: bool) -> None:
        before = (
            "import site_config as site\nV = properties.Schema('String', required=True)\nS = {'a': V}\n" + statements
        )
        facts = schema_of("properties_schema = S", before)
        assert set(facts["properties"]) == names
        assert ("properties" in facts.get("open", ())) is is_open
        if "site" in statements and "with" not in statements:
            assert all("required" not in facts["properties"][name] for name in names - {"a"})

    def test_a_mapping_that_depends_on_the_site(self) -> None:
        text = HEAD + (
            "import acme\nclass T(resource.Resource):\n    pass\n"
            "def resource_mapping():\n    return {'X::T': T}\n"
            "def available_resource_mapping():\n    if acme.installed:\n        return resource_mapping()\n"
        )
        found = read_plugins({"t.py": text})
        assert list(found.types) == ["X::T"] and not found.problems

    def test_unknown_type_of_a_property_is_any(self) -> None:
        assert properties_of("{'a': properties.Schema(site_type, required=True)}") == {"a": {"required": True}}
        assert properties_of("{'a': properties.Schema(**site)}") == {"a": {}}

    def test_unknown_translation_rules_make_every_property_optional(self) -> None:
        body = "properties_schema = {'a': properties.Schema('String', required=True)}\n"
        body += "def translation_rules(self, props):\n    return acme.rules(props)"
        assert schema_of(body)["properties"] == {"a": {"type": "string"}}
