"""The version of the package and that of its metadata."""

import tomllib
from pathlib import Path

from hotlint import __version__

ROOT = Path(__file__).parents[2]


def test_pyproject_states_the_same_version() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert metadata["project"]["version"] == __version__
