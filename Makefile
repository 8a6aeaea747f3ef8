# Every target sets up what it needs by itself: Python 3.11 or newer and make are enough.
# Options go through ARGS, as in: make run ARGS="--port 9000"

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
PEERS := bench/server
QUICK := tests/js tests/rules --ignore-glob='*/test_playthroughs.py' \
	$(patsubst %,tests/web/test_%.py,addresses boxes doors fair_dice languages protocol qr solo table_socket)

.DEFAULT_GOAL := help
.PHONY: help run test check lint format messages pictures bench bench-server clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/run.stamp ## Open a table: starts the server and shows the address for the phones
	@$(BIN)/python manage.py serve $(ARGS)

# All of them side by side, and counted; what ARGS names runs by itself.
test: $(VENV)/dev.stamp ## Run all tests, or those in ARGS
ifeq ($(ARGS),)
	rm -rf .coverage
	CHANCEIT_SCRIPT_COVERAGE=$(CURDIR)/.coverage/scripts $(BIN)/python -m coverage run -m pytest -n auto --dist worksteal
	$(BIN)/python -m tests.coverage
else
	$(BIN)/python -m pytest $(ARGS)
endif

check: lint ## Before each commit: lint and the quick tests, in under a minute
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(QUICK)

lint: $(VENV)/dev.stamp ## Check style, types and who may import whom
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python $(BIN)/lint-imports --no-logo
	$(BIN)/python -m tests.js.tools

format: $(VENV)/dev.stamp ## Put the code into the usual style
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

messages: $(VENV)/run.stamp ## Collect the texts to translate, and compile the translations (needs gettext)
	$(BIN)/python manage.py makemessages --all --no-obsolete --add-location file --ignore $(VENV) --ignore tests --ignore bench
	$(BIN)/python manage.py compilemessages --ignore $(VENV) --ignore bench

bench: $(VENV)/run.stamp ## Measure the speed of the rules of both games
	$(BIN)/python -m bench.chance_it $(ARGS)
	$(BIN)/python -m bench.second_chance

bench-server: $(VENV)/run.stamp $(PEERS)/node_modules/.stamp $(PEERS)/venv/.stamp ## Measure the server beside others (12 minutes; needs Linux, Node.js and npm)
	@cd $(PEERS) && node run.js $(ARGS)

pictures: $(VENV)/dev.stamp ## Make pictures of all screens, to look at (needs Chromium)
	$(BIN)/python -m tests.browser.pictures $(ARGS)

clean: ## Remove what the other targets made, except the tables in data/
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .coverage .hypothesis .import_linter_cache tests/js/node_modules $(PEERS)/node_modules $(PEERS)/venv

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' was not found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)."; \
		echo "If a newer one is installed, name it: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV), once ..."
	@$(PYTHON) -m venv --clear $(VENV)

# A stamp is newer than the requirements it stands for: nothing is installed when nothing changed.
$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements.txt requirements-dev.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $(VENV)/run.stamp $@

# The servers that ours is measured beside, see bench/server/README.md
$(PEERS)/node_modules/.stamp: $(PEERS)/package.json
	@command -v taskset >/dev/null || { echo "This needs Linux and its 'taskset', which keeps server and load on cores of their own."; exit 1; }
	@{ command -v node && command -v npm; } >/dev/null || { \
		echo "Node.js 20 or newer and npm are needed for the load and for the servers to compare with; 'node' or 'npm' was not found."; \
		echo "On Debian and Ubuntu: sudo apt install nodejs npm"; exit 1; }
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { \
		echo "Node.js 20 or newer is needed; 'node' is $$(node --version)."; exit 1; }
	@echo "Installing the servers to compare with, once ..."
	@cd $(PEERS) && npm install --loglevel error --no-progress >/dev/null
	@touch $@

$(PEERS)/venv/.stamp: $(PEERS)/requirements.txt | $(BIN)/python
	@$(PYTHON) -m venv --clear $(PEERS)/venv
	@$(PEERS)/venv/bin/python -m pip install --quiet --disable-pip-version-check -r $(PEERS)/requirements.txt
	@touch $@
