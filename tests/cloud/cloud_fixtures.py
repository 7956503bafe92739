"""Fixtures: a made-up cloud on a local port, and a clouds.yaml that leads to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from furniture import furnish
from stand_in import StandIn, running, write_clouds


@pytest.fixture(autouse=True)
def no_cloud_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the cloud that an openrc file has put into the environment, which counts as one more cloud."""
    for name in [name for name in os.environ if name.startswith("OS_")]:
        monkeypatch.delenv(name)


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
