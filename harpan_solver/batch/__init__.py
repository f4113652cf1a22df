"""Many deals: what to solve, on which workers, where results are kept, what they say.

``sample`` names the deals and ``grid`` the rule sets; ``settle`` decides one deal under all of them;
``driver`` hands deals to ``workers`` (``local`` processes or a ``cluster``) and survives their deaths;
``store`` keeps results in one file; ``intervals`` and ``tally`` turn them into shares. ``estimate``,
``winnable`` and ``export`` put these together.
"""
