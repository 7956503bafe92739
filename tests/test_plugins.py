"""The plugin reader: what it tells of a site's plugins, and that no plugin can do it harm."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.plugins import Plugins, read_plugins
from hotlint.resource_types.plugins.folders import packaged_facts, plugin_layer, read_plugin_dir, read_plugin_dirs

ACME = Path(__file__).parent / "data" / "plugins" / "acme"
HEAD = "from heat.engine import attributes, constraints, properties, resource, support\n"


@pytest.fixture(scope="module")
def acme() -> Plugins:
    return read_plugin_dirs([str(ACME)])


def schema_of(body: str, before: str = "", **given: Any) -> dict[str, Any]:
    """Facts of the one type of a plugin whose class has this body."""
    lines = "\n".join("    " + line for line in body.splitlines())
    text = f"{HEAD}{before}\nclass Thing(resource.Resource):\n{lines}\n"
    text += "def resource_mapping():\n    return {'Acme::Thing': Thing}\n"
    found = read_plugins({"thing.py": text}, **given)
    assert not found.problems, found.problems
    return found.types["Acme::Thing"]


def properties_of(expression: str, before: str = "") -> dict[str, Any]:
    return schema_of(f"properties_schema = {expression}", before).get("properties", {})


def _now(facts: Any) -> Any:
    """Facts without what they say of other releases."""
    if isinstance(facts, list):
        return [_now(item) for item in facts]
    if not isinstance(facts, dict):
        return facts
    return {key: _now(value) for key, value in facts.items() if key not in ("releases", "past")}


STRING = "properties.Schema('String')"


class TestSite:
    """A folder of plugins in the ways that plugins are written."""

    def test_types(self, acme: Plugins) -> None:
        assert sorted(acme.types) == [
            "Acme::Box", "Acme::Elsewhere", "Acme::Half", "Acme::Imported", "Acme::Plain", "Acme::Port", "Acme::Queue",
            "Acme::Server",
        ]  # fmt: skip
        assert acme.constraints == ("acme.queue",)

    def test_schema_put_together_from_helpers_updates_and_comprehensions(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]["properties"]
        assert list(found) == [
            "name", "tags", "size", "mode", "old_mode", "ports", "site", "options", "retry_seconds", "retry_minutes",
            "low", "high",
        ]  # fmt: skip
        assert found["size"]["constraints"] == [
            {"range": {"min": 1, "max": 1024}},
            {"modulo": {"step": 5, "offset": 0}},
        ]
        assert found["size"]["default"] == 20
        assert found["mode"] == {
            "type": "string",
            "required": True,
            "constraints": [{"allowed_values": ["fifo", "lifo"]}],
        }
        assert found["tags"]["required"] is True and found["tags"]["items"]["constraints"] == [{"length": {"max": 40}}]
        assert found["ports"]["items"]["properties"]["port"]["constraints"] == [{"custom": "neutron.port"}]
        assert found["high"]["constraints"] == [{"range": {"min": 10}}]

    def test_what_is_not_known_is_left_out_property_by_property(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]
        assert found["properties"]["site"] == {"type": "string"}
        assert found["properties"]["options"] == {"type": "map"}
        assert "open" not in found
        half = acme.types["Acme::Half"]
        assert half["properties"] == {"always": {"type": "string", "required": True}, "perhaps": {"type": "string"}}
        assert half["open"] == ["properties", "attributes", "update_policy"]
        for name in ("Acme::Elsewhere", "Acme::Imported"):
            assert acme.types[name]["open"] == ["properties", "attributes", "update_policy"]
            assert acme.types[name]["snapshot"]

    def test_support_and_methods(self, acme: Plugins) -> None:
        found = acme.types["Acme::Queue"]
        assert found["support"] == {
            "status": "DEPRECATED", "since": "3.0.0", "instead": "Acme::Bus", "previous": {"since": "1.0.0"},
        }  # fmt: skip
        assert found["properties"]["old_mode"]["support"]["instead"] == "mode"
        assert found["snapshot"] is True and found["reference"] == "null"
        assert found["translations"] == [
            {"rule": "replace", "path": ["mode"], "from": ["old_mode"], "when": "old_mode"}
        ]
        assert found["attributes"] == {"depth": {"type": "integer", "cache": False}, "owner": {}}

    def test_classes_of_heat_come_from_the_catalogue(self, acme: Plugins) -> None:
        port = packaged_facts("types/OS__Neutron__Port.json")
        server = packaged_facts("types/OS__Nova__Server.json")
        assert port and server
        wanted = {**_now(port["properties"]), "rate": {"type": "integer"}}
        assert acme.types["Acme::Port"]["properties"] == {k: v for k, v in wanted.items() if k != "tags"}
        assert set(acme.types["Acme::Port"]["attributes"]) == {*port["attributes"], "rate"}
        for name in ("Acme::Server", "Acme::Plain"):
            for key in ("properties", "attributes", "translations", "snapshot"):
                assert _now(acme.types[name][key]) == _now(server[key])

    def test_the_form_of_old_plugins(self, acme: Plugins) -> None:
        assert acme.types["Acme::Box"]["properties"] == {
            "Size": {"type": "integer", "required": True, "constraints": [{"range": {"min": 1, "max": 9}}]},
            "Kind": {
                "type": "string", "default": "a", "constraints": [{"allowed_values": ["a", "b"]}], "update": "in-place",
            },
            "Parts": {"type": "list", "items": {"type": "map", "properties": {"Name": {"type": "string"}}}},
        }  # fmt: skip

    def test_problems_name_file_and_place_and_types_that_may_exist(self, acme: Plugins) -> None:
        by_file = {Path(problem.path).name: problem for problem in acme.problems}
        assert sorted(by_file) == ["dynamic.py", "python2.py"]
        text = (ACME / "python2.py").read_text()
        assert text[by_file["python2.py"].offset :].startswith('print "Acme')
        assert acme.unread == ("Acme::Dynamic::*", "Acme::Old::*")

    def test_places(self, acme: Plugins) -> None:
        place = acme.places["Acme::Port"]
        assert Path(place.path) == ACME / "net" / "ports.py"
        assert Path(place.path).read_text()[place.offset :].startswith("class AcmePort")

    def test_as_a_layer_of_the_catalogue(self) -> None:
        layer, found = plugin_layer([str(ACME)])
        catalog = Catalog([layer], found.unread)
        queue = catalog.resource("Acme::Queue")
        assert isinstance(queue, ResourceType) and queue.properties["mode"].required
        half = catalog.resource("Acme::Half")
        assert isinstance(half, ResourceType) and half.properties.open and half.any_attributes

    def test_files_as_heat_finds_them(self, tmp_path: Path) -> None:
        for path in (
            "a.py",
            "setup.py",
            "pkg/__init__.py",
            "pkg/b.py",
            "pkg/tests/__init__.py",
            "pkg/tests/c.py",
            "no/d.py",
        ):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text("")
        (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n")
        (tmp_path / "pkg" / "loop").symlink_to(tmp_path / "pkg")
        found = read_plugin_dir(str(tmp_path))
        assert {path for path in found if "loop" not in path} == {"a.py", "latin.py", "pkg/__init__.py", "pkg/b.py"}
        assert len(found) < 50
        assert read_plugin_dir(str(tmp_path / "missing")) == {}


class TestEvaluation:
    @pytest.mark.parametrize(
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
    def test_ways_to_write_a_schema(self, expression: str) -> None:
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

    @pytest.mark.parametrize(
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
    def test_what_may_or_may_not_happen(self, statements: str, names: set[str], is_open: bool) -> None:
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

    def test_a_rewriting_that_is_not_known_takes_the_duties_away(self) -> None:
        body = "properties_schema = {'a': properties.Schema('String', required=True)}\n"
        body += "def translation_rules(self, props):\n    return acme.rules(props)"
        assert schema_of(body)["properties"] == {"a": {"type": "string"}}


class TestHostile:
    """Nothing in a plugin runs, and nothing in it takes the reader along."""

    def test_code_that_deletes_files_is_only_text(self, tmp_path: Path) -> None:
        victim = tmp_path / "keep"
        victim.write_text("kept")
        text = (
            f"import os, shutil, subprocess, sys\nos.remove({str(victim)!r})\nshutil.rmtree({str(tmp_path)!r})\n"
            f"subprocess.run(['rm', '-rf', {str(tmp_path)!r}])\nopen({str(victim)!r}, 'w').close()\n"
            f"__import__('os').unlink({str(victim)!r})\neval(\"open({str(victim)!r}, 'w')\")\nsys.exit(3)\n"
            f"class Meta(type):\n    def __new__(m, *a):\n        os.remove({str(victim)!r})\n"
            "class T(metaclass=Meta):\n    def __init_subclass__(cls):\n        os._exit(1)\n"
            "def resource_mapping():\n    os.kill(os.getpid(), 9)\n    return {'X::T': T}\n"
        )
        before = set(sys.modules)
        found = read_plugins({"evil.py": text})
        assert victim.read_text() == "kept"
        assert "X::T" in found.types
        assert not {name for name in set(sys.modules) - before if not name.startswith("hotlint")}

    @pytest.mark.parametrize(
        "text",
        [
            "while True:\n    pass\n",
            "while 1:\n    while 1:\n        while 1:\n            x = 1\n",
            "def f():\n    return f()\nf()\n",
            "def f(n):\n    return f(n - 1) + f(n - 2)\nX = f(1000)\n",
            "f = lambda x: x(x)\nX = f(f)\n",
            "X = 'a' * 10**10\nY = [0] * 10**10\nZ = b'x' * (1 << 62)\n",
            "X = 10**10**10\nY = 1 << 10**12\nZ = 2**-1\nW = 9**9**9**9\nV = 0**-1\nU = 1.5**1e9\n",
            "X = 'a'\nfor _ in range(1000):\n    X = X + X\n    X += X\n",
            "X = [1]\nfor _ in range(1000):\n    X = X + X\n    X.extend(X)\n    X *= 2\n",
            "X = 1\nfor _ in range(1000):\n    X = X * X + 2\n",
            "X = range(10**18)\nfor _ in X:\n    pass\nY = list(X)\nZ = set(range(-10**9, 10**9))\n",
            "X = {i: j for i in range(9999) for j in range(9999)}\nY = [0 for a in X for b in X for c in X]\n",
            "X = '%1000000000d' % 1\nY = '{:>1000000000}'.format(1)\nZ = f'{1:>1000000000}'\nW = '%*d' % (10**9, 1)\n",
            "X = '%s' * 30000 % (('a' * 90000,) * 30000)\nY = 'a'.replace('', 'b' * 99999)\n",
            "Z = 'x'.join(['y' * 99999] * 99999)\n",
            "X = ('x' * 99999).ljust(10**10)\nY = 'x'.zfill(10**10).center(10**10)\n",
            "X = '%(a)s' * 20000 % {'a': 'b' * 99999}\nY = ('{0}' * 20000).format('b' * 99999)\n",
            "import copy\nX = []\nX.append(X)\nY = copy.deepcopy(X)\nZ = X == [X]\n",
            "X = {}\nX['x'] = X\nX.update(X)\nY = {**X}\nZ = X == {'x': X}\n",
            "X = (1,)\nfor _ in range(60):\n    X = (X, X)\nY = {X: 1}\nZ = X == (X, 1)\nW = X in [X]\n",
            "import x.y as a, a as b\nfrom . import *\nfrom .... import z\nfrom evil import *\n",
            "class A(A): pass\nclass B(object, object): pass\nclass C(B, A, C): pass\n",
            "class A: pass\nfor _ in range(2000):\n    class A(A): pass\n",
            "class A(*[object] * 500): pass\n",
            "def g():\n    while True:\n        yield 1\nX = dict(g())\nY = [*g()]\n",
            "raise SystemExit\n",
            "exec('import os')\n",
            "from heat.engine import properties\nproperties.Schema.MAP = 1\nproperties.Schema = None\nobject.x = 1\n",
            "def f(**k): return f(**k, **k)\nf()\n",
            "@decorate\n" * 500 + "def f(): pass\n",
            "if x: pass\n" + "elif y: pass\n" * 500,
            "X = " + " + ".join(["'a'"] * 5000) + "\n",
            "X = " + "-" * 3000 + "1\n",
            "X = a" + ".b" * 900 + "\n",
            "X = " + "lambda: " * 300 + "1\n",
            "".join("    " * i + f"def f{i}():\n" for i in range(99)) + "    " * 99 + "pass\n",
            "X = 0x" + "f" * 100000 + "\nY = {X: X}\nZ = '%d' % X\n",
            "X = 1e999\nY = float('nan')\nZ = int(X)\nW = int('9' * 5000)\n",
            "del x, y[0], z.a\nX: int\nassert 0\nasync def f(): await g()\n",
        ],
    )  # fmt: skip
    def test_a_plugin_without_end_ends(self, text: str) -> None:
        good = f"{HEAD}class T(resource.Resource):\n    properties_schema = {{'a': {STRING}}}\n"
        good += "def resource_mapping():\n    return {'X::T': T}\n"
        found = read_plugins({"bad.py": text, "good.py": good, "mixed.py": text + good.replace("X::T", "X::Mixed")})
        if "Schema = None" not in text:  # which takes it away from all plugins, in Heat as well
            assert found.types["X::T"]["properties"] == {"a": {"type": "string"}}
        for facts in found.types.values():
            assert len(json.dumps(facts)) < 1_000_000

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("def f(:\n", "not valid Python 3"),
            ("(" * 100_000, "not valid Python 3"),
            ("x = " + "-" * 100_000 + "1", "nested too deeply"),
            ("x = a" + ".b" * 100_000, "nested too deeply"),
            ("if x: pass\n" + "elif y: pass\n" * 50_000, "nested too deeply"),
            ("x = '\ud800'", "characters"),
            ("x = 1\0", "not valid Python 3"),
            ("x = " + "9" * 10_000, "not valid Python 3"),
            ("#" * 1_000_001, "too long"),
        ],
    )
    def test_text_that_is_no_python(self, text: str, message: str) -> None:
        (problem,) = read_plugins({"bad.py": text}).problems
        assert problem.path == "bad.py" and message in problem.message
        assert 0 <= problem.offset <= len(text)

    def test_schemata_that_never_end_are_cut(self) -> None:
        before = f"S = {STRING}\nfor _ in range(200):\n    S = properties.Schema('Map', schema={{'a': S, 'b': S}})\n"
        text = f"{HEAD}{before}class T(resource.Resource):\n    properties_schema = {{'x': S}}\n"
        text += "def resource_mapping():\n    return {'X::T': T}\n"
        found = read_plugins({"t.py": text})
        assert "X::T" in found.types

    def test_constants_that_share_parts_are_cut(self) -> None:
        before = "D = [1]\nfor _ in range(100):\n    D = [D, D]\n"
        found = properties_of("{'a': properties.Schema('List', default=D)}", before)
        assert found == {"a": {"type": "list"}}

    def test_many_modules_have_one_budget(self) -> None:
        body = "def f(n):\n    for i in range(9999):\n        for j in range(9999):\n            n += 1\nX = f(0)\n"
        found = read_plugins({f"m{i}.py": body for i in range(40)})
        assert found.problems

    def test_a_chain_of_imports_ends(self) -> None:
        texts = {f"m{i}.py": f"from heat.engine.plugins import m{i + 1}\n" for i in range(900)}
        read_plugins(texts)

    def test_warnings_stay_inside(self, recwarn: pytest.WarningsRecorder) -> None:
        read_plugins({"w.py": "X = '\\d'\nY = 1 is 1\nassert (X, 'y')\n"})
        assert not recwarn.list

    def test_readings_do_not_share_state(self) -> None:
        spoil = HEAD + "resource.Resource.attributes_schema['spoilt'] = 1\nproperties.Schema.STRING = 'Map'\n"
        read_plugins({"spoil.py": spoil})
        assert properties_of("{'a': properties.Schema(properties.Schema.STRING)}") == {"a": {"type": "string"}}

    def test_the_reader_has_no_way_to_run_code(self) -> None:
        """No import of what loads or runs code, and no call of it, anywhere in the reader."""
        forbidden = {"eval", "exec", "compile", "__import__", "open", "importlib", "runpy", "subprocess", "os", "io"}
        folder = Path(__file__).parent.parent / "hotlint" / "resource_types" / "plugins"
        for file in folder.glob("*.py"):
            if file.name == "folders.py":
                continue  # reads files for the reader, which is given texts
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    names = {alias.name.partition(".")[0] for alias in node.names} | {getattr(node, "module", None)}
                    assert not names & forbidden, file.name
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in forbidden, file.name
