"""JSON without its traps: every fault an InputError, no key twice, no numbers that are none."""

import json

from harpan_solver.deals.quoting import quoted
from harpan_solver.errors import InputError


def load_json(text: str) -> object:
    """What a JSON text says.

    Raises:
        InputError: no JSON, with line and column; a key twice in one object; NaN or Infinity; nesting or
            a number beyond all use.
    """
    try:
        loaded: object = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise InputError("not JSON that can be read: nested too deep") from None
    except ValueError:
        # Python reads no numbers of more than a few thousand digits.
        raise InputError("not JSON that can be read: a number is too long") from None
    return loaded


def kind(value: object) -> str:
    """What a JSON value is, in the words of JSON, with the value where it is short."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return quoted(f"{value}").strip("'") if _printable(value) else "a very long number"


def whole_number(value: object, place: str, lowest: int, highest: int | None = None) -> int:
    """The value, if it is a whole number in the range.

    Raises:
        InputError: anything else, named by its place.
    """
    good = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(value, int) and good and lowest <= value and (highest is None or value <= highest):
        return value
    limit = f"from {lowest} up" if highest is None else f"from {lowest} to {highest}"
    raise InputError(f"{place}: {kind(value)}; a whole number {limit} is needed")


def string_list(value: object, place: str) -> list[str]:
    """The value, if it is a list of strings.

    Raises:
        InputError: anything else, named by its place.
    """
    if not isinstance(value, list):
        raise InputError(f"{place}: {kind(value)}; a list of cards is needed")
    for number, each in enumerate(value, 1):
        if not isinstance(each, str):
            raise InputError(f'{place}, card {number}: {kind(each)}; a card such as "7H" is needed')
    return value


def _printable(value: object) -> bool:
    return not isinstance(value, int) or value.bit_length() < 4096


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(f"the key {quoted(key)} is there twice in one object")
            seen.add(key)
    return result


def _no_constant(name: str) -> object:
    raise InputError(f"{name} is no number of JSON")
