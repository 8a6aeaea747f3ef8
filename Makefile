# Every target sets up what it needs by itself: Python 3.11 or newer and make are enough. To open a table, make is not
# needed: start.py does it, and `make run` calls that.
# Options go through ARGS, as in: make run ARGS="--port 9000"

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
PEERS := bench/server
QUICK := tests/js tests/rules --ignore-glob='*/test_playthroughs.py' \
	$(patsubst %,tests/web/test_%.py,addresses boxes doors fair_dice languages protocol qr solo table_socket)

.DEFAULT_GOAL := help
.PHONY: help run test test-engines check lint format messages wheel pictures bench bench-chances bench-best-reply train train-room bench-server bench-phone clean environment

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Open a table: starts the server and shows the address for the phones
	@$(PYTHON) start.py $(ARGS)

# All of them side by side, and counted; what ARGS names runs by itself.
test: $(VENV)/dev.stamp ## Run all tests, or those in ARGS
ifeq ($(ARGS),)
	rm -rf .coverage
	CHANCEIT_SCRIPT_COVERAGE=$(CURDIR)/.coverage/scripts $(BIN)/python -m coverage run -m pytest -n auto --maxschedchunk 1
	$(BIN)/python -m tests.coverage
else
	$(BIN)/python -m pytest $(ARGS)
endif

test-engines: $(VENV)/dev.stamp ## Play in WebKit and Firefox (needs webkit2gtk-driver, xvfb and firefox-esr)
	$(BIN)/python -m pytest tests/engines $(ARGS)

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

messages: environment ## Collect the texts to translate, and compile the translations (needs gettext)
	$(BIN)/python manage.py makemessages --all --no-obsolete --add-location file --ignore $(VENV) --ignore tests --ignore bench
	$(BIN)/python manage.py compilemessages --ignore $(VENV) --ignore bench

wheel: $(VENV)/dev.stamp ## Pack the program into dist/, for pip, pipx and uv
	$(BIN)/python -m build --no-isolation

bench: $(VENV)/dev.stamp ## Measure the speed of the rules of both games, and of the pages that look back
	$(BIN)/python -m bench.chance_it $(ARGS)
	$(BIN)/python -m bench.second_chance
	$(BIN)/python -m bench.evenings

bench-players: environment ## Measure how good the computer players are
	$(BIN)/python -m bench.players $(ARGS)

train: $(VENV)/dev.stamp ## Have the expert of Chance It learn anew what a table is worth, from games
	$(BIN)/python -m bench.train $(ARGS)

train-room: $(VENV)/dev.stamp ## Have the expert of Second Chance learn anew what empty squares are worth, from games
	$(BIN)/python -m bench.train_room $(ARGS)

bench-chances: $(VENV)/dev.stamp ## Measure whether the chances are true that the expert of Chance It names
	$(BIN)/python -m bench.calibration $(ARGS)

bench-best-reply: $(VENV)/dev.stamp ## Measure how far the expert of Chance It can be exploited (hours)
	$(BIN)/python -m bench.best_reply $(ARGS)

bench-server: environment $(PEERS)/node_modules/.stamp $(PEERS)/venv/.stamp ## Measure the server beside others (12 minutes; needs Linux, Node.js and npm)
	@cd $(PEERS) && node run.js $(ARGS)

bench-phone: $(VENV)/dev.stamp ## Measure the pages on a slow phone in a poor Wi-Fi (4 minutes; needs Chromium)
	$(BIN)/python -m bench.phone $(ARGS)

pictures: $(VENV)/dev.stamp ## Make pictures of all screens, to look at (needs Chromium)
	$(BIN)/python -m tests.browser.pictures $(ARGS)

clean: ## Remove what the other targets made, except the tables in data/
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .coverage .hypothesis .import_linter_cache tests/js/node_modules $(PEERS)/node_modules $(PEERS)/venv

environment:
	@$(PYTHON) start.py --only-set-up

# A stamp is newer than the requirements it stands for: nothing is installed when nothing changed.
$(VENV)/dev.stamp: requirements.txt requirements-dev.txt | environment
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

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

$(PEERS)/venv/.stamp: $(PEERS)/requirements.txt | environment
	@$(PYTHON) -m venv --clear $(PEERS)/venv
	@$(PEERS)/venv/bin/python -m pip install --quiet --disable-pip-version-check -r $(PEERS)/requirements.txt
	@touch $@
