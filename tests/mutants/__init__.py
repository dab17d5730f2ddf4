"""Mutation testing of `domain/`: does a test notice when a rule is ruled otherwise?

    make mutants                                          # all of domain/, on one core
    python -m tests.mutants domain.voidsiege --jobs 2    # what begins so, on two cores
    python -m tests.mutants domain.voidsiege --survivors # once more those that survived
    python -m tests.mutants domain.voidsiege --list      # what is known so far; nothing is run
    python -m tests.mutants show domain.voidsiege.chapters.losses.reported~3    # its diff

The tree is copied first, so that it may be worked on meanwhile.

mutmut's operators say what is changed: each mutant is one function with one change. The tests
(tests/domain, tests/conformance, the golden games; for an event, its specs; nothing random) are
collected once. A first run notes which tests reach which function; a test that fails by itself, for
want of what others leave behind, is left out. Then each mutant has a process of its own, forked from
there, in which the function has the changed code, and runs the tests that reach it until one fails:
those that killed a mutant of the same function first, then the quickest. A function that already ran
while modules were imported gets a second trial where the tests let it live: the domain and the tests
are imported anew, with the change. A test that takes five times as long as before and two seconds more
kills as well.

A survivor has passed every test of its own ruleset's folder and every kept game that reaches it, and
so many others as take some four seconds together, the quickest of them. (For the kernel, which all
tests reach, golden games are among the others. What rules an event is tried on its specs alone.)

Also what is decorated is changed: checks (`@requires`) and properties. Not changed is what stands
outside of functions: rule numbers, tables of data, texts of the rulebook. Nor are the words of
f-strings; the golden games have them.

What became of each mutant is in `mutants/results.tsv`, one line each, the newest counting; a run
that was interrupted goes on from there, and a function that changed is tried again. `--again` begins
anew. Survivors that are equivalent, or not worth a test, stand in `survivors.txt` beside this file
under their reason; the summary says which do not, in the form in which they would stand there.
"""
