"""Rules engine of the card game Claim: pure values and functions, standard library only.

Callers pass chance and time as arguments; nothing in this package knows of Django, sockets or clocks.
"""
