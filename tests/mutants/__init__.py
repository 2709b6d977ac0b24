"""How much of the code the tests would notice a change of: ``bin/mutants``.

mutmut skips whatever is decorated, so every property here, and all tables of constants; cosmic-ray starts pytest
anew for each mutant and edits the working tree. So mutmut only says what a mutant is, and these modules run it: one
pytest collects, passes all tests once while noting which test runs which line, and then forks a process for each
mutant, which exchanges the code of one function and passes the tests that reach it, the quickest first. What these let
pass is written into a copy of the project, for the tests that start sites.
"""
