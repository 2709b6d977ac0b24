"""Mutation tests of the functions of rules, inference, state and services: `bin/mutants`.

mutmut by itself skips decorated functions, so every property, and mutates a copy of the whole project for each run. Its
operators say what a mutant is. One pytest process runs all tests once and notes which test reaches which line; then it
forks for each mutant, exchanges the code of one function, and runs the tests that reach it, the quickest first.
"""
