"""The card game Claim itself: pure values and functions, standard library only.

Chance and time come in as arguments; nothing here knows of Django, sockets or clocks.
"""
