"""Makes test cases and asks Heat about each. What only Heat's interpreter has is imported by the functions that use it."""

from pathlib import Path
from typing import Any

import yaml

TABLES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("tables.yaml").read_text(encoding="utf-8"))
"""What cases are made from, by subject."""
