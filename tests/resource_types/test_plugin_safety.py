"""Safety of the plugin reader: no plugin can run code, exhaust time or memory, or make the reader fail."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest
from for_each import for_each
from plugin_fixture import HEAD, STRING, properties_of

from hotlint.resource_types.plugins import read_plugins
from hotlint.resource_types.plugins.budget import STEPS_PER_MODULE, ReaderBudget


class TestSafety:
    def test_code_that_deletes_files_does_not_run(self, tmp_path: Path) -> None:
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
            "class A: pass\nfor _ in range(1100):\n    class A(A): pass\n",
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
    def test_endless_code_ends(self, text: str) -> None:
        good = f"{HEAD}class T(resource.Resource):\n    properties_schema = {{'a': {STRING}}}\n"
        good += "def resource_mapping():\n    return {'X::T': T}\n"
        found = read_plugins({"bad.py": text, "good.py": good, "mixed.py": text + good.replace("X::T", "X::Mixed")})
        if "Schema = None" not in text:  # which takes it away from all plugins, in Heat as well
            assert found.types["X::T"]["properties"] == {"a": {"type": "string"}}
        for facts in found.types.values():
            assert len(json.dumps(facts)) < 1_000_000

    @for_each(
        ("text", "message"),
        [
            ("def f(:\n", "not valid Python 3"),
            ("(" * 100_000, "not valid Python 3"),
            ("x = " + "-" * 100_000 + "1", "nested too deeply"),
            ("if x: pass\n" + "elif y: pass\n" * 50_000, "nested too deeply"),
            ("x = '\ud800'", "characters"),
            ("x = 1\0", "not valid Python 3"),
            ("x = " + "9" * 10_000, "not valid Python 3"),
            ("#" * 1_000_001, "too long"),
        ],
    )
    def test_files_that_are_not_python(self, text: str, message: str) -> None:
        self.refuses(text, message)

    def test_a_chain_of_attributes_is_nested_too_deeply(self) -> None:
        self.refuses("x = a" + ".b" * 100_000, "nested too deeply")

    def refuses(self, text: str, message: str) -> None:
        (problem,) = read_plugins({"bad.py": text}).problems
        assert problem.path == "bad.py" and message in problem.message
        assert 0 <= problem.offset <= len(text)

    def test_endless_schemas_are_cut(self) -> None:
        before = f"S = {STRING}\nfor _ in range(200):\n    S = properties.Schema('Map', schema={{'a': S, 'b': S}})\n"
        text = f"{HEAD}{before}class T(resource.Resource):\n    properties_schema = {{'x': S}}\n"
        text += "def resource_mapping():\n    return {'X::T': T}\n"
        found = read_plugins({"t.py": text})
        assert "X::T" in found.types

    def test_constants_that_share_parts_are_cut(self) -> None:
        before = "D = [1]\nfor _ in range(100):\n    D = [D, D]\n"
        found = properties_of("{'a': properties.Schema('List', default=D)}", before)
        assert found == {"a": {"type": "list"}}

    def test_many_modules_have_one_budget(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ReaderBudget.__init__, "__defaults__", (2 * STEPS_PER_MODULE,))
        body = "def f(n):\n    for i in range(9999):\n        for j in range(9999):\n            n += 1\nX = f(0)\n"
        found = read_plugins({f"m{i}.py": body for i in range(40)})
        assert found.problems

    def test_a_chain_of_imports_ends(self) -> None:
        texts = {f"m{i}.py": f"from heat.engine.plugins import m{i + 1}\n" for i in range(900)}
        read_plugins(texts)

    def test_warnings_of_the_parser_are_hidden(self, recwarn: pytest.WarningsRecorder) -> None:
        read_plugins({"w.py": "X = '\\d'\nY = 1 is 1\nassert (X, 'y')\n"})
        assert not recwarn.list

    def test_readings_do_not_share_state(self) -> None:
        spoil = HEAD + "resource.Resource.attributes_schema['spoilt'] = 1\nproperties.Schema.STRING = 'Map'\n"
        read_plugins({"spoil.py": spoil})
        assert properties_of("{'a': properties.Schema(properties.Schema.STRING)}") == {"a": {"type": "string"}}

    def test_the_reader_has_no_way_to_run_code(self) -> None:
        """No import of what loads or runs code, and no call of it, anywhere in the reader."""
        forbidden = {"eval", "exec", "compile", "__import__", "open", "importlib", "runpy", "subprocess", "os", "io"}
        folder = Path(__file__).parents[2] / "hotlint" / "resource_types" / "plugins"
        for file in folder.glob("*.py"):
            if file.name == "folders.py":
                continue  # reads files for the reader, which is given texts
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    names = {alias.name.partition(".")[0] for alias in node.names} | {getattr(node, "module", None)}
                    assert not names & forbidden, file.name
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in forbidden, file.name
