"""Is every verdict on small decks right? The solver beside a complete search with the plain rules.

    python experiments/small_decks.py --decks 200000 --passes unlimited --worrying-back on
    python experiments/small_decks.py --planted stronger_safe --save results/planted-faults.json

Decks come in families (``tests/reference/decks.py``), each played with draw 1, 2 or 3 in turn. The rows of
finished families are kept: the same command goes on where it was stopped. Exit status 1 if any verdict
differed or a planted fault was not caught.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from experiments.running import run_program  # noqa: E402
from harpan_solver.cuts import PlantedFaults  # noqa: E402
from harpan_solver.origin import origin  # noqa: E402
from tests.reference import cross_check as check  # noqa: E402
from tests.reference.decks import FAMILY_SIZE, SmallDeck, family  # noqa: E402


class Settings(NamedTuple):
    """What the rows of a file have in common; attributes as the options of the same names."""

    seed: int
    max_states: int
    cuts: str
    passes: list[int | None]
    worrying_back: list[bool]

    @property
    def questions(self) -> list[check.Question]:
        """All rule sets that each deck is asked about."""
        return [check.Question(*pair) for pair in itertools.product(self.worrying_back, self.passes)]


def passes(text: str) -> list[int | None]:
    """Pass limits of a list such as ``unlimited,1``."""
    return [None if word == "unlimited" else int(word) for word in text.split(",")]


def on_off(text: str) -> list[bool]:
    """Switches of a list such as ``on,off``."""
    return [("off", "on").index(word) == 1 for word in text.split(",")]


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decks", type=int, default=5000, help="how many (default 5000)")
    parser.add_argument("--passes", type=passes, default="unlimited,1,2,3", help="list (default %(default)s)")
    parser.add_argument("--worrying-back", type=on_off, default="on,off", help="list (default %(default)s)")
    parser.add_argument(
        "--cuts",
        choices=("every", "some", "all"),
        default="every",
        help="every: with all cutting rules, without each, with none; some: with all, and two questions in "
        "another way in turn; all: with all only (default every)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the decks (default 1)")
    parser.add_argument(
        "--max-states", type=int, default=100_000, help="decks with more boards are left out (default 100000)"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--rows", type=Path, help="finished families (default: beside --save, .jsonl)")
    parser.add_argument(
        "--save",
        type=Path,
        default=ROOT / "results" / "small-decks.json",
        help="the summary (default %(default)s)",
    )
    parser.add_argument(
        "--planted",
        action="append",
        choices=PlantedFaults._fields,
        help="plant this fault, see when it is caught",
    )
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Runs the experiment."""
    chosen = arguments().parse_args(words)
    settings = Settings(chosen.seed, chosen.max_states, chosen.cuts, chosen.passes, chosen.worrying_back)
    families = -(-chosen.decks // FAMILY_SIZE)
    if chosen.planted:
        report = planted(settings, chosen.planted, families)
        ok = all(report["caught"].values())
    else:
        rows = run(settings, families, chosen.rows or chosen.save.with_suffix(".jsonl"), chosen.workers)
        report = summary(rows)
        ok = not report["differences"]
    report = {"origin": origin(), "settings": settings._asdict(), **report}
    text = json.dumps(report, indent=1)
    chosen.save.parent.mkdir(parents=True, exist_ok=True)
    part = chosen.save.with_name(chosen.save.name + ".part")
    part.write_text(text + "\n", encoding="utf-8")
    os.replace(part, chosen.save)
    print(text)
    return 0 if ok else 1


def run(settings: Settings, families: int, path: Path, workers: int) -> list[dict[str, Any]]:
    """The rows of all families, those in the file not made again."""
    rows = read_rows(path, settings)
    done = {row["family"] for row in rows}
    missing = [number for number in range(families) if number not in done]
    if missing:
        compare_family(settings._replace(cuts="all"), 0)  # compiles, where that has not been done
    with (
        path.open("a", encoding="utf-8") as file,
        multiprocessing.get_context("spawn").Pool(workers) as pool,
        tqdm(total=families, initial=families - len(missing), unit="family", file=sys.stderr) as bar,
    ):
        for row in pool.imap_unordered(partial(compare_family, settings), missing):
            file.write(json.dumps(row) + "\n")
            file.flush()
            rows.append(row)
            bar.update()
            if row["differences"]:
                bar.write("\n".join(row["differences"]), file=sys.stderr)
    return [row for row in rows if row["family"] < families]


def read_rows(path: Path, settings: Settings) -> list[dict[str, Any]]:
    """The rows of a file; makes it if it is not there, and cuts off a line that was not finished."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    head = json.dumps({"settings": settings._asdict()})
    first, *rest = whole.splitlines() or [head]
    if first != head:
        raise SystemExit(f"{path} holds rows of other settings: {first}; name another file with --rows")
    path.write_text("\n".join([head, *rest, ""]), encoding="utf-8")
    return [json.loads(line) for line in rest]


def compare_family(settings: Settings, number: int) -> dict[str, Any]:
    """Solves the decks of one family in all ways that the settings name."""
    start = time.process_time()
    made = family(settings.seed, number, settings.max_states)
    searched = time.process_time()
    tally = check.Tally()
    for place, deck in enumerate(made.decks):
        if settings.cuts == "every":
            plan = check.every_cut(settings.questions)
        elif settings.cuts == "some":
            plan = check.some_cuts(settings.questions, number * FAMILY_SIZE + place)
        else:
            plan = dict.fromkeys(settings.questions, check.ALL)
        tally.compare(deck, plan)
    return {
        "family": number,
        "kind": made.kind,
        "left_out": made.left_out,
        "search_seconds": round(searched - start, 3),
        "solver_seconds": round(time.process_time() - searched, 3),
        **tally.row(),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Totals of all rows."""
    tally = check.Tally()
    kinds: Counter[str] = Counter()
    for row in sorted(rows, key=lambda row: int(row["family"])):
        tally.add_row(row)
        kinds[row["kind"]] += sum(row["decks"].values())
    return {
        "decks_in_all": tally.decks.total(),
        "share_with_5_ranks_or_more": round(tally.share_of_decks(5), 4),
        "share_of_questions_won": round(tally.share(tally.won), 4),
        "share_of_questions_lost": round(tally.share(tally.lost), 4),
        "kinds": dict(kinds),
        "left_out": sum(row["left_out"] for row in rows),
        "search_seconds": round(sum(row["search_seconds"] for row in rows), 1),
        "solver_seconds": round(sum(row["solver_seconds"] for row in rows), 1),
        "solves_in_all": tally.solves.total(),
        **tally.row(),
    }


def planted(settings: Settings, faults: list[str], families: int) -> dict[str, Any]:
    """For each fault, the first deck that shows it and how many decks that took."""
    caught = {name: check.catch(name, decks(settings, families), settings.questions) for name in faults}
    return {
        "decks_at_most": families * FAMILY_SIZE,
        "caught": {
            name: found and {"decks": found.decks, "deck": str(found.deck), "rules": str(found.question)}
            for name, found in caught.items()
        },
    }


def decks(settings: Settings, families: int) -> Iterator[SmallDeck]:
    """All decks in order."""
    for number in range(families):
        yield from family(settings.seed, number, settings.max_states).decks


if __name__ == "__main__":
    run_program(main)
