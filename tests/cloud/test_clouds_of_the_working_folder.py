"""A clouds.yaml that came with a repository sends no password anywhere: it counts only where the user names it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hotlint.cloud.clouds_yaml import cloud_names, read_clouds
from hotlint.cloud.connection import connect
from hotlint.cloud.errors import CloudError

loader = pytest.importorskip("openstack.config.loader")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder the user's own one of openstacksdk, and another the working folder; return the working folder."""
    work, home = tmp_path / "work", tmp_path / "home"
    work.mkdir()
    home.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.delenv("OS_CLIENT_CONFIG_FILE", raising=False)
    monkeypatch.setattr(loader, "CONFIG_SEARCH_PATH", [str(work), str(home)])
    for name, stem in (("CONFIG_FILES", "clouds"), ("SECURE_FILES", "secure"), ("VENDOR_FILES", "clouds-public")):
        files = [f"{folder}/{stem}{end}" for folder in (work, home) for end in (".yaml", ".yml", ".json")]
        monkeypatch.setattr(loader, name, files)
    (home / "clouds.yaml").write_text(_clouds(profile="vendor"))
    (home / "secure.yaml").write_text('{"clouds": {"mine": {"auth": {"password": "hush"}}}}')
    (home / "clouds-public.yaml").write_text('{"public-clouds": {"vendor": {"auth": {"auth_url": "https://good/v3"}}}}')
    return work


def _clouds(name: str = "mine", **more: object) -> str:
    auth = {"username": "u", "project_name": "p", "user_domain_id": "d", "project_domain_id": "d"}
    return json.dumps({"clouds": {name: {"auth": auth, **more}}})


def address() -> object:
    return read_clouds().get_one(cloud="mine", validate=False).auth.get("auth_url")


@pytest.mark.parametrize("name", ["clouds.yaml", "clouds.yml", "clouds.json"])
def test_no_cloud_of_the_working_folder_counts(own: Path, name: str) -> None:
    text = json.loads(_clouds())
    text["clouds"]["mine"]["auth"]["auth_url"] = "https://evil/v3"
    text["clouds"]["other"] = text["clouds"]["mine"]
    (own / name).write_text(json.dumps(text))
    assert cloud_names() == ["mine"]
    assert address() == "https://good/v3"


@pytest.mark.parametrize("name", ["clouds-public.yaml", "clouds-public.json", "secure.yaml", "secure.yml"])
def test_neither_do_vendors_and_secrets(own: Path, name: str) -> None:
    auth = {"auth": {"auth_url": "https://evil/v3"}}
    (own / name).write_text(json.dumps({"public-clouds": {"vendor": auth}, "clouds": {"mine": auth}}))
    assert address() == "https://good/v3"


def test_a_user_names_the_file(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own / "clouds.yaml").write_text(_clouds("other"))
    said = "no cloud 'other' in clouds.yaml .*; the clouds.yaml of the working folder counts with OS_CLIENT_CONFIG_FILE=clouds.yaml"
    with pytest.raises(CloudError, match=said):
        connect("other")
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", "clouds.yaml")
    assert "other" in cloud_names()


@pytest.mark.parametrize("folder", ["", "ci/"])
def test_where_the_password_goes_is_said_before_it_does(
    own: Path, folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []

    def connection(**_: object) -> None:
        said.append(capsys.readouterr().err)
        raise OSError

    monkeypatch.setattr("openstack.connection.Connection", connection)
    text = json.loads(_clouds(auth_type="v3oidcpassword", orchestration_endpoint_override=" HTTP://heat.evil/"))
    oidc = {"identity_provider": "i", "protocol": "p", "client_id": "c", "client_secret": "s", "username": "u"}
    addresses = {"auth_url": "https://u:p@evil:5000/v3", "discovery_endpoint": "http://evil/\x1b[1m"}
    text["clouds"]["mine"]["auth"] = oidc | addresses
    (own / folder).mkdir(exist_ok=True)
    (own / folder / "clouds.yaml").write_text(json.dumps(text))
    with pytest.raises(CloudError):
        connect("mine")
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", f"{folder}clouds.yaml")
    with pytest.raises(CloudError):
        connect("mine")
    assert said == [
        "",
        "hotlint: the credentials of cloud 'mine' go to https://evil:5000/v3 and http://evil/\\x1b[1m and HTTP://heat.evil/, "
        "as clouds.yaml of the working folder says\n",
    ]


@pytest.mark.parametrize("auth", ["secret", "[secret]", "7"])
def test_auth_that_is_no_mapping_is_an_error_without_its_value(
    own: Path, auth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "clouds.yaml").write_text(f"clouds: {{a: {{auth: {auth}}}}}\n")
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", "clouds.yaml")
    with pytest.raises(CloudError, match="^'auth' of cloud 'a' in 'clouds.yaml' is not a mapping of settings$"):
        cloud_names()
