"""`python -m hotlint`."""

from hotlint.cli import main

raise SystemExit(main())
