# `make demo` and `make test` need only python3 (3.11 or newer, with venv) and make.
# PYTHON=python3.12 chooses another Python.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

# The checkers of pages in tests/browser, installed by npm.
PAGE_CHECKERS := axe-core@4.14.1 vnu-jar@26.9.27

.PHONY: help demo test bench test-all lint types tests coverage browser wheel goldens pictures clean

help:
	@echo "make demo      play a small campaign and show its ledger"
	@echo "make test      run lint, type checks, tests, and the wheel in a clean environment"
	@echo "make test-all  make test with coverage, then every page in a real browser and every supported Python"
	@echo "make bench     measure how commands start, and exact odds"
	@echo "make browser   check every page in a real browser, on screen and on paper"
	@echo "make goldens   update the expected documents in tests/goldens"
	@echo "make pictures  update the pictures in the README"
	@echo "make clean     remove everything that was built"

# The demo refuses a folder that isn't empty, so the old one is removed first.
demo: .venv/installed
	@$(PYTHON) -c "import shutil; shutil.rmtree('.demo', ignore_errors=True)"
	@$(BIN)/campaign demo .demo

# Coverage doubles the time of the tests. If one call asks for both, the tests run once, with coverage.
TESTS := $(if $(filter test-all,$(MAKECMDGOALS)),coverage,tests)

test: lint types $(TESTS) wheel

# Beyond make test: coverage, a real browser and every other Python. Simple faults show first.
test-all: test browser
	$(BIN)/python tests/all_pythons.py --tested-already

# How long commands take and what they load, and how long exact odds take; nothing passes or fails.
bench: .venv/dev
	$(BIN)/python -m tests.benchmarks.commands
	$(BIN)/python -m tests.benchmarks.odds

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

tests: .venv/dev
	$(BIN)/python -m pytest -n auto --ignore=tests/browser

# The ledger holds what players can't get back, so every branch of its code is tested.
coverage: .venv/dev
	$(BIN)/python -m pytest -n auto --ignore=tests/browser --cov --cov-report= --cov-fail-under=0
	$(BIN)/coverage report
	$(BIN)/coverage report --include="campaign/ledger/*" --fail-under=100

# Needs Chromium, Chrome or Edge, Java and npm. Anything missing is reported, and fails the run under CI=true.
browser: .venv/browser/installed
	$(BIN)/python -m pytest -n auto tests/browser

wheel: .venv/dev
	$(BIN)/python tests/wheel_check.py

goldens: .venv/dev
	$(BIN)/python -m pytest -n auto --ignore=tests/browser --update-goldens

pictures: .venv/browser/installed
	$(BIN)/python -m tests.pictures

clean:
	@$(PYTHON) tests/all_pythons.py --clean

# Empty files in .venv record what is installed there; a change to pyproject.toml reinstalls it.
.venv/made:
	@$(PYTHON) -c "import sys; sys.version_info >= (3, 11) or sys.exit('This needs Python 3.11 or newer. Choose one with PYTHON=...')"
	$(PYTHON) -m venv .venv
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

.venv/installed: .venv/made pyproject.toml campaign/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

.venv/dev: .venv/made pyproject.toml campaign/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch(); pathlib.Path('.venv/installed').touch()"

.venv/browser/installed: .venv/dev Makefile
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[browser]"
	npm install --prefix .venv/browser --silent --no-audit --no-fund --ignore-scripts $(PAGE_CHECKERS) && $(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()" || echo "npm could not install $(PAGE_CHECKERS)."
