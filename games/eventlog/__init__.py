"""Event log of games: append and load, state cache, writer thread, and the ``committed`` signal."""
