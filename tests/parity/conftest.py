"""Makes tools/heat_parity importable. At the end of the path: no other tool hides a module."""

import sys
from pathlib import Path

TOOLS = str(Path(__file__).resolve().parents[2] / "tools")
if TOOLS not in sys.path:
    sys.path.append(TOOLS)
