"""Record what the default policies of the services deny a member of a project, for one release of OpenStack.

    VENV/bin/python tools/default_policies.py 27.0.1 hotlint/data/default_policies.json

VENV has the services of the release, such as `pip install openstack-heat==27.0.1 neutron==29.0.0 nova==34.0.0`. A rule is "admin" if
no member passes it, "owner" if a member passes only in a network of his project, and "shared" if a shared network of another project
will do, too. The rules that hotlint asks for are in `rights` of `hotlint.heat_types`, and those of Heat on its resource types.
"""

import json
import re
import sys
from importlib import import_module
from pathlib import Path

SERVICES = {"heat.policies": "resource_types:", "neutron.conf.policies": "create_", "nova.policies": "os_compute_api:"}
TOKEN = re.compile(r"\s*(\(|\)|(?:and|or|not)\b|(?:%\([^)]*\)s|[^\s()])+)")
ROLES = ("member", "reader")
TYPES = Path(__file__).resolve().parents[1] / "hotlint" / "heat_types"


class Policy:
    """The rules of one service by name."""

    def __init__(self, module: str) -> None:
        self.checks = {rule.name: rule.check_str for rule in import_module(module).list_rules()}

    def needs(self, name: str) -> str | None:
        """Return what a member needs to pass a rule; None if each member passes it."""
        if not self._passes(name, owned=True, shared=False):
            return "admin"
        if self._passes(name, owned=False, shared=False):
            return None
        return "shared" if self._passes(name, owned=False, shared=True) else "owner"

    def _passes(self, name: str, *, owned: bool, shared: bool) -> bool:
        """Return whether a member passes a rule for what is his own, in a network that is his or is shared."""

        def holds(token: str) -> str:
            if token in ("(", ")", "and", "or", "not"):
                return token
            kind, _, value = token.partition(":")
            if kind == "rule":
                passes = self._passes(value, owned=owned, shared=shared)
            elif kind == "role":
                passes = value in ROLES
            elif kind in ("project_id", "tenant_id"):
                passes = owned or "network:" not in value
            else:
                passes = shared if value == "networks:shared=True" else value.endswith("=*")
            return str(passes)

        check = self.checks.get(name, "")
        return bool(eval(" ".join(map(holds, TOKEN.findall(check))) or "True"))


def main() -> None:
    """Add a release to the file."""
    release, path = sys.argv[1], Path(sys.argv[2])
    asked = set(re.findall(r'Right\(\s*"([^"]+)"', "".join(p.read_text(encoding="utf-8") for p in TYPES.rglob("*.py"))))
    found = {}
    for module, start in SERVICES.items():
        policy = Policy(module)
        for name in sorted(policy.checks):
            need = policy.needs(name) if name.startswith(start) and (name in asked or "heat" in module) else None
            if need is not None:
                found[name] = need
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**known, release: found}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


main()
