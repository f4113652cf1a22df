"""pyksolve, the wrapper of a C++ solver that Python users have, on the same deals.

Run as a process of its own (``python -m benchmarks.rival DRAW MODE STATES``), so that its memory and CPU are
its own: reads one deal a line from standard input (name, blank, 52 cards in deal order), writes one JSON
object a line.
"""

import json
import sys
import time
from typing import Any

from experiments.running import run_program

RANKS = "A23456789TJQK"
SUITS = "CDHS"
MODES = ("fast", "minimal")
# pyksolve counts each card turned up as a move; a win from the start turns all of them.
FACE_DOWN = 21
_VERDICTS = {
    "SolvedMinimal": "solvable",
    "SolvedMayNotBeMinimal": "solvable",
    "Impossible": "unsolvable",
    "CouldNotComplete": "undecided",
}


def three_digits(cards: str) -> str:
    """Cards such as ``7DTC`` as pyksolve reads them: rank 01..13, then suit, 1 clubs .. 4 spades."""
    pairs = zip(cards[::2], cards[1::2], strict=True)
    return "".join(f"{RANKS.index(rank) + 1:02}{SUITS.index(suit) + 1}" for rank, suit in pairs)


def answer(cards: str, draw: int, mode: str, states: int) -> dict[str, object]:
    """One deal solved: verdict, CPU seconds, length of its solution (a turn of the stock, a card, a run: 1).

    Raises ValueError when the deal was not taken as it was given: pyksolve tells a refusal only by its
    return value and goes on with an ordered pack.
    """
    from pyksolve import solver

    game: Any = solver.Solitaire()
    digits = three_digits(cards)
    start = time.process_time()
    if not game.load_solitaire(digits) or game.get_solitaire() != digits:
        raise ValueError(f"pyksolve does not take the deal {cards}")
    game.reset_game(draw)
    solve = game.solve_fast if mode == "fast" else game.solve_minimal
    result = solve(max_closed_count=states)
    verdict = _VERDICTS[result.name]
    return {
        "verdict": verdict,
        "seconds": time.process_time() - start,
        "length": game.moves_made_normalized_count - FACE_DOWN if verdict == "solvable" else None,
        "minimal": result.name == "SolvedMinimal",
    }


def main() -> None:
    """Standard input to standard output, as the module says."""
    draw, mode, states = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for line in sys.stdin:
        deal, cards = line.split()
        print(json.dumps({"deal": deal, **answer(cards, draw, mode, states)}), flush=True)


if __name__ == "__main__":
    run_program(main)
