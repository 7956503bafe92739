"""Record Heat's verdict on every template in the source distributions of Heat's peers: their tests, samples and documentation.

pip downloads them from PyPI into a folder beside DIR, once. The files are laid out below DIR, and each template among them is a
case, with all that it includes, and so is each template that is a string of a Python module, alone. An environment gives each
parameter without a default a value.
"""

import subprocess
import sys
import tarfile
from pathlib import Path

from ..judge.judge import HeatJudge
from .corpus import template_cases, verdict_on
from .folder import CaseWriter, maker_parser
from .own_tests import add_templates

PEERS = (
    "heat-translator==3.5.0",
    "python-heatclient==5.3.0",
    "sahara==19.0.0",
    "senlin==16.0.0",
    "tacker==16.0.0",
)
KEPT = (".py", ".yaml", ".yml", ".template", ".hot", ".json", ".sh", ".env", ".txt", ".conf")
"""The ends of the names of files that are laid out."""


def download(cache: Path) -> list[Path]:
    """Return the source distributions, after downloading those that are not in the folder. Raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    found = []
    for peer in PEERS:
        archive = cache / f"{peer.replace('-', '_').replace('==', '-')}.tar.gz"
        if not archive.exists():
            subprocess.run([*command, "--dest", str(cache), peer], check=True)
        found.append(archive)
    return found


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    args = maker_parser(prog, __doc__).parse_args(arguments)
    cache = args.out.parent / "peers-downloads"
    cache.mkdir(parents=True, exist_ok=True)
    judge = HeatJudge()
    with CaseWriter(args.out) as writer:
        for archive in download(cache):
            with tarfile.open(archive) as files:
                kept = (one for one in files if one.isfile() and one.name.endswith(KEPT))
                files.extractall(args.out, members=kept, filter="data")
        for case in list(template_cases(args.out)):
            writer.add({**case, **verdict_on(case, args.out, judge, create=True)})
        for folder in sorted(path for path in args.out.iterdir() if path.is_dir() and path.name != "env"):
            add_templates(folder, writer, judge)
    print(f"{writer.count} templates", file=sys.stderr)
    return 0
