"""Rules engine of the card game Claim: pure values and functions, standard library only.

Randomness and time come in as arguments; nothing in this package depends on Django, sockets or clocks.
"""
