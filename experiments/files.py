"""Files of ``results/``: how experiments write them and how pages read them."""

import json
import os
from pathlib import Path
from typing import Any

from harpan_solver.origin import origin

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"


def save(report: dict[str, Any], path: Path) -> None:
    """Write a report with its origin as JSON."""
    save_text(json.dumps({"origin": origin(), **report}, indent=1) + "\n", path)


def save_text(text: str, path: Path) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def read(name: str) -> dict[str, Any]:
    """One report of ``results/``."""
    report: dict[str, Any] = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return report
