"""`python -m hotlint_server`, the same as `hotlint server`."""

import sys

from hotlint_server.app import main

sys.exit(main(sys.argv[1:]))
