"""Every error that the package raises on purpose."""


class HarpanError(Exception):
    """Base of all errors below."""


class InputError(HarpanError, ValueError):
    """Something that was handed in cannot be used: a deal, a rule, a limit, a move or a file.

    The message is one line that says what was given, where, and what is allowed.
    """


class IllegalMove(InputError):
    """A move that the rules do not allow in this position."""


class ReplayFault(HarpanError):
    """A solution of the search that the plain rules refuse: a bug in this package, never a verdict."""
