"""How a slice of a search ended."""

WON = 1
EXHAUSTED = 2
SLICE_OVER = 3
TABLE_FULL = 4
PATH_FULL = 5
