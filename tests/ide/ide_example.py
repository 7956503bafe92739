"""A template with a nested template and an environment, which the answers of several features are about."""

from ide_fixture import at, path

from hotlint.ide import navigation
from hotlint.ide.file_analysis import FileAnalysis

CHILD = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
outputs:
  address:
    value: {get_param: size}
"""


ENVIRONMENT = "parameters:\n  image: ubuntu\n"


TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros, description: What to boot.}
conditions:
  small: {equals: [{get_param: image}, cirros]}
resources:
  net:
    type: OS::Neutron::Net
  child:
    type: child.yaml
    condition: small
    properties:
      size: 3
  server:
    type: OS::Nova::Server
    depends_on: [net]
    properties:
      image: {get_param: image}
      flavor: m1.small
      user_data:
        str_replace:
          template: echo $ip and $ip
          params:
            $ip: {get_attr: [child, address]}
outputs:
  id:
    value: {get_resource: server}
"""


FILES = {"child.yaml": CHILD, "env.yaml": ENVIRONMENT}


def marked(before: str, after: str) -> tuple[FileAnalysis, int]:
    """The template with the cursor between two pieces of text."""
    text = TEMPLATE.replace(before + after, before + "$0" + after, 1)
    assert "$0" in text
    return at(text, files=FILES, environments=("env.yaml",))


def users(home: FileAnalysis) -> navigation.Users:
    """The files around, as a server would find them."""
    return lambda p: [
        s
        for n in ("t.yaml", "env.yaml", "child.yaml")
        if path(n) != p and (s := navigation.other(home, path(n))) is not None
    ]
