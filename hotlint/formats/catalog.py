"""All formats of hotlint's own that people write."""

from hotlint.formats.configuration import CONFIGURATION
from hotlint.formats.policies import POLICIES
from hotlint.formats.suite import SUITE

FORMATS = {"configuration": CONFIGURATION, "suite": SUITE, "policies": POLICIES}
"""The format of each kind of file (see `hotlint.analysis.file_kinds.Kind`)."""
