"""Computer players: knowledge, sampling, search and an endgame solver, as pure functions with numpy.

Randomness comes in as a seed, and no function reads the clock. A computer player knows what a person in its seat was
shown (``knowledge``) and nothing else. Phase two is a game of perfect information, which ``endgame_solver`` solves
exactly. In phase one, ``search`` plays out sampled worlds that fit the knowledge.
"""
