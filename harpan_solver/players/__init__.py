"""Players of games whose face-down cards they do not see.

A player gets observations and gives moves; ``match`` plays games with it. One of them, ``thoughtful``, is
shown the deal, as the upper bound of all others.
"""
