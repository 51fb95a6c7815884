# The commands of the project. Each sets up what it needs first; a second run touches no network.
#
#   make play    a game in the browser           make bench   how fast it is
#   make test    every check and test            make soak    the long, random tests
#   make docs    the site, into site/            make lock    renew the requirement files
#   make client  build the browser's part        make clean   remove what was built
#   make playthroughs   record the games of captains anew that tests compare with
#   make rulebook       play the worked examples of the rulebooks anew

PYTHON ?= python3
# Half of the tests' time is waiting, for a browser, a server or a database: so twice as many workers as cores.
JOBS ?= 4

VENV := .venv
BIN := $(VENV)/bin
BENCH_VENV := .venv-bench
MODULES := web/node_modules
CLIENT := src/barents/server/static/index.html
CLIENT_SOURCES := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/barents/atlas/maps/*.json)
# npm's own script looks `node` up on the path.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
INSTALL := -m pip install --quiet --disable-pip-version-check
COMPILE := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --no-config --quiet --upgrade \
	--universal --python-version 3.11 --generate-hashes --no-emit-index-url

heading = @printf '\n== %s\n' "$(1)"

.PHONY: help play test checks lint types imports client check-client tests docs playthroughs rulebook bench soak lock clean
.DELETE_ON_ERROR:
# What is set up is set up one thing after the other; only checks that find it done run side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
# Tests start dozens of processes: without bytecode each of them would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

help:
	@sed -n '/^#   make/s/^# *//p' Makefile

play: $(VENV)/.run-stamp $(VENV)/.package-stamp $(CLIENT)
	@$(BIN)/barents serve --open

test: checks tests

checks: $(VENV)/.dev-stamp $(VENV)/.package-stamp $(CLIENT)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target SIDE_BY_SIDE=yes types check-client lint imports docs

lint: $(VENV)/.dev-stamp
	$(call heading,Style)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: $(VENV)/.dev-stamp
	$(call heading,Types)
	@$(BIN)/mypy --strict

imports: $(VENV)/.dev-stamp $(VENV)/.package-stamp
	$(call heading,Which room may know which)
	@$(BIN)/lint-imports

client: $(CLIENT)

check-client: $(CLIENT)
	$(call heading,The browser client)
	@$(NPM) run --silent check
	@$(NPM) run --silent test

docs: $(VENV)/.dev-stamp
	$(call heading,Documentation)
	@$(BIN)/zensical build --clean --strict

tests: $(VENV)/.dev-stamp $(VENV)/.package-stamp $(VENV)/.browser-stamp $(VENV)/.postgresql-stamp $(CLIENT)
	$(call heading,Tests)
	@HYPOTHESIS_PROFILE=fixed $(BIN)/pytest -n $(JOBS) --dist worksteal

playthroughs: $(VENV)/.dev-stamp $(VENV)/.package-stamp
	@$(BIN)/python -m tools.playthroughs $(ARGS)

rulebook: $(VENV)/.dev-stamp $(VENV)/.package-stamp
	@$(BIN)/python -m tools.rulebook $(ARGS)

bench: $(BENCH_VENV)/.stamp $(VENV)/.browser-stamp $(VENV)/.postgresql-stamp $(CLIENT)
	@$(BENCH_VENV)/bin/python -m tools.bench $(ARGS)

# Tests with fresh random examples and a hundred killed servers, five minutes each of the fuzzer, of the fuzzer at real
# servers and of twin worlds, the mutation check of the rule ledger, the players' strength, and whatever is known against
# the packages that Barents needs.
soak: $(VENV)/.dev-stamp $(VENV)/.package-stamp $(VENV)/.browser-stamp $(VENV)/.postgresql-stamp $(CLIENT)
	$(call heading,Tests on random examples)
	@HYPOTHESIS_PROFILE=wild BARENTS_KILLS=100 $(BIN)/pytest -n $(JOBS)
	$(call heading,Does anything break?)
	@$(BIN)/python -m tools.fuzz --minutes 5
	@$(BIN)/python -m tools.fuzz --minutes 5 --server
	@$(BIN)/python -m tools.twins --minutes 5
	$(call heading,Does each rule's test notice when the rule is broken?)
	@$(BIN)/python -m tools.mutate
	$(call heading,Does the captain beat random play?)
	@for game in $$($(BIN)/barents games | sed -n 's/^\([a-z_]*\):.*/\1/p'); do \
		case $$game in arctic_campaign) months="--option convoy_phase=quick";; *) months=;; esac; \
		$(BIN)/barents ladder $$game all --players captain,random --deals 200 --least 0.95 $$months || exit 1; \
	done
	$(call heading,Is a weakness known in what Barents depends on?)
	@$(BIN)/python -m tools.audit

# dev comes first and the others are held to it, so that one environment can serve all.
lock: $(VENV)/.dev-stamp
	$(COMPILE) --extra dev --extra lab --extra postgres --extra env --extra openspiel --extra mcp pyproject.toml requirements/build.in -o requirements/dev.txt
	$(COMPILE) -c requirements/dev.txt pyproject.toml requirements/build.in -o requirements/run.txt
	$(COMPILE) -c requirements/dev.txt --extra postgres pyproject.toml requirements/build.in requirements/bench.in \
		-o requirements/bench.txt

clean:
	rm -rf $(VENV) $(BENCH_VENV) $(MODULES) $(dir $(CLIENT)) build dist site .cache .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up, by stamps: one for each environment, one for each list of requirements, one for Barents itself.

$(VENV)/.made-stamp $(BENCH_VENV)/.made-stamp:
	@tools/setup/venv.sh "$(PYTHON)" $(@D)
	@touch $@

$(VENV)/.run-stamp: requirements/run.txt | $(VENV)/.made-stamp
	@echo "Setting up what Barents needs to run"
	@$(BIN)/python $(INSTALL) --require-hashes -r $<
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt | $(VENV)/.made-stamp
	@echo "Setting up what Barents needs to be checked and tested"
	@$(BIN)/python $(INSTALL) --require-hashes -r $<
	@touch $@

# hatchling comes with either list; whichever was asked for is installed before this.
$(VENV)/.package-stamp: pyproject.toml
	@$(BIN)/python $(INSTALL) --no-index --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.browser-stamp: | $(VENV)/.made-stamp
	@tools/setup/need.sh chromium command -v chromium
	@touch $@

# Debian keeps its programs off the path.
$(VENV)/.postgresql-stamp: | $(VENV)/.made-stamp
	@tools/setup/need.sh postgresql sh -c 'command -v initdb || ls /usr/lib/postgresql/*/bin/initdb'
	@touch $@

# node comes with either list of requirements, as hatchling does. Not `npm ci`: it refuses a lock without the bundler's
# optional parts for other systems, and a lock made where those cannot be fetched has none; the pins are kept all the same.
$(MODULES)/.stamp: web/package.json web/package-lock.json web/.npmrc
	@test -x $(BIN)/npm || $(MAKE) --no-print-directory $(VENV)/.run-stamp
	@echo "Setting up what the browser client is built from"
	@$(NPM) install --no-save --silent
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) | $(MODULES)/.stamp
	@echo "Building the browser client"
	@$(NPM) run --silent build

$(BENCH_VENV)/.stamp: requirements/bench.txt pyproject.toml | $(BENCH_VENV)/.made-stamp
	@echo "Setting up what Barents is measured against"
	@$(BENCH_VENV)/bin/python $(INSTALL) --require-hashes -r $<
	@$(BENCH_VENV)/bin/python $(INSTALL) --no-index --no-deps --no-build-isolation --editable .
	@touch $@
