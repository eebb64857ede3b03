# The two commands of the README are `make gates` and `make test`; the rest is here for those who work on memassets.
PYTHON ?= python3
STATE := $(CURDIR)/.memassets
BIN := $(CURDIR)/.venv/bin
export DAGSTER_HOME := $(STATE)/home
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: install home gates test test-system ui demo bench lock lint clean

.venv/installed: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13) and "memassets needs Python 3.11 to 3.13: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet uv==0.13.9
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

install: .venv/installed

$(DAGSTER_HOME)/dagster.yaml: dagster.yaml
	mkdir -p $(DAGSTER_HOME)
	cp dagster.yaml $@

home: $(DAGSTER_HOME)/dagster.yaml

# Every gate and the sample vault through Dagster; the log is long, so it goes to a file and the verdicts to the screen.
gates: install home
	@status=0; $(BIN)/dagster asset materialize --select '*' -m memassets.definitions > $(STATE)/gates.log 2>&1 || status=$$?; \
	$(BIN)/memassets status --human || exit $$?; \
	if [ $$status -ne 0 ]; then grep -E 'ERROR|ASSET_CHECK_EVALUATION.*did not pass' $(STATE)/gates.log | tail -20; \
	echo "The run failed: $(STATE)/gates.log"; exit $$status; fi

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: install lint
	$(BIN)/python -m pytest -q -m 'not system' -n 2

test-system: install
	$(BIN)/python -m pytest -q -m system -n 2 --dist loadfile

ui: install home
	$(BIN)/dagster dev --host 127.0.0.1

# A curation of the sample vault in a folder of its own: what is admitted, folded, kept and refused, and why.
demo: install
	@rm -rf $(STATE)/demo
	@$(BIN)/memassets init $(STATE)/demo --sample --human
	@env -u DAGSTER_HOME $(BIN)/memassets merge --vault $(STATE)/demo --human
	@env -u DAGSTER_HOME $(BIN)/memassets verify --vault $(STATE)/demo --human
	@echo "The vault is $(STATE)/demo."

bench: install
	$(BIN)/uv pip install --quiet --python $(BIN)/python 'bm25s==0.3.9' 'rank-bm25==0.2.2'
	$(BIN)/python -m bench.read
	$(BIN)/uv pip install --quiet --python $(BIN)/python 'datasketch==2.0.0' 'rensa==0.5.0'
	$(BIN)/python -m bench.guard
	$(BIN)/python -m bench.write
	$(BIN)/python -m bench.merge
	$(BIN)/python -m bench.formats
	$(BIN)/uv pip install --quiet --python $(BIN)/python 'faiss-cpu==1.15.1'
	$(BIN)/python -m bench.store

lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links -o requirements.txt

clean:
	rm -rf .venv .memassets
