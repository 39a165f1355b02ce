# Each target makes the virtual environment it needs; nothing has to be installed by hand but
# Python 3.11 or later and make. Works with GNU make 3.81 (macOS) and later.

VENV = .venv
BIN = $(VENV)/bin
# make play LAN=1 lets phones of the same network in.
LAN =
# The encounter that `make terminal` seats you at: make terminal DEMO=my-encounter.toml. Without a
# terminal (in a pipe, in continuous integration) the fight is told instead.
DEMO =
# Tests run in this many processes.
JOBS = 2

.DEFAULT_GOAL := help
.PHONY: help play terminal test check bench soak chaos mutants clean

help:
	@echo "make play      open the table in the browser and print its link (LAN=1: phones, too)"
	@echo "make terminal  play in the terminal, on with an open fight (DEMO=file.toml: one of yours)"
	@echo "make test      run the tests"
	@echo "make check     style, types and the walls between the packages"
	@echo "make bench     measure speed, as ratios against references"
	@echo "make soak      10,000 random fights of each encounter on all cores (hours)"
	@echo "make chaos     kill players and servers, race for answers, look for what was lost (long)"
	@echo "make mutants   break rules on purpose and see which tests notice (hours; SYSTEMS=trade.mixed)"
	@echo "make clean     remove what the other targets made"

$(VENV)/.installed-run: pyproject.toml constraints.txt
	@sh tools/bootstrap.sh $(VENV) run

$(VENV)/.installed-dev: pyproject.toml constraints.txt
	@sh tools/bootstrap.sh $(VENV) dev

play: $(VENV)/.installed-run
	$(BIN)/affray serve $(if $(LAN),--lan)

terminal: $(VENV)/.installed-run
	$(BIN)/affray play $(DEMO)

test: $(VENV)/.installed-dev
	@sh tools/browser.sh
	$(BIN)/python -m pytest -n $(JOBS)

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

soak: $(VENV)/.installed-dev
	$(BIN)/python -m affray.testing.soak --jobs -1

chaos: $(VENV)/.installed-dev
	$(BIN)/python -m affray.testing.chaos
	AFFRAY_RACES=1000 AFFRAY_KILLS=200 $(BIN)/python -m pytest -q -s -p no:cacheprovider \
	  tests/web/test_crowds.py -k "first_wins or killed"

mutants: $(VENV)/.installed-dev
	$(BIN)/python tools/mutants.py $(SYSTEMS)

clean:
	rm -rf $(VENV) build dist mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf .import_linter_cache .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
