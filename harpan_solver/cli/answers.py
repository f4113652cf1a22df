"""How answers are shown: a JSON row, or a page for people."""

import json

from harpan_solver.board import board_text
from harpan_solver.cli.output import Look, paint, write
from harpan_solver.cli.sources import Question
from harpan_solver.result import Reason, Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.walkthrough import walkthrough

WHY_UNDECIDED = {
    Reason.MAX_NODES: "the limit --max-nodes was reached",
    Reason.MAX_SECONDS: "the limit --max-seconds was reached",
    Reason.MEMORY: "the limit --memory-mb was reached",
    Reason.INTERRUPTED: "interrupted",
    Reason.WORKER_LOST: "the process that searched was lost",
}


class JsonRows:
    """One JSON object a line."""

    def begin(self, question: Question) -> None:
        """Nothing is said before the answer is there."""

    def end(self, question: Question, solution: Solution) -> None:
        write(json.dumps({**question.row(), **solution.row()}))


class Pages:
    """For people: the board, the verdict, the solution in words."""

    def __init__(self, rules: Rules, look: Look) -> None:
        self.rules = rules
        self.look = look
        self.shown = 0

    def begin(self, question: Question) -> None:
        """The board, while the search is going on."""
        if self.shown:
            write("\n" + ("-" if self.look.ascii else "─") * 44 + "\n")
        self.shown += 1
        write(f"{paint(question.name, 'bold', self.look)}: {rules_in_words(self.rules)}\n")
        board = board_text(question.position, colour=self.look.colour, ascii=self.look.ascii, reveal=True)
        write(board + "\n")

    def end(self, question: Question, solution: Solution) -> None:
        """The verdict, and the moves of a solution."""
        colour = {Verdict.SOLVABLE: "green", Verdict.UNSOLVABLE: "red"}.get(solution.verdict, "yellow")
        verdict = paint(str(solution.verdict).capitalize(), colour, self.look)
        effort = f"{solution.nodes:,} states, {solution.seconds:.2f} s"
        write(f"{verdict}: {self.explain(question, solution)} ({effort}).")
        if solution.moves:
            words = walkthrough(question.position, self.rules, solution.moves, ascii=self.look.ascii)
            write("\n" + "\n".join(words))

    def explain(self, question: Question, solution: Solution) -> str:
        """What the verdict means, in a few words."""
        if solution.verdict is Verdict.SOLVABLE:
            redeals = sum(str(move) == "redeal" for move in solution.moves)
            passes = question.position.pass_number + redeals
            return f"{_count(len(solution.moves), 'move')}, {_count(passes, 'pass')} through the stock"
        if solution.verdict is Verdict.UNSOLVABLE:
            return "no way of playing wins under these rules"
        return WHY_UNDECIDED[solution.reason] if solution.reason else "not decided"


def rules_in_words(rules: Rules) -> str:
    """Such as ``draw 3, unlimited passes, worrying back on``."""
    passes = "unlimited passes" if rules.passes is None else _count(rules.passes, "pass")
    return f"draw {rules.draw}, {passes}, worrying back {'on' if rules.worrying_back else 'off'}"


def _count(number: int, noun: str) -> str:
    """``1 pass``, ``2 passes``."""
    plural = noun + ("es" if noun.endswith("s") else "s")
    return f"{number:,} {noun if number == 1 else plural}"
