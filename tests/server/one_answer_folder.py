"""A folder with a file of each kind, and of each way in which files belong together."""

from __future__ import annotations

import json
from pathlib import Path

_VERSION = "heat_template_version: 2018-08-31\ndescription: d\n"
_PARAMETERS = """\
parameters:
  image: {type: string, description: i}
  servers: {type: number, description: n, default: 1, constraints: [{range: {max: 3}}]}
"""
_WEB = f"""\
{_VERSION}{_PARAMETERS}\
resources:
  server: {{type: OS::Nova::Server, properties: {{image: {{get_param: image}}, flavor: m1, networks: [{{network: n}}]}}}}
  inner: {{type: nested/inner.yaml, properties: {{size: {{get_param: servers}}}}}}
  group:
    type: OS::Heat::ResourceGroup
    properties: {{count: {{get_param: servers}}, resource_def: {{type: Acme::Disk, properties: {{size: abc}}}}}}
outputs:
  id: {{value: {{get_resource: server}}}}
  size: {{value: {{get_attr: [inner, size]}}}}
"""
_INNER = f"""\
{_VERSION}parameters:
  size: {{type: number, description: s, constraints: [{{range: {{max: 2}}}}]}}
resources:
  volume: {{type: OS::Cinder::Volume, properties: {{size: {{get_param: size}}}}}}
  own: {{type: Acme::Unknown}}
outputs: {{size: {{value: {{get_attr: [volume, size]}}}}}}
"""
_CONFIGURATION = """\
exclude: [excluded, "*.bak.yaml"]
templates:
  "stacks/**/*.yaml": {environments: [env/common.env]}
  "warned.yaml": {severity: {HOT2: warning}}
jinja:
  files: ["rendered/**"]
  variables: {name: web, count: 2}
policies: [policies/site.yaml]
deployments:
- {name: small, template: app.yaml, environments: [env/common.env], values: {servers: 1}}
- {name: large, template: app.yaml, environments: [env/common.env, env/large.yaml], values: {servers: 9}}
- {name: old, template: app.yaml, environments: [env/common.env], values: {image: x}, target: "2023.1"}
- {name: json, template: app.json, values: {servers: many}}
"""
_POLICIES = """\
policies:
- code: SITE001
  name: named-servers
  resources: OS::Nova::Server
  assert: has(properties.name)
  message: server '{{ name }}' needs a name
  severity: warning
"""
_SUITE = """\
template: ../web.yaml
parameters: {image: i}
environments: [../env/types.env]
tests:
- name: one server
  assert: {parameters.servers: 1, resources.server: {enabled: true}}
"""
_SHORT = _VERSION + "resources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: nope}}}\n"
_JSON = {
    "heat_template_version": "2018-08-31",
    "parameters": {"servers": {"type": "number", "default": 1}},
    "resources": {"a": {"type": "OS::Heat::Valu", "properties": {"value": {"get_param": "server"}}}},
}

TEXTS: dict[str, str] = {
    ".hotlint.yaml": _CONFIGURATION,
    "app.yaml": _WEB,
    "app.json": json.dumps(_JSON, indent=1),
    "web.yaml": _WEB,
    "web.env": "parameters: {image: x, servers: 7, color: red}\nresource_registry: {Acme::Disk: nested/disk.yaml}\n",
    "env/web.yaml": "parameters: {image: y}\n",
    "plain.yaml": _WEB.replace("inner.yaml", "missing.yaml"),
    "env/plain.yaml": "parameters: {image: y, servers: x}\nresource_registry: {Acme::Disk: ../nested/disk.yaml}\n",
    "env/common.env": "parameters: {image: c}\nresource_registry: {Acme::Disk: ../nested/disk.yaml}\n",
    "env/large.yaml": "parameter_defaults: {servers: 8, unused: 1}\nresource_registry: {Acme::Unknown: ../nested/disk.yaml}\n",
    "env/types.env": "resource_registry:\n  Acme::Disk: ../nested/disk.yaml\n  Acme::Unknown: ../nested/none.yaml\n",
    "events.yaml": "parameters: {a: 1}\nevent_sinks: [{type: zaqar-queue, target: {get_param: b}, ttl: x}, 3]\n",
    "nested/inner.yaml": _INNER,
    "nested/disk.yaml": _VERSION
    + "parameters: {size: {type: number, description: d}}\nresources:\n"
    + "  v: {type: OS::Cinder::Volume, properties: {sise: {get_param: size}}}\n",
    "nested/note.txt": "note\n",
    "stacks/one.yaml": _WEB.replace("nested/", "../nested/"),
    "stacks/deep/two.yaml": _WEB.replace("nested/", "../../nested/").replace("get_param: servers", "get_param: server"),
    "stacks/second/.hotlint.yaml": 'ignore: [HOT201]\nselct: [HOT3]\ntemplates: {"*.yaml": {environments: [own.env]}}\n',
    "stacks/second/own.env": "parameters: {image: s, flavor: f}\n",
    "stacks/second/three.yaml": _WEB.replace("nested/", "../../nested/"),
    "stacks/misnamed/.hotlint.yml": "ignore: [HOT2]\n",
    "stacks/misnamed/four.yaml": _SHORT,
    "indented.yaml": "  heat_template_version: 2018-08-31\n  resources: {a: {type: OS::Heat::Valu}}\n",
    "flow.yaml": "{heat_template_version: 2018-08-31, resources: {a: {type: OS::Heat::Value, properties: {valu: 1}}}}\n",
    "quoted.yaml": '"heat_template_version": 2018-08-31\n"resources": {"a": {"type": "OS::Heat::Valu"}}\n',
    "warned.yaml": _SHORT.replace("{get_param: nope}", "{get_file: nested/note.txt}"),
    "broken.yaml": _VERSION
    + "resources:\n  a: {type: OS::Heat::Value\n  b: [\noutputs:\n  o: {value: {get_resource: c}}\n",
    "excluded/x.yaml": _SHORT,
    "y.bak.yaml": _SHORT,
    "suppressed.yaml": _SHORT.replace("}}}\n", "}}}  # hotlint: disable=HOT301\n")
    + "  b: {type: OS::Heat::Value, properties: {value: 1}}  # hotlint: disable=HOT301\n",
    "bom.yaml": "\ufeff" + _SHORT,
    "crlf.yaml": _SHORT.replace("\n", "\r\n"),
    "cfn.yaml": (
        "AWSTemplateFormatVersion: 2010-09-09\nParameters:\n  Size: {Type: Number, Default: 1, MaxValue: 3}\n"
        "  Kind: {Type: Strin, Default: a}\n"
        "Resources:\n  A: {Type: OS::Heat::Value, Properties: {value: {Ref: B}}}\n  C: {Type: OS::Cinder::Volume,\n"
        "    Properties: {size: {Ref: Size}}}\n"
    ),
    "tests/web.hot-test.yaml": _SUITE,
    "tests/block.yaml": _SUITE.replace("- name", "- nam: x\n  name").replace("template", "paramters: {}\ntemplate"),
    "tests/flow.yaml": "{template: ../missing.yaml, tests: [{name: a, assert: {outputs.id: {unknown: true}}}]}\n",
    "tests/empty.hot-test.yml": "",
    "policies/site.yaml": _POLICIES,
    "policies/bad.yaml": _POLICIES.replace("assert: has(", "asert: 1\n  assert: has((").replace("SITE001", "SITE002"),
    "policies/more.yaml": "extends: [hotlint:none, site.yaml]\n",
    "rendered/web.yaml.j2": _VERSION
    + "resources:\n{% include 'part.j2' %}\n{% for n in range(count) %}\n  {{ name }}{{ n }}: {type: OS::Heat::Valu}\n{% endfor %}\n",
    "rendered/part.j2": "  part: {type: OS::Heat::Value, properties: {valu: 1}}\n",
    "rendered/undefined.yaml.j2": _VERSION
    + "resources:\n  a: {type: OS::Heat::Value, properties: {value: {{ nope }}}}\n",
    "rendered/user.yaml": _VERSION + "resources:\n  w: {type: web.yaml, properties: {x: 1}}\n",
    "unrendered/web.yaml.j2": _VERSION + "resources:\n  a: {type: {{ t }}}\n",
    "unrendered/user.yaml": _VERSION + "resources:\n  w: {type: web.yaml, properties: {x: 1}}\n",
    "other/values.yaml": "parameters: [a, b]\n",
    "other/readme.md": "heat_template_version: 2018-08-31\n",
    "other/playbook.yaml": "- hosts: all\n  tasks: []\n",
}
"""The texts of the folder by path."""


def write(folder: Path) -> None:
    """Write the folder."""
    for name, text in TEXTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
