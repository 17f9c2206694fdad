# `make demo` and `make test` need only python3 (3.11 or newer, with venv) and make.
# PYTHON=python3.12 chooses another Python.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

# What looks at pages in tests/browser, for npm to install.
PAGE_CHECKERS := axe-core@4.14.1 vnu-jar@26.9.27

.PHONY: help demo test test-all lint types tests coverage browser wheel goldens pictures clean

help:
	@echo "make demo      play a small campaign and show its ledger"
	@echo "make test      lint, types, tests, and the wheel in a clean environment"
	@echo "make test-all  the same with coverage, every page in a real browser, and the tests under every supported Python"
	@echo "make browser   every page in a real browser, on screens and on paper"
	@echo "make goldens   write the expected documents in tests/goldens anew"
	@echo "make pictures  print the pictures of the README anew"
	@echo "make clean     remove all that was built"

# The recorded campaign is made anew each time: the demo refuses a folder that is not empty.
demo: .venv/installed
	@$(PYTHON) -c "import shutil; shutil.rmtree('.demo', ignore_errors=True)"
	@$(BIN)/campaign demo .demo

# Coverage doubles the time of the tests. Where both are asked for in one call, they run once, with coverage.
TESTS := $(if $(filter test-all,$(MAKECMDGOALS)),coverage,tests)

test: lint types $(TESTS) wheel

# Beyond make test: coverage, a real browser, and every other Python. Plain faults are seen first.
test-all: test browser
	$(BIN)/python tests/all_pythons.py --tested-already

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

tests: .venv/dev
	$(BIN)/python -m pytest -n auto --ignore=tests/browser

# The ledger and its fold hold what players can't get back: every branch of theirs is tested.
coverage: .venv/dev
	$(BIN)/python -m pytest -n auto --ignore=tests/browser --cov --cov-report= --cov-fail-under=0
	$(BIN)/coverage report
	$(BIN)/coverage report --include="campaign/ledger/*" --fail-under=100

# It needs Chromium, Chrome or Edge, and Java and npm: what is missing is told, and fails under CI=true.
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

.venv/browser/installed: .venv/dev Makefile
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[browser]"
	npm install --prefix .venv/browser --silent --no-audit --no-fund --ignore-scripts $(PAGE_CHECKERS) && $(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()" || echo "npm could not install $(PAGE_CHECKERS)."
