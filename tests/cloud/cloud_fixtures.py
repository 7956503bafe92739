"""Fixtures: a made-up cloud on a local port, and a clouds.yaml that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from furniture import furnish
from stand_in import StandIn, running, write_clouds


@pytest.fixture
def cloud() -> Iterator[StandIn]:
    """Serve an empty cloud."""
    with running(StandIn()) as made:
        yield made


@pytest.fixture
def clouds(cloud: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the served cloud the one of clouds.yaml, and return the path of that."""
    path = write_clouds(tmp_path, cloud.url)
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(path))
    return path


@pytest.fixture
def office(cloud: StandIn, clouds: Path) -> StandIn:
    """Serve a cloud that has everything."""
    furnish(cloud)
    return cloud
