# What only deploying needs: the template's checks, and the functions in real Lambda containers (Docker).
# SAM, checkov and torch get environments of their own, since their pins differ from ours.
TOOLS := .tools
SAM := $(TOOLS)/sam/bin/sam
CHECKOV := $(TOOLS)/checkov/bin/checkov
TORCH := $(TOOLS)/export/bin/python
ARCHITECTURE := $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x86_64)
# SAM asks for a region even where nothing is sent to one.
AWAY := AWS_DEFAULT_REGION=us-east-1 SAM_CLI_TELEMETRY=0 PATH="$(CURDIR)/$(TOOLS)/sam/bin:$$PATH"
CONTAINERS := $(BIN)/pytest -o "pythonpath=tests/lambda ."
EXPORTED ?= thenlper/gte-small

# Required by our packages and never imported by what we use of them: tokenizers' client of the model hub, and the
# signatures of PyJWT, which supabase-py needs for logging users in.
UNUSED := huggingface-hub hf-xet fsspec filelock tqdm click cryptography cffi pycparser

.PHONY: lambda layers template lock-layers model question-side subject-side instruction-side talk-side change-side export-check

lambda: layers  ## Every sample event through its function in a Lambda container, and the answers checked.
	tests/lambda/image.sh
	$(AWAY) $(CONTAINERS) tests/lambda

layers: install $(SAM)  ## Builds the layers that the template names, and weighs them.
	$(AWAY) $(SAM) build --parameter-overrides Architecture=$(ARCHITECTURE)
	$(CONTAINERS) tests/lambda/test_sizes.py

template: $(SAM) $(CHECKOV)  ## The template through SAM's translator and three linters.
	$(AWAY) $(SAM) validate --lint
	$(TOOLS)/sam/bin/cfn-lint template.yaml
	$(CHECKOV) --config-file .checkov.yaml --quiet --compact
	PYTHONPATH=layers/knowledge:. $(TOOLS)/sam/bin/python -m pytest --confcutdir=tests/template \
		-o pythonpath=tests/template tests/template

lock-layers:  ## Pins the third-party layer to what requirements.lock, and so the tests, have.
	$(BIN)/uv pip compile layers/dependencies/requirements.in --constraint requirements.lock $(UNUSED:%=--no-emit-package %) \
		--python-version 3.13 --python-platform x86_64-manylinux_2_28 --generate-hashes --no-annotate \
		--custom-compile-command "make lock-layers" -q -o layers/dependencies/requirements.txt

model: $(TORCH)  ## Exports the model to deploy: make model EXPORTED=any/mean-pooling-model
	$(TORCH) layers/model/export.py $(EXPORTED) --out layers/model/build/deployed

# Threads that wait for each other by spinning lose most of their time where others use the machine, too.
question-side subject-side instruction-side talk-side change-side: %-side: $(TORCH)  ## Trains MiniLM's side for questions, subjects, instructions, talk or changes.
	cd layers/model && PYTHONPATH=../knowledge OMP_WAIT_POLICY=passive $(CURDIR)/$(TORCH) -m sides.$*.train

export-check: $(TORCH)  ## Exports MiniLM from its weights and compares it with torch.
	PYTHONPATH=layers/knowledge $(TORCH) -m pytest -o pythonpath=layers/model -o filterwarnings= \
		--confcutdir=layers/model layers/model/check_export.py

$(SAM): tests/lambda/sam.txt
	$(PYTHON) -m venv $(TOOLS)/sam
	$(TOOLS)/sam/bin/pip install --disable-pip-version-check -q --no-deps --require-hashes -r $<
	@touch $@

$(CHECKOV): tests/lambda/checkov.txt
	$(PYTHON) -m venv $(TOOLS)/checkov
	$(TOOLS)/checkov/bin/pip install --disable-pip-version-check -q --no-deps --require-hashes -r $<
	@touch $@

$(TORCH): layers/model/requirements-export.txt
	$(PYTHON) -m venv $(TOOLS)/export
	$(TOOLS)/export/bin/pip install --disable-pip-version-check -q -r $<
	@touch $@
