"""The compiled core: raw numbers in, raw numbers out.

Nothing in here knows cards, deals or the plain rules; ``harpan_solver.packing`` translates.
"""
