# `make demo` and `make test` need only python3 (3.11 or newer, with venv) and make.
# PYTHON=python3.12 chooses another Python.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

.PHONY: help demo test test-all lint types tests wheel goldens clean

help:
	@echo "make demo      play a small campaign and show its ledger"
	@echo "make test      lint, types, tests with coverage, and the wheel in a clean environment"
	@echo "make test-all  the same, then the tests under every supported Python"
	@echo "make goldens   write the expected documents in tests/goldens anew"
	@echo "make clean     remove all that was built"

# The recorded campaign is made anew each time: the demo refuses a folder that is not empty.
demo: .venv/installed
	@$(PYTHON) -c "import shutil; shutil.rmtree('.demo', ignore_errors=True)"
	@$(BIN)/campaign demo .demo

test: lint types tests wheel

# Beyond make test: every other Python. test comes first, so that plain faults are seen early.
test-all: test
	$(BIN)/python tests/all_pythons.py --tested-already

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

# The ledger and its fold hold what players can't get back: every branch of theirs is tested.
tests: .venv/dev
	$(BIN)/python -m pytest -n auto --cov --cov-report= --cov-fail-under=0
	$(BIN)/coverage report
	$(BIN)/coverage report --include="campaign/ledger/*" --fail-under=100

wheel: .venv/dev
	$(BIN)/python tests/wheel_check.py

goldens: .venv/dev
	$(BIN)/python -m pytest -n auto --update-goldens

clean:
	@$(PYTHON) tests/all_pythons.py --clean

# Empty files in .venv say what is installed there; a change of pyproject.toml installs anew.
.venv/made:
	@$(PYTHON) -c "import sys; sys.version_info >= (3, 11) or sys.exit('This needs Python 3.11 or newer: name one with PYTHON=...')"
	$(PYTHON) -m venv .venv
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

.venv/installed: .venv/made pyproject.toml campaign/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

.venv/dev: .venv/made pyproject.toml campaign/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch(); pathlib.Path('.venv/installed').touch()"
