# Every target sets up .venv by itself: nothing but git, make and a Python >= 3.12 has to be there.
VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && echo $$python && break; done)
UV := $(shell uv --version >/dev/null 2>&1 && echo uv)

.PHONY: demo test check docs calibration benchmarks lock clean

demo: $(VENV)/ready
	$(BIN)/bayesrank rank bayesrank/datasets/livecodebench_counts.csv --top 15

test: $(VENV)/ready
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/ready docs
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

docs: $(VENV)/ready
	$(BIN)/sphinx-build -W --keep-going -q docs build/docs

calibration: $(VENV)/ready
	$(BIN)/python -m pytest -m calibration --no-cov

benchmarks: $(VENV)/ready
	$(BIN)/python benchmarks/read_and_rank.py
	$(BIN)/python benchmarks/programs.py
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/kemeny.py
	$(BIN)/python benchmarks/rank_confidence.py
	$(BIN)/python benchmarks/swiss.py

# One lock file for every platform and Python, with hashes, that pip and uv both install from.
lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.12 \
		--generate-hashes --no-emit-index-url --no-header -q -o requirements.lock

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .coverage

$(VENV)/ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "bayesrank needs Python >= 3.12 on the PATH; found none. Install one, then run make again." >&2; exit 1; }
ifeq ($(UV),uv)
	uv venv --quiet --clear --no-project --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
	VIRTUAL_ENV=$(CURDIR)/$(VENV) uv pip install --quiet --require-hashes -r requirements.lock
	VIRTUAL_ENV=$(CURDIR)/$(VENV) uv pip install --quiet --no-deps -e .
else
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps -e .
endif
	@touch $@
