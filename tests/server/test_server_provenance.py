"""Why a value is what it is, the deployments of a workspace and their changes, over a real connection."""

from typing import Any

import pytest
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, client
from server_fixture import request as raw_request

__all__ = ["client"]
pytestmark = pytest.mark.asyncio
SECRET = """\
heat_template_version: 2018-08-31
parameters:
  password: {type: string, hidden: true, default: swordfish}
  flavor: {type: string, description: How big., constraints: [{allowed_values: [small, large]}]}
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: web
      flavor: {get_param: flavor}
      user_data: {str_replace: {template: "pw=$p", params: {$p: {get_param: password}}}}
"""


async def request(client: LanguageClient, method: str, params: dict[str, Any]) -> Any:
    return _plain(await raw_request(client, method, params))


def _plain(value: Any) -> Any:
    """The test client's answers are named tuples."""
    if hasattr(value, "_asdict"):
        return {k: _plain(v) for k, v in value._asdict().items()}
    return [_plain(v) for v in value] if isinstance(value, list) else value


def _why(client: LanguageClient, editor: Editor, piece: str, inside: int = 0) -> Any:
    position = editor.position(piece, inside)
    place = {"line": position.line, "character": position.character}
    return request(client, "hotlint/why", {"textDocument": {"uri": editor.uri}, "position": place})


async def test_steps_lead_from_a_value_to_the_environment(client: LanguageClient) -> None:
    (client.root / "t.env.yaml").write_text("parameters:\n  flavor: large\n")  # type: ignore[attr-defined]
    editor = Editor(client, "t.yaml", SECRET)
    answer = await _why(client, editor, "get_param: flavor", 12)
    assert (answer["value"], answer["known"]) == ("large", True)
    assert [(s["depth"], s["text"]) for s in answer["steps"]] == [
        (1, "the parameter 'flavor' (string)"),
        (2, "parameters of the environment"),
    ]
    assert answer["steps"][1]["uri"].endswith("/t.env.yaml")
    assert answer["steps"][1]["range"]["start"]["line"] == 1
    assert answer["steps"][0]["uri"] == editor.uri


async def test_hidden_values_are_redacted_in_every_step(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", SECRET)
    answer = await _why(client, editor, "user_data")
    assert answer["value"] == "pw=******"
    assert "swordfish" not in str(answer)


async def test_a_value_is_known_by_its_path_in_the_dry_run(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", SECRET)
    asked = {"textDocument": {"uri": editor.uri}, "parameters": {"flavor": "small"}}
    answer = await request(client, "hotlint/why", {**asked, "path": "resources.server.properties.flavor"})
    assert answer["value"] == "small"
    assert await request(client, "hotlint/why", {**asked, "path": "resources.none"}) is None


async def test_a_nested_parameter_is_explained_as_it_is_passed(client: LanguageClient) -> None:
    root = client.root  # type: ignore[attr-defined]
    (root / "parent.yaml").write_text(TEMPLATE.replace("condition: small\n", "depends_on: net\n"))
    await request(client, "hotlint/deployments", {})
    editor = Editor(client, "child.yaml", CHILD)
    answer = await _why(client, editor, "get_param: size", 12)
    assert answer["value"] == 3
    assert any("passed by the resource 'child'" in s["text"] for s in answer["steps"])


async def test_a_nested_template_is_named_as_its_user_names_it(client: LanguageClient) -> None:
    root = client.root  # type: ignore[attr-defined]
    head = "heat_template_version: 2018-08-31\n"
    (root / "in").mkdir()
    (root / "in/one.yaml").write_text(f"{head}outputs: {{o: {{value: 5}}}}\n")
    editor = Editor(
        client,
        "t.yaml",
        f"{head}resources: {{c: {{type: in/one.yaml}}}}\noutputs: {{p: {{value: {{get_attr: [c, o]}}}}}}\n",
    )
    answer = await _why(client, editor, "get_attr", 2)
    assert "the output 'o' of in/one.yaml" in [s["text"] for s in answer["steps"]]


async def test_an_environment_explains_the_parameter_of_its_template(client: LanguageClient) -> None:
    root = client.root  # type: ignore[attr-defined]
    (root / "t.yaml").write_text(SECRET)
    Editor(client, "t.yaml", SECRET)
    environment = Editor(client, "t.env.yaml", "parameters:\n  flavor: large\n")
    answer = await _why(client, environment, "flavor", 2)
    assert answer["value"] == "large"


async def test_deployments_are_listed_with_their_findings(client: LanguageClient) -> None:
    root = client.root  # type: ignore[attr-defined]
    (root / "web.yaml").write_text(SECRET)
    (root / "web.env.yaml").write_text("parameters:\n  flavor: huge\n")
    listed = await request(client, "hotlint/deployments", {})
    web = next(d for d in listed if d["template"].endswith("/web.yaml"))
    assert [e.rsplit("/", 1)[1] for e in web["environments"]] == ["web.env.yaml"]
    assert web["findings"]["error"] >= 1
    asked = {"textDocument": {"uri": web["template"]}, "environments": web["environments"]}
    found = await request(client, "hotlint/deploymentFindings", asked)
    assert found["error"] == web["findings"]["error"] == sum(i["severity"] == 1 for i in found["items"])


@pytest.mark.parametrize("stated", [False, True])
async def test_only_a_stated_deployment_lacks_values(client: LanguageClient, stated: bool) -> None:
    root = client.root  # type: ignore[attr-defined]
    needs = "heat_template_version: 2018-08-31\nparameters: {a: {type: string}, b: {type: string}}\n"
    (root / "web.yaml").write_text(needs)
    (root / "lab.env").write_text("parameters: {a: x}\n")
    if stated:
        (root / ".hotlint.yaml").write_text(
            "deployments:\n- {name: lab, template: web.yaml, environments: [lab.env]}\n"
        )
    listed = await request(client, "hotlint/deployments", {})
    errors = {d["why"]: d["findings"]["error"] for d in listed if d["template"].endswith("/web.yaml")}
    assert errors == ({"configuration": 1, "parameters": 1} if stated else {"parameters": 0})


async def test_a_diff_compares_earlier_texts_with_the_buffer(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", SECRET)
    editor.edit("name: web", "name: api")
    asked = {"textDocument": {"uri": editor.uri}, "environments": [], "parameters": {"flavor": "small"}}
    changes = await request(client, "hotlint/diff", {**asked, "oldTexts": {editor.uri: SECRET}})
    (changed,) = [c for c in changes["resources"] if c["action"] != "unchanged"]
    assert [(p["name"], p["old"], p["new"]) for p in changed["properties"]] == [("name", "web", "api")]


async def test_a_new_environment_has_the_required_parameters(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", SECRET)
    answer = await request(client, "hotlint/newEnvironment", {"textDocument": {"uri": editor.uri}})
    assert answer["parameters"] == ["flavor"]
    assert answer["uri"].endswith("/t.env.yaml")
    assert answer["text"] == ("parameters:\n  # How big.\n  # string; allowed values: [small, large]\n  flavor:\n")


async def test_a_diff_is_written_as_markdown(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", SECRET)
    editor.edit("name: web", "name: api")
    asked = {"textDocument": {"uri": editor.uri}, "environments": [], "parameters": {"flavor": "small"}}
    answer = await request(client, "hotlint/diff", {**asked, "oldTexts": {editor.uri: SECRET}, "format": "markdown"})
    assert "-   'web'\n+   'api'" in answer["text"]
