# Facedown. `make run` starts the server, `make test` checks everything; each prepares what it needs, once.

PYTHON ?= python3
PEERS ?=
PART ?=
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# The scripts of an environment name its folder: where the project was moved, it is made anew.
ifneq ($(shell cat $(READY) 2>/dev/null || pwd),$(shell pwd))
$(shell rm -rf $(VENV))
endif

.PHONY: run test lint bench soak strength setup setup-test lock messages fonts pictures peers clean
.DELETE_ON_ERROR:

## run          start the server; ARGS="--port 9000" is handed on
run: setup
	@exec $(BIN)/facedown serve $(ARGS)

## test         every check; PART=lint, types, layers, tests or browsers runs one of them, ARGS goes to pytest
test: $(if $(filter lint types layers,$(PART)),setup,setup-test)
	@$(BIN)/python tests/run_all.py $(PART) $(if $(ARGS),-- $(ARGS))

## lint         style, types and layers
lint: setup
	@$(BIN)/python tests/run_all.py lint types layers

## bench        the figures of speed, one JSON line each
bench: setup
	@PYTHONPATH=. $(BIN)/python bench/run.py $(ARGS)

## soak         the long runs
soak: setup-test
	@$(BIN)/pytest -m soak $(ARGS) tests

## strength     how well the bots play
strength: setup
	@$(BIN)/pytest -m strength -s $(ARGS) tests

## setup        a virtual environment with the pinned packages; done again only when they change
setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
		echo "Facedown needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Facedown needs Python 3.11 or newer, and \
	$(PYTHON) is %d.%d: name another one with PYTHON=python3.12." % sys.version_info[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv module is missing: install it first (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m uv --version >/dev/null 2>&1 || { echo "Preparing $(VENV) (once) ..." && \
		$(PYTHON) -m venv --clear $(VENV) && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock uv; }
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@pwd > $@

## setup-test   what the tests need beyond that: Chromium and PostgreSQL
setup-test: setup
	@tests/system_packages.sh

## lock         pin the packages that pyproject.toml asks for; ARGS=--upgrade takes the newest of each
lock: setup
	@$(BIN)/uv pip compile --quiet --universal --all-extras --group dev --custom-compile-command "make lock" \
		pyproject.toml -o requirements.lock $(ARGS)

## messages     bring the catalogues of languages up to date with what is said in the sources
messages: setup
	@PYTHONPATH=. $(BIN)/python -m tests.messages

## fonts        fetch the faces of the pages (needs npm); without them the pages use what the system has
fonts:
	@./fonts.sh

## pictures     pictures of every page and state into docs/pictures; ARGS="shelf --to /tmp/x" takes some of them elsewhere
pictures: setup-test
	@PYTHONPATH=. $(BIN)/python -m tests.pictures $(ARGS)

## peers        copy the programs of other engines from PEERS=<folder> to .peers and prepare them for `make bench`
peers:
	@test -x "$(PEERS)/setup.sh" || { \
		echo "Name the folder of the peers' programs, the one with setup.sh: make peers PEERS=<folder>" >&2; exit 1; }
	@rm -rf .peers && mkdir .peers && cp -R "$(PEERS)/." .peers/ && chmod -R u+w .peers
	@.peers/setup.sh

## clean        remove everything that was made here, the peers too
clean:
	@rm -rf $(VENV) .peers .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
