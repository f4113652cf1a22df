"""The solver's verdicts on small decks beside the complete search's, each cutting rule on and off."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from harpan_solver.cuts import ALL_CUTS, NO_CUTS, NO_FAULTS, Cuts, PlantedFaults
from harpan_solver.limits import Limits
from harpan_solver.position import Position
from harpan_solver.result import Solution, Verdict
from harpan_solver.rules import Rules
from harpan_solver.solver import solve
from tests.reference.decks import SmallDeck
from tests.reference.replay import Refused, replay

NO_LIMIT = Limits(max_seconds=None)


class Question(NamedTuple):
    """The part of a rule set that is not the deck's own draw count."""

    worrying_back: bool
    passes: int | None

    def __str__(self) -> str:
        return (
            f"worrying back {'on' if self.worrying_back else 'off'}, "
            f"passes {'unlimited' if self.passes is None else self.passes}"
        )


QUESTIONS = tuple(Question(back, passes) for back in (True, False) for passes in (None, 1, 2, 3))

Plan: TypeAlias = dict[
    Question, dict[str, Cuts]
]  # the sets of cutting rules with which each question is asked

ALL = {"all cuts": ALL_CUTS}
SINGLE = {f"without {name}": ALL_CUTS._replace(**{name: False}) for name in Cuts._fields}
NONE = {"no cuts": NO_CUTS}


def every_cut(questions: Sequence[Question]) -> Plan:
    """All questions with all cutting rules, without each single one, and with none."""
    return {question: ALL | SINGLE | NONE for question in questions}


def some_cuts(questions: Sequence[Question], number: int) -> Plan:
    """All questions with all cutting rules, two of them also in another way; deck numbers take turns."""
    plan = dict.fromkeys(questions, ALL)
    turn, way = divmod(number, len(SINGLE) + 1)
    name, cuts = list((SINGLE | NONE).items())[way]
    for place in (turn, turn + len(questions) // 2):
        plan[questions[place % len(questions)]] = ALL | {name: cuts}
    return plan


class Tally:
    """What was compared.

    Attributes:
        decks: by ranks.
        won, lost: questions by ranks, each counted once whatever the cutting rules.
        solves, nodes: calls of the solver and the states that it entered, by set of cutting rules.
        differences: one line for each wrong verdict or refused solution.
    """

    def __init__(self) -> None:
        self.decks: Counter[int] = Counter()
        self.won: Counter[int] = Counter()
        self.lost: Counter[int] = Counter()
        self.solves: Counter[str] = Counter()
        self.nodes: Counter[str] = Counter()
        self.differences: list[str] = []

    def compare(self, deck: SmallDeck, plan: Plan) -> None:
        """Asks the solver about a deck."""
        self.decks[deck.ranks] += 1
        for question, cut_sets in plan.items():
            (self.won if deck.wins(*question) else self.lost)[deck.ranks] += 1
            for name, cuts in cut_sets.items():
                solution = ask(deck, question, cuts)
                self.solves[name] += 1
                self.nodes[name] += solution.nodes
                if wrong := fault_of(solution, deck, question):
                    self.differences.append(f"{deck}; {question}; {name}: {wrong}")

    def row(self) -> dict[str, Any]:
        """All counts as JSON has them."""
        return {
            name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()
        }

    def add_row(self, row: Mapping[str, Any]) -> None:
        """Adds the counts of a row; the keys of those by ranks may be text."""
        for name in ("decks", "won", "lost"):
            getattr(self, name).update({int(ranks): count for ranks, count in row[name].items()})
        self.solves.update(row["solves"])
        self.nodes.update(row["nodes"])
        self.differences += row["differences"]

    def share(self, counts: "Counter[int]") -> float:
        """The part of all questions that ``won`` or ``lost`` is."""
        return counts.total() / (self.won.total() + self.lost.total())

    def share_of_decks(self, least_ranks: int) -> float:
        """The part of all decks that have so many ranks or more."""
        return sum(n for ranks, n in self.decks.items() if ranks >= least_ranks) / self.decks.total()


def ask(
    deck: SmallDeck, question: Question, cuts: Cuts = ALL_CUTS, faults: PlantedFaults = NO_FAULTS
) -> Solution:
    """The solver's answer."""
    position = Position.dealt(deck.cards, deck.ranks, deck.columns)
    rules = Rules(deck.draw, question.passes, question.worrying_back)
    return solve(position, rules, NO_LIMIT, cuts=cuts, faults=faults)


def fault_of(solution: Solution, deck: SmallDeck, question: Question) -> str | None:
    """What is wrong with an answer: its verdict, or a solution that does not replay."""
    expected = Verdict.SOLVABLE if deck.wins(*question) else Verdict.UNSOLVABLE
    if solution.verdict is not expected:
        return f"{solution.verdict}, but {expected} by complete search"
    if expected is Verdict.SOLVABLE:
        try:
            replay(
                deck.cards,
                deck.ranks,
                deck.columns,
                map(str, solution.moves),
                draw=deck.draw,
                passes=question.passes,
                worrying_back=question.worrying_back,
            )
        except Refused as refusal:
            return f"solution refused: {refusal}"
    return None


class Caught(NamedTuple):
    """The first deck that showed a planted fault.

    Attributes:
        decks: decks looked at up to and with this one.
        deck: the deck.
        question: the question whose answer was wrong.
    """

    decks: int
    deck: SmallDeck
    question: Question


def catch(fault: str, decks: Iterable[SmallDeck], questions: Iterable[Question]) -> Caught | None:
    """Plants a fault (a field of ``PlantedFaults``) and looks for a deck with a wrong verdict.

    Only what is won is asked: an unsound rule turns wins into losses.
    """
    faults = NO_FAULTS._replace(**{fault: True})
    for number, deck in enumerate(decks, 1):
        for question in questions:
            if deck.wins(*question) and ask(deck, question, faults=faults).verdict is not Verdict.SOLVABLE:
                return Caught(number, deck, question)
    return None
