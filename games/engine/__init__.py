"""Computer players: knowledge, sampling, search and an endgame solver, as pure functions on numbers, with numpy.

Randomness comes in as a seed, and no function reads the clock. A computer player knows what a person in its seat was
shown (``knowledge``) and nothing else. Phase two is a game of perfect information and is solved exactly
(``endgame_solver``); in phase one, worlds that fit that knowledge are played out (``search``).
"""
