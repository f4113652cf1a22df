"""Files and standard input: a deal a line, one deal over lines, and everything that is neither."""

import io
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harpan_solver.cards import cards_text
from harpan_solver.deals import (
    Deal,
    deal,
    expand_names,
    position_text,
    read_deals,
    read_file,
    read_position,
    read_stream,
    write_deal,
)
from harpan_solver.errors import InputError

ONE, TWO, THREE = deal(1), deal(2), deal(3)
SHORT = ONE.text[:-2]


def _read(data: bytes | str, source: str = "f") -> list[tuple[str, str]]:
    """What a stream gives: a name and cards, or ``error`` and the message."""
    data = data.encode() if isinstance(data, str) else data
    found = list(read_stream(io.BytesIO(data), source))
    for each in found:
        if isinstance(each, InputError):
            message = str(each)
            assert "\n" not in message and len(message) < 600
            assert message.startswith(source)
    return [(each.name, each.text) if isinstance(each, Deal) else ("error", str(each)) for each in found]


def test_a_deal_a_line() -> None:
    lines = [
        "# deals",
        ONE.text,
        "",
        "   # more",
        " ".join(TWO.text),
        "solvitaire:7",
        write_deal(THREE, "digits"),
    ]
    text = "\n".join(lines) + "\n"
    assert _read(text, "some/deals.txt") == [
        ("some/deals.txt:2", ONE.text),
        ("some/deals.txt:5", TWO.text),
        ("some/deals.txt:6", deal("solvitaire:7").text),
        ("some/deals.txt:7", THREE.text),
    ]


def test_line_ends_marks_and_quotes() -> None:
    expected = [("f:1", ONE.text), ("f:2", TWO.text)]
    for end in ("\n", "\r\n", "\r"):
        assert _read(f"\ufeff{ONE.text}{end}\ufeff'{TWO.text}'") == expected
        assert _read(f'"{ONE.text}"{end} "{TWO.text}" {end}') == expected


def test_bad_lines_stop_nothing() -> None:
    found = _read(
        f"{SHORT}\n{ONE.text}\nnonsense\nsolvitaire:x\n{TWO.text}\n{TWO.text}7H\n{{}}\n{THREE.text}"
    )
    assert [name for name, _ in found] == ["error", "f:2", "error", "error", "f:5", "error", "error", "f:8"]
    messages = [text for name, text in found if name == "error"]
    assert messages[0] == f"f:1: 51 cards given, 52 needed; missing: {ONE.text[-2:]}"
    assert messages[1].startswith("f:3: card 1 at character 1: 'nonsen…'")
    assert messages[2].startswith("f:4: deal 'solvitaire:x': 'x' is not a number")
    assert messages[3].startswith("f:6: 53 cards given, 52 needed; more than once: 7H")
    assert messages[4] == "f:7: position: tableau, hidden, stock missing; needed are tableau, hidden, stock"


def test_each_line_is_known_before_the_next_is_read() -> None:
    """A program that writes deals one by one is answered one by one."""
    asked = []

    def lines():  # type: ignore[no-untyped-def]
        for each in (ONE, TWO):
            asked.append(each)
            yield each.text

    found = read_deals(lines(), "-")
    assert next(found) == Deal("-:1", ONE.cards)
    assert asked == [ONE]


@pytest.mark.parametrize("width", [2, 13, 26, 45, 51])
def test_one_deal_over_lines(width: int) -> None:
    text = "# one deal\n" + "\n".join(ONE.text[2 * at : 2 * (at + width)] for at in range(0, 52, width))
    assert _read(text) == [("f:1", ONE.text)]
    digits = write_deal(ONE, "digits")
    assert _read("\n".join(digits[at : at + width] for at in range(0, 156, width))) == [("f:1", ONE.text)]


def test_one_deal_over_lines_with_a_fault() -> None:
    halves = f"{ONE.text[:52]}\n{ONE.text[52:]}"
    assert _read(halves[:-2])[0][1] == f"f:1: 51 cards given, 52 needed; missing: {ONE.text[-2:]}"
    assert _read(halves + ONE.text[:2])[0][1].startswith("f:1: 53 cards given, 52 needed; more than once")
    assert _read(halves[:-2] + ONE.text[:2])[0][1].startswith("f:1: more than once")
    # Anything unreadable, or far from one deal: each line is named.
    assert [text[:4] for _, text in _read(halves[:-2] + "7X\n")] == ["f:1:", "f:2:"]
    assert [text[:4] for _, text in _read(f"{SHORT}\n{SHORT}\n")] == ["f:1:", "f:2:"]


def test_boards() -> None:
    pysol, columns = write_deal(ONE, "pysol"), write_deal(TWO, "columns")
    assert _read(pysol) == [("f:1", ONE.text)]
    assert _read(columns) == [("f:1", TWO.text)]
    assert _read(f"\n{pysol}\n{pysol}\n") == [("f:2", ONE.text), ("f:10", ONE.text)]
    assert _read(f"{columns}\n\n\n{columns}\n\n{pysol}") == [
        ("f:1", TWO.text),
        ("f:11", TWO.text),
        ("f:20", ONE.text),
    ]
    spoilt = columns.replace(columns.splitlines()[2], "7X", 1)
    found = _read(f"{pysol}\n\n{spoilt}\n\n{pysol}")
    assert [name for name, _ in found] == ["f:1", "error", "f:19"]
    assert found[1][1].startswith("f:10: line 12: column 3: card 1 at character 1: '7X'")


def test_a_game_in_progress_is_no_deal() -> None:
    text = position_text(ONE.position).replace("pass: 1", "pass: 2")
    assert _read(text) == [("error", "f:1: a game in progress, not a deal; it can be read as a position")]


def test_json_over_lines_and_in_lines() -> None:
    solvitaire = write_deal(ONE, "solvitaire")
    assert _read(solvitaire) == [("f:1", ONE.text)]
    assert _read(f"{solvitaire}\n{write_deal(TWO, 'solvitaire')}\n") == [("f:1", ONE.text), ("f:2", TWO.text)]
    assert _read("# of Solvitaire\n" + solvitaire.replace("[", "\n[")) == [("f:1", ONE.text)]
    assert _read(solvitaire.replace("[", "\n[")[:-3])[0][1].startswith("f:1: not JSON: line ")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"])
def test_nothing(data: bytes) -> None:
    assert _read(data) == [("error", "f: there is no deal in it")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "f: not text (UTF-8): byte 0x89 in line 1"),
        (b"abc\n\n\xff\xfe\nabc\n", "f: not text (UTF-8): byte 0xFF in line 3"),
        (b"\0" * 3_000_000, "f: not text: '\\x00' (U+0000) in line 1"),
        (ONE.text.encode("utf-16"), "f: not text (UTF-8): byte 0xFF in line 1"),
        (bytes(range(256)) * 20_000, "f: not text: '\\x00' (U+0000) in line 1"),
    ],
    ids=["png", "a bad line", "zeros", "utf-16", "every byte"],
)
def test_not_text_is_one_error(data: bytes, message: str) -> None:
    assert _read(data) == [("error", message)]


def test_a_line_that_is_not_text_among_deals() -> None:
    found = _read(b"\xff\n# Bj\xf6rn\n" + ONE.text.encode() + b"\n\0\n" + TWO.text.encode())
    assert [name for name, _ in found] == ["error", "f:3", "error", "f:5"]
    assert found[0][1] == "f:1: not text (UTF-8): byte 0xFF"
    assert found[2][1] == "f:4: not text: '\\x00' (U+0000)"


def test_long_lines_and_many_lines() -> None:
    found = _read("7H" * 2_000_000 + f"\n{ONE.text}\n" + "x" * 1_000_000 + f"\n{TWO.text}")
    assert [name for name, _ in found] == ["error", "f:2", "error", "f:4"]
    assert found[0][1] == "f:1: longer than 1048576 characters, so no deal"
    found = _read("nonsense\n" * 150_000 + ONE.text)
    assert found[-1] == ("f:150001", ONE.text)
    assert len(found) == 150_001


def test_hundred_thousand_deals() -> None:
    chance = random.Random(1)
    pack = list(range(52))
    lines = []
    for _ in range(1000):
        chance.shuffle(pack)
        lines.append(cards_text(pack))
    found = _read("\n".join(lines * 100))
    assert [text for _, text in found] == lines * 100
    assert found[-1][0] == "f:100000"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("".join(f"{each.text}\n" for each in expand_names(["1-3"])))
    for either in (path, str(path)):
        assert list(read_file(either)) == [Deal(f"{path}:{n}", deal(n).cards) for n in (1, 2, 3)]
    assert next(read_file(path)) == Deal(f"{path}:1", ONE.cards)
    # Opened and never read: closed all the same (an open file would be an error of this run).
    read_file(path)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for read in (read_file, read_position):
        with pytest.raises(InputError, match=r"deals.txt: there is no such file$"):
            read(tmp_path / "deals.txt")
        with pytest.raises(InputError, match=r"a directory; a text file is needed$"):
            read(tmp_path)
        with pytest.raises(InputError, match="cannot be opened: ") as caught:
            read("a\0b\nc")
        assert "\n" not in str(caught.value)
        with pytest.raises(InputError, match="cannot be opened: File name too long"):
            read("x" * 5000)


def test_a_file_that_breaks_while_read() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                raise OSError(5, os.strerror(5))
            return line

    found = list(read_stream(Broken(ONE.text.encode() + b"\n"), "-"))
    assert found[0] == Deal("-:1", ONE.cards)
    assert str(found[1]) == "-: cannot be read: Input/output error"


def test_positions_in_files(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_bytes(b"\xef\xbb\xbf" + position_text(ONE.position).replace("\n", "\r\n").encode())
    assert read_position(path) == ONE.position
    path.write_text("nonsense")
    with pytest.raises(InputError, match=r"position.txt: card 1 at character 1: 'nonsen…'"):
        read_position(path)
    path.write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"position.txt: not text \(UTF-8\): byte 0xFF$"):
        read_position(path)
    with pytest.raises(InputError, match="/proc/self/mem: cannot be read: "):
        read_position("/proc/self/mem")
    path.write_bytes(b" " * 2_000_000)
    with pytest.raises(InputError, match="longer than 1048576 bytes"):
        read_position(path)


@settings(deadline=None, max_examples=300)
@given(
    st.binary()
    | st.lists(
        st.sampled_from(
            [ONE.text, SHORT, "# x", "", "Talon: 7H", "<7H>", "{}", "{", "harpan:1", "\0", "ksolve:x"]
        )
        | st.text(max_size=6),
        max_size=8,
    ).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass"))
)
def test_any_bytes_are_deals_or_lines(data: bytes) -> None:
    assert _read(data)
