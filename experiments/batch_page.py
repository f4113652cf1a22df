"""Writes the table of measured figures in docs/batch.md from the saved results, so that none is typed.

python -m experiments.batch_page           # rewrite the table
python -m experiments.batch_page --check   # exit status 1 if it is not what the results say
"""

import argparse
import re
from collections.abc import Sequence

from experiments.files import ROOT, read, save_text
from experiments.page import table, wrapped
from experiments.running import run_program

PAGE = ROOT / "docs" / "batch.md"
BEGIN, END = "<!-- figures: python -m experiments.batch_page -->\n", "<!-- end of figures -->\n"
MILLION = 1_000_000


def main(words: Sequence[str] | None = None) -> int:
    """Rewrites or checks the table."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.batch_page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    chosen = parser.parse_args(words)
    before = PAGE.read_text(encoding="utf-8")
    after = re.sub(
        f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: BEGIN + figures() + END, before, flags=re.S
    )
    if not chosen.check:
        save_text(after, PAGE)
    return int(chosen.check and before != after)


def figures() -> str:
    """The table in Markdown, and what it was measured on."""
    rows = [[what, figure, f"batch-{name}.json"] for what, figure, name in measured()]
    origin = read("batch-overhead.json")["origin"]
    note = (
        f"Measured on {origin['processor']}, {origin['cores']} cores, while other work went on there: wall "
        "times are medians. The files are in [results](../results/README.md)."
    )
    return f"{table(['measured', 'figure', 'file'], rows)}\n\n{wrapped(note)}\n"


def measured() -> list[tuple[str, str, str]]:
    """What was measured, the figure, and the name of its file."""
    overhead, start = read("batch-overhead.json"), read("batch-start.json")
    memory, store = read("batch-memory.json"), read("batch-store.json")
    deals = overhead["decided"] + overhead["undecided"]
    hours = overhead["searches_cpu"] / deals * MILLION / 3600
    rows = [
        (
            f"search, draw 3, unlimited passes, a million deals (from {deals:,})",
            f"{hours:.1f} CPU hours",
            "overhead",
        ),
        (
            "CPU of all processes of that run, over that of its searches",
            f"{overhead['ratio']:.3f} times",
            "overhead",
        ),
    ]
    rows += [
        (
            f"`{command}`, once compiled",
            f"{each['wall_median']:.2f} s, {each['cpu_median']:.2f} s of CPU",
            "start",
        )
        for command, each in start["commands"].items()
    ]
    rows += [
        (
            f"all processes of {memory['workers']} workers on hard deals, `--memory-mb {each['memory_mb']}`",
            f"at most {each['peak_mib']:.0f} MiB",
            "memory",
        )
        for each in memory["budgets"]
    ]
    rows.append(
        ("store, a million deals and one rule set", f"{store['bytes_a_row']:.0f} MB", "store"),
    )
    rows += [
        (
            f"`{command}` on a million stored rows",
            f"{each['wall_median']:.1f} s, {each['cpu_median']:.1f} s of CPU",
            "store",
        )
        for command, each in store["commands"].items()
    ]
    return rows


if __name__ == "__main__":
    run_program(main)
