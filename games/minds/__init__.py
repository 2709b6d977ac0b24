"""Minds that play Claim: pure functions on numbers, with numpy. Chance comes in as a seed, nothing asks the clock.

A mind knows what a person in its seat was shown (``knowledge``) and nothing else. Phase two is perfect information and
played exactly (``endings``); in phase one worlds that fit what is known are played out (``search``).
"""
