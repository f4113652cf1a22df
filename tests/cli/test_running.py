"""Many questions in threads: order, window, stopping."""

import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest

from harpan_solver.cli.command import InternalError, Interrupted
from harpan_solver.cli.interruption import Stop
from harpan_solver.cli.running import AHEAD, WAITING, Pool
from harpan_solver.errors import InputError


def test_answers_come_in_the_order_asked() -> None:
    """The first question is the slowest, so its answer is ready last."""

    def ask(number: int) -> int:
        time.sleep(0.2 if number == 0 else 0.0)
        return number * number

    with Pool(4, Stop()) as pool:
        assert [(q, answer()) for q, answer in pool.answers(range(300), ask)] == [
            (q, q * q) for q in range(300)
        ]


def test_as_many_at_once_as_there_are_workers() -> None:
    together = threading.Barrier(3, timeout=10)

    with Pool(3, Stop()) as pool:
        # Each waits for two others: with fewer threads the barrier would break.
        for _, answer in pool.answers(range(3), lambda number: together.wait()):
            answer()


def test_endless_questions_are_taken_from_the_window_only() -> None:
    taken = 0

    def questions() -> Iterator[int]:
        nonlocal taken
        for number in count():
            taken += 1
            yield number

    with Pool(2, Stop()) as pool:
        for number, answer in pool.answers(questions(), lambda number: number):
            assert answer() == number
            assert taken <= number + AHEAD + 1
            assert number or taken <= 2 * WAITING, "the first answer waits for few questions"
            if number == 500:
                break


def test_the_others_go_on_beside_a_hard_question() -> None:
    later = 2 * WAITING + 500
    reached = threading.Event()

    def ask(number: int) -> int:
        if number == later:
            reached.set()
        assert number or reached.wait(60)
        return number

    with Pool(2, Stop()) as pool:
        assert [answer() for _, answer in pool.answers(range(later + 1), ask)] == list(range(later + 1))


def test_stop_lets_those_in_hand_answer_and_begins_no_other() -> None:
    stop = Stop()
    begun = []

    def ask(number: int) -> str:
        begun.append(number)
        while number >= 2 and not stop():
            time.sleep(0.005)
        return "stopped" if number >= 2 else "done"

    answers = []
    with Pool(2, stop) as pool:
        for number, answer in pool.answers(range(50), ask):
            if number == 2:
                threading.Timer(0.1, stop.ask).start()
            got = answer()
            if got is None:
                break
            answers.append((number, got))
    assert answers == [(0, "done"), (1, "done"), (2, "stopped"), (3, "stopped")]
    assert sorted(begun) == [0, 1, 2, 3]


def test_a_thread_that_does_not_listen_is_left_behind() -> None:
    stop = Stop()
    release = threading.Event()
    start = time.monotonic()

    def ask(number: int) -> None:
        threading.Timer(0.1, stop.ask).start()
        release.wait(20)

    with pytest.raises(Interrupted), Pool(1, stop) as pool:
        for _, answer in pool.answers([1], ask):
            answer()
    release.set()
    assert time.monotonic() - start < 3


def test_what_a_question_meets_is_told() -> None:
    def refuse(number: int) -> None:
        raise InputError(f"{number} is not supported")

    def break_down(number: int) -> None:
        raise KeyError("stock")

    with pytest.raises(InputError, match="5 is not supported"), Pool(1, Stop()) as pool:
        next(pool.answers([5], refuse))[1]()
    with pytest.raises(InternalError, match=r"^5: KeyError: 'stock'$"), Pool(1, Stop()) as pool:
        next(pool.answers([5], break_down))[1]()


def test_work_before_the_questions_can_be_left() -> None:
    stop = Stop()
    release = threading.Event()

    def work() -> None:
        release.wait(20)

    with pytest.raises(Interrupted), Pool(1, stop) as pool:
        threading.Timer(0.1, stop.ask).start()
        pool.run(work)
    release.set()
