# `just` before a commit, `just ci` before a release; `just --list` shows the rest.
# Everything runs in the active virtual environment: pip install -e ".[dev,docs]"

# Format, lint, types, unit tests: no server, no network
default: format lint types unit

# Bring the code into form
format:
    ruff format .

# Rules of ruff, that the code is in form, and which room imports which
lint:
    ruff check .
    ruff format --check .
    lint-imports --no-cache

# Types, strict
types:
    mypy

# Tests that need nothing outside their process
unit *options:
    pytest tests/unit {{ options }}

# Tests against a real Neo4j, which they start
integration *options:
    pytest tests/integration {{ options }}

# The same against the long-term version, with the upgrade from it
long-term *options:
    KGPLATFORM_NEO4J_VERSION=5.26.30 pytest tests/integration {{ options }}

# Build the pages into site/; a broken link is an error
docs:
    NO_MKDOCS_2_WARNING=1 mkdocs build --strict

# Serve the pages on the loopback, built again at each change
docs-serve:
    NO_MKDOCS_2_WARNING=1 mkdocs serve --dev-addr 127.0.0.1:8000

# Licences of what is needed, and known vulnerabilities in what is locked
audit: licences vulnerabilities

# Licences of what is needed at run time
licences:
    python scripts/licences.py --check

# Known vulnerabilities in what is locked
vulnerabilities:
    python scripts/audit.py

# Train the recogniser's head on DATA, with what it keeps on the way in FOLDER (extra train)
train-entities data folder *options:
    python scripts/train_entities.py {{ data }} {{ folder }} {{ options }}

# Train the reading heads on DATA, with what is kept on the way in FOLDER (extra train)
train-heads data folder *options:
    python scripts/train_heads.py {{ data }} {{ folder }} {{ options }}

# Fit how spans are ranked and when there is no answer, after the heads were trained
fit-reader data *options:
    python scripts/fit_reader.py {{ data }} {{ options }}

# What needs no server and changes nothing; CI calls it
check: lint types licences docs

# What decides whether a change is taken: a new environment, then all of the above
ci:
    bash .ci/run
