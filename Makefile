# make demo   a disputed turn, from the charge to the judge's ruling
# make test   format, lint, types, architecture, tests
# make rules  the quick ones: what a change to a rule can break
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Else every process of the tests would compile them anew, where the shell says so.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test rules readings prove bench fuzz cluster mutants screenshots next-library clean

demo: $(READY)
	@$(BIN)/umpire demo

test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist loadfile

rules: $(READY)
	$(BIN)/python -m pytest -q tests/domain tests/conformance tests/golden

readings: $(READY)
	$(BIN)/umpire differ --all --keep tests/conformance/readings --words application/law/decided.json
	$(BIN)/umpire differ --pairs --keep tests/conformance/pairs

prove: $(READY)
	$(BIN)/umpire prove --files .prove --write application/lab/PROVED.md

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz

cluster: $(READY)
	$(BIN)/python -m tests.cluster $(WHAT)

mutants: $(READY)
	$(BIN)/python -m tests.mutants $(ONLY)

screenshots: $(READY)
	$(BIN)/python -m tests.screenshots

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python -m compileall -q domain application adapters
	@touch $@

# The store on the next major version of eventsourcing, which asks for Python 3.12: tried, not promised.
NEXT ?= $(VENV)/next
NEWER := python3.13 python3.12 $(HOME)/.pyenv/versions/3.1[23]*/bin/python
NEXT_PYTHON ?= $(firstword $(shell for one in $(NEWER); do $$one -c 0 2>/dev/null && echo $$one; done) $(PYTHON))

next-library:
	test -x $(NEXT)/bin/python || $(NEXT_PYTHON) -m venv $(NEXT)
	grep -v '^eventsourcing==' constraints.txt > $(NEXT)/constraints.txt
	$(NEXT)/bin/python -m pip install --quiet --disable-pip-version-check -c $(NEXT)/constraints.txt -e '.[dev]'
	$(NEXT)/bin/python -m pip install --quiet --disable-pip-version-check --pre --no-deps 'eventsourcing>=10.0.0a1,<11'
	$(NEXT)/bin/python -m pytest -q -x -n auto -p no:cacheprovider tests/application/ledger

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
