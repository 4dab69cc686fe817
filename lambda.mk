# What only deploying needs: the template's checks, and the functions in real Lambda containers (Docker).
# Both tools get an environment of their own, since their pins differ from ours.
TOOLS := .tools
SAM := $(TOOLS)/sam/bin/sam
CHECKOV := $(TOOLS)/checkov/bin/checkov
ARCHITECTURE := $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x86_64)
LAMBDA := AWS_DEFAULT_REGION=us-east-1 SAM_CLI_TELEMETRY=0 PATH="$(CURDIR)/$(TOOLS)/sam/bin:$$PATH"

.PHONY: lambda template layers model export-check

lambda: layers  ## Every sample event through its function in a Lambda container, and the answers checked.
	tests/lambda/image.sh
	$(LAMBDA) $(BIN)/pytest -o pythonpath=tests/lambda tests/lambda

layers: install $(SAM)  ## Builds the layers for the template and measures them.
	$(LAMBDA) $(SAM) build --parameter-overrides Architecture=$(ARCHITECTURE)
	$(BIN)/pytest tests/lambda/test_sizes.py -o pythonpath=tests/lambda

template: $(SAM) $(CHECKOV)  ## The template's linters; each exception is justified beside it.
	$(LAMBDA) $(SAM) validate --lint
	$(TOOLS)/sam/bin/cfn-lint template.yaml
	$(CHECKOV) --config-file .checkov.yaml --quiet --compact

# The deployed model: `make model MODEL=intfloat/e5-small-v2`; takes torch, and reads the model hub.
EXPORTED ?= thenlper/gte-small
model: $(TOOLS)/export/bin/python
	$< layers/model/export.py $(EXPORTED) --out layers/model/build/deployed

export-check: $(TOOLS)/export/bin/python  ## Exports MiniLM from its weights and compares it with torch.
	$< -m pytest -p no:cacheprovider layers/model/check_export.py

$(TOOLS)/%: tests/lambda/%.txt
	$(PYTHON) -m venv $@
	$@/bin/pip install --disable-pip-version-check -q --require-hashes -r $<
