"""Where experiments write, and how."""

import json
import os
from pathlib import Path
from typing import Any

from harpan_solver.origin import origin

RESULTS = Path("results")


def save(report: dict[str, Any], path: Path) -> None:
    """Write a report with its origin, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps({"origin": origin(), **report}, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)
