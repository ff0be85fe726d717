# doxa: `make demo` shows it, `make test` tests it, `make help` lists the rest. Needs Python 3.11 or newer and make.
#
# PYTHON names the interpreter. With plain `python3` the environment is .venv; any other PYTHON has its own, named after
# its version: `make test PYTHON=python3.12` works in .venv-3.12. VENV=folder overrides that.

PYTHON ?= python3
DATA ?= ../shared/data
PYTEST_ARGS ?=

VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)
MINOR := $(basename $(VERSION))
VENV ?= .venv$(if $(filter-out python3,$(PYTHON)),-$(MINOR))
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Each stamp stands for a finished step and is made again when what it depends on is newer.
MADE := $(VENV)/made-$(VERSION)
BASE := $(VENV)/base
DEV := $(VENV)/dev

BENCHES := graph belief precision recall write dream serve code
SOURCES := src tests scripts benchmarks docs README.md AGENTS.md CHANGELOG.md Makefile pyproject.toml .ci

.PHONY: help install demo test mutations lint lint-style lint-types lint-imports lint-spelling format docs constraints bench clean
.DEFAULT_GOAL := install

help:
	@echo 'make               install doxa and what its tests need into $(VENV)'
	@echo 'make demo          install doxa alone and watch it remember two conversations'
	@echo 'make test          run the tests            PYTEST_ARGS="-k name" picks some'
	@echo 'make mutations     plant the known faults of belief and show that the tests catch each'
	@echo 'make lint          check style, types, imports and spelling'
	@echo 'make format        lay out the code'
	@echo 'make bench         run every benchmark      bench-graph runs one; DATA=folder holds the data, HISTORIES=folder those of code'
	@echo 'make docs          write the generated pages again'
	@echo 'make constraints   choose the newest allowed versions of every dependency again'
	@echo 'make clean         remove environments and caches'

install: $(DEV)

demo: $(BASE)
	$(BIN)/python -m doxa demo

test: $(DEV)
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal $(PYTEST_ARGS)

mutations: $(DEV)
	$(BIN)/python tests/belief/mutations.py

lint: lint-style lint-types lint-imports lint-spelling

lint-style: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-types: $(DEV)
	$(BIN)/mypy

lint-imports: $(DEV)
	$(BIN)/lint-imports --no-cache

lint-spelling: $(DEV)
	$(BIN)/codespell $(wildcard $(SOURCES))

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DEV)
	$(BIN)/python scripts/generate_docs.py

bench: $(foreach name,$(BENCHES),$(if $(wildcard benchmarks/$(name).py),bench-$(name)))

bench-%: $(DEV)
	@test -f benchmarks/$*.py || { echo 'There is no benchmark benchmarks/$*.py.' >&2; exit 1; }
	DATA='$(DATA)' HISTORIES='$(HISTORIES)' $(BIN)/python benchmarks/$*.py

# One file for every Python and platform: uv resolves for all of them at once.
constraints: $(DEV)
	$(PIP) install uv
	@echo '# Exact versions for every supported Python and platform. Written by `make constraints`.' > constraints.new
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --all-extras --group build --group dev \
		--upgrade --no-header --no-emit-index-url --quiet >> constraints.new
	mv constraints.new constraints.txt

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo \
		'doxa needs Python 3.11 or newer, and $(PYTHON) is $(or $(VERSION),not to be found).' >&2; echo \
		'Install a newer one and name it, for example: $(strip make $(MAKECMDGOALS)) PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo \
		'$(PYTHON) cannot make environments: its ensurepip is missing.' >&2; echo \
		'Install the package python3-venv (Debian and Ubuntu: apt install python3-venv), then run make again.' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(BASE): $(MADE) pyproject.toml constraints.txt
	$(PIP) install --upgrade pip --constraint constraints.txt
	$(PIP) install --editable . --constraint constraints.txt --build-constraint constraints.txt
	@touch $@

$(DEV): $(BASE)
	$(PIP) install --group dev --constraint constraints.txt
	@touch $@

clean:
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
