"""How answers are shown: a JSON row, or a page for people."""

import json
from typing import NamedTuple

from harpan_solver.board import board_text
from harpan_solver.cli.output import Look, paint, write
from harpan_solver.cli.sources import Question
from harpan_solver.moves import REDEAL
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


class Wishes(NamedTuple):
    """What options ask of every answer besides the verdict.

    Attributes:
        fewest_passes: how few passes win.
        strict: no cutting rule without a published proof.
        system: the scoring system in which a solution is scored, or ``None``.
        shortest: a solution of fewest moves.
    """

    fewest_passes: bool = False
    strict: bool = False
    system: str | None = None
    shortest: bool = False


class Length(NamedTuple):
    """What is known about the shortest solution.

    Attributes:
        moves: draws and cards or runs moved of the solution shown, ``None`` when there is none.
        proven: whether that is certain.
        bound: no solution is shorter than this.
    """

    moves: int | None
    proven: bool
    bound: int


class Answer(NamedTuple):
    """What a question got.

    Attributes:
        solution: the solution.
        passes: the fewest passes that win, when asked for and proven.
        points: what the solution scores, when asked for and there is one.
        length: how long the shortest solution is, when asked for.
    """

    solution: Solution
    passes: int | None = None
    points: int | None = None
    length: Length | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing that was asked is left open."""
        return self.solution.verdict is not Verdict.UNDECIDED and self.solution.reason is None


class Shown(NamedTuple):
    """What is left of an answer once it is text: small, as many may wait for their turn.

    Attributes:
        text: what is written.
        verdict: the verdict.
        settled: whether nothing that was asked is left open.
    """

    text: str
    verdict: Verdict
    settled: bool


class JsonRows:
    """One JSON object a line."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes

    def begin(self, question: Question) -> None:
        """Nothing is said before the answer is there."""

    def text(self, question: Question, answer: Answer) -> str:
        """The row."""
        row = {**question.row(), **answer.solution.row()}
        if self.wishes.fewest_passes:
            row["fewest_passes"] = answer.passes
        if answer.length is not None:
            row["length"], row["proven"], row["bound"] = answer.length
        if self.wishes.system is not None:
            scored = {"system": self.wishes.system, "points": answer.points}
            row["score"] = None if answer.points is None else scored
        return json.dumps(row)


class Pages:
    """For people: the board, the verdict, the solution in words."""

    def __init__(self, rules: Rules, look: Look, wishes: Wishes) -> None:
        self.rules = rules
        self.look = look
        self.wishes = wishes
        self.shown = 0

    def begin(self, question: Question) -> None:
        """The board, while the search is going on."""
        if self.shown:
            write("\n" + ("-" if self.look.ascii else "─") * 44 + "\n")
        self.shown += 1
        write(f"{paint(question.name, 'bold', self.look)}: {rules_in_words(self.rules)}\n")
        board = board_text(question.position, colour=self.look.colour, ascii=self.look.ascii, reveal=True)
        write(board + "\n")

    def text(self, question: Question, answer: Answer) -> str:
        """The verdict, and the moves of a solution."""
        solution = answer.solution
        colour = {Verdict.SOLVABLE: "green", Verdict.UNSOLVABLE: "red"}.get(solution.verdict, "yellow")
        verdict = paint(str(solution.verdict).capitalize(), colour, self.look)
        effort = f"{solution.nodes:,} states, {solution.seconds:.2f} s"
        lines = [f"{verdict}: {self.explain(question, answer)} ({effort})."]
        if answer.points is not None:
            lines.append(f"Score: {count(answer.points, 'point')} ({self.wishes.system}).")
        if solution.moves:
            words = walkthrough(question.position, self.rules, solution.moves, ascii=self.look.ascii)
            lines += ["", *words]
        return "\n".join(lines)

    def explain(self, question: Question, answer: Answer) -> str:
        """What the verdict means, in a few words."""
        solution = answer.solution
        if solution.verdict is Verdict.SOLVABLE:
            redeals = sum(move == REDEAL for move in solution.moves)
            passes = count(question.position.pass_number + redeals, "pass")
            words = f"{count(len(solution.moves), 'move')}, {passes} through the stock"
            if answer.length is not None:
                words += f"; {length_in_words(answer.length)}"
                if solution.reason:
                    words += f", {WHY_UNDECIDED[solution.reason]}"
            elif answer.passes is not None:
                words += ", and fewer passes do not win"
            elif solution.reason:
                words += f"; whether fewer passes win is not decided, {WHY_UNDECIDED[solution.reason]}"
            return words
        if solution.verdict is Verdict.UNSOLVABLE:
            return "no way of playing wins under these rules"
        return WHY_UNDECIDED[solution.reason] if solution.reason else "not decided"


def length_in_words(length: Length) -> str:
    """Such as ``98 without redeals, and fewer do not win``."""
    if length.proven:
        return f"{length.moves} without redeals, and fewer do not win"
    return f"{length.moves} without redeals; whether fewer win, {length.bound} at least, is not decided"


def rules_in_words(rules: Rules) -> str:
    """Such as ``draw 3, unlimited passes, worrying back on``."""
    passes = "unlimited passes" if rules.passes is None else count(rules.passes, "pass")
    return f"draw {rules.draw}, {passes}, worrying back {'on' if rules.worrying_back else 'off'}"


def count(number: int, noun: str) -> str:
    """``1 pass``, ``2 passes``."""
    plural = noun + ("es" if noun.endswith("s") else "s")
    return f"{number:,} {noun if number == 1 else plural}"
