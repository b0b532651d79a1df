# Hyperrook. `make run` plays, `make test` checks everything.
# Both need only a C compiler, Rust by rustup and Node 20; cargo and npm fetch the rest, and
# `make test` installs a browser, PostgreSQL and NATS from Debian where they are missing.

CARGO ?= cargo
SHELL = /bin/bash

PYTHON_ENV = $$(scripts/python-env.sh)

.PHONY: run play build dist test postgres nats fmt lint unit docs python python-soak wheel portable loom lib-tests soak bench fuzz reports rules pictures clean web web-test api e2e chromium screenshots

# Serves the games to browsers; its first line says where. The profile `start` builds
# soonest: program and client at the same time, because the server reads the client when it
# runs. `make build` makes the fastest program, with the client inside.
run:
	@mkdir -p web/dist
	@$(MAKE) --no-print-directory --jobs 2 start web
	@$(CARGO) run --profile start --locked --quiet -p hyperrook-cli -- serve

# Opens the terminal game with its menu of games.
play: start
	@$(CARGO) run --profile start --locked --quiet -p hyperrook-cli -- play

.PHONY: start
start:
	$(CARGO) build --profile start --locked -p hyperrook-cli

build: web
	$(CARGO) build --release --locked -p hyperrook-cli

# A release as an archive in target/dist, and a check that it starts elsewhere. The
# build is the portable one: PORTABLE=no makes one for x86-64-v3, which is faster.
dist: web
ifeq ($(PORTABLE),no)
	$(CARGO) build --release --locked -p hyperrook-cli
	packaging/check-dist.sh "$$(packaging/dist.sh target/release/hyperrook target/dist $$(uname -m | sed 's/x86_64/x86_64-v3/'))"
else
	[ "$$(uname -m)" != x86_64 ] || export RUSTFLAGS="-C target-cpu=x86-64"; \
		$(CARGO) build --release --locked --target-dir target/portable -p hyperrook-cli
	packaging/check-dist.sh "$$(packaging/dist.sh target/portable/release/hyperrook target/dist)"
endif

# What must hold of every commit. One compilation lints and builds: clippy's driver
# compiles the crates of the workspace, and `cargo test --doc` renders the
# documentation from what was built for the tests. With `make lint` and `make docs`,
# which are for everyday work, every dependency is compiled a second time.
test: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
test: export CLIPPY_ARGS := -D__CLIPPY_HACKERY__warnings
# Panics still say where they come from; without the lines of backtraces everything builds sooner.
test: export CARGO_PROFILE_DEV_DEBUG := false
test: fmt postgres nats
	@# Unoptimised, the server reads the client when it runs: it is built meanwhile.
	@mkdir -p web/dist
	@$(MAKE) --no-print-directory --jobs 2 programs web-test
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory --jobs 3 doc-test-and-python e2e package

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# The tests of the store need the programs of PostgreSQL; a server is started by
# the tests, and only for them.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
		|| (apt-get update -q && apt-get install -y -q --no-install-recommends postgresql) \
		|| echo "WARNING: PostgreSQL is missing and cannot be installed; install Debian's package postgresql. Its tests are left out."

# The tests of several nodes need NATS. Debian starts it after the installation; the tests
# start their own, on other ports.
HAS_NATS = { command -v nats-server || ls /usr/sbin/nats-server; } >/dev/null 2>&1
nats:
	@$(HAS_NATS) \
		|| (apt-get update -q && apt-get install -y -q --no-install-recommends nats-server) \
		|| echo "WARNING: NATS is missing and cannot be installed; install Debian's package nats-server. Its tests are left out."

# All test programs, and the program itself.
PROGRAMS = target/test-programs
.PHONY: programs doc-test
programs:
	@mkdir -p target
	@$(CARGO) test --workspace --locked --no-run 2>&1 | tee $(PROGRAMS).new; \
		[ $${PIPESTATUS[0]} = 0 ] && mv $(PROGRAMS).new $(PROGRAMS)

# Two test programs at a time. The examples in the documentation have a target of their own.
unit: programs
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || export HYPERROOK_WITHOUT_POSTGRES=1; \
	$(HAS_NATS) || export HYPERROOK_WITHOUT_NATS=1; \
	command -v python3 >/dev/null || export HYPERROOK_WITHOUT_PYTHON=1; \
		scripts/run-tests.sh $(PROGRAMS) 2

# The jobs of `make` are not shared with cargo, which would only warn that it cannot reach them.
doc-test:
	@MAKEFLAGS= RUSTDOC=$(CURDIR)/scripts/rustdoc.sh $(CARGO) test --workspace --locked --doc --quiet

# Both build with cargo, so one waits for the other. The browser tests run meanwhile: they wait for
# what a page shows, so the others give way to them.
.PHONY: doc-test-and-python
doc-test-and-python:
	@nice -n 19 $(MAKE) --no-print-directory doc-test
	@nice -n 19 $(MAKE) --no-print-directory python

# The reference of the Rust crates in target/doc, that of the Python package in target/python/docs.
docs: wheel
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	scripts/python-docs.sh

# The Python package: built, installed into fresh environments, and tested. The tests need what
# python/requirements.txt names, which pip fetches once.
python:
	@scripts/python-env.sh --check \
		|| (apt-get update -q && apt-get install -y -q --no-install-recommends python3 python3-venv) \
		|| true
	@if scripts/python-env.sh --check; then MAKEFLAGS= scripts/python-test.sh; \
		else echo "WARNING: Python 3.11 or later with venv is missing and cannot be installed; install Debian's packages python3 and python3-venv. Its tests are left out."; fi

# What takes too long for `make python`: 2,000 games against other packages, 100,000 calls with wrong
# values, the notebooks, and a learner that has to learn. Needs PyTorch, which pip fetches.
python-soak:
	scripts/python-soak.sh

# The Python package as a wheel in target/python/dist, for every CPython from 3.9 on. As with
# `make dist`, it runs on older processors, too, unless PORTABLE=no.
wheel:
	[ "$(PORTABLE)" = no ] || [ "$$(uname -m)" != x86_64 ] || export RUSTFLAGS="-C target-cpu=x86-64"; \
		environment=$(PYTHON_ENV) && rm -rf target/python/dist && \
		"$$environment/bin/maturin" build --release --locked --target-dir target/python/cargo \
		--interpreter "$$environment/bin/python" --out target/python/dist

# The web client, built into web/dist when it has changed; the program has it
# built in, and is built again when the client has changed.
web: web/dist/index.html

web/dist/index.html: web/package-lock.json $(shell find web/src web/public -type f) \
		web/index.html web/package.json web/svelte.config.js web/tsconfig.json web/vite.config.ts \
		web/documents.ts docs/definitions.md docs/invent.md docs/playtesting.md \
		| web/node_modules
	cd web && npm run --silent build

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

# What must hold of the client, without a browser.
web-test: web
	cd web && npm run --silent api-check && npm run --silent lint && npm run --silent check && npm run --silent unit

# The description of the API as the program prints it, and the client's types of it.
api: web/node_modules
	UPDATE_SNAPSHOTS=1 $(CARGO) test --locked -p hyperrook-server --lib openapi
	cd web && npm run --silent api

# The client in a browser, against the program that `programs` builds.
# PROGRAM_UNDER_TEST names another one.
e2e: chromium web
	@[ -n "$$PROGRAM_UNDER_TEST" ] || $(MAKE) --no-print-directory programs > /dev/null
	@! scripts/chromium.sh > /dev/null || { \
		cd web && PROGRAM_UNDER_TEST=$${PROGRAM_UNDER_TEST:-../target/debug/hyperrook} \
		CHROMIUM=$$(../scripts/chromium.sh) npm run --silent e2e; }

# The headless shell needs a third less processor time than the whole browser.
chromium:
	@scripts/chromium.sh > /dev/null \
		|| (apt-get update -q && apt-get install -y -q --no-install-recommends chromium-headless-shell) \
		|| echo "WARNING: Chromium is missing and cannot be installed; install Debian's package chromium-headless-shell or chromium. Its tests are left out."

# The pictures of the web client in the README.
screenshots: chromium web
	$(CARGO) build --release --locked -p hyperrook-cli
	cd web && CHROMIUM=$$(../scripts/chromium.sh) npm run --silent screenshots

# The build for processors older than x86-64-v3, and the tests of the fast
# paths' portable twins in it.
portable:
	RUSTFLAGS="-C target-cpu=x86-64" $(CARGO) test --locked --target-dir target/portable \
		-p hyperrook-geometry -p hyperrook-rules

# Everything that takes too long for every commit, which takes more than an hour.
# `make soak PART=cluster` runs the parts with that word in their names.
soak: web postgres nats
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || export HYPERROOK_WITHOUT_POSTGRES=1; \
	$(HAS_NATS) || export HYPERROOK_WITHOUT_NATS=1; \
	command -v python3 >/dev/null || export HYPERROOK_WITHOUT_PYTHON=1; \
	scripts/soak.sh "$(PART)"

# Every order in which two threads can use a slot of the transposition table.
loom:
	RUSTFLAGS="--cfg loom" $(CARGO) test --locked --target-dir target/loom --release \
		-p hyperrook-search --lib model

# Tests of private parts of a library whose other tests are a program of their own. `make test` does
# not compile it a second time for these few.
lib-tests:
	$(CARGO) test --profile quick --locked -p hyperrook-tables --lib

# Speed, as ratios within one run; fairy-stockfish is used if it is installed.
bench:
	$(CARGO) bench --locked -p hyperrook-benches

# How long users of the web client wait, against what is promised; for an idle machine.
.PHONY: bench-web
bench-web: chromium build
	@[ -n "$$(scripts/chromium.sh)" ]
	cd web && SPEED_SLACK=1 SPEED_RUNS=5 PROGRAM_UNDER_TEST=../target/release/hyperrook CHROMIUM=$$(../scripts/chromium.sh) \
		npm run --silent e2e -- --no-deps --workers 1 --grep "confirmed soon|loads fast|without stuttering"

# Ten minutes of each fuzz target; needs cargo-fuzz and a nightly toolchain. The
# sanitizer is left out: there is no unsafe code but one instruction, and the
# slow twin in `agreement` would hardly move with it. Finds go to fuzz/artifacts,
# new inputs to fuzz/found.
fuzz:
	cd fuzz && for target in $$(cargo +nightly fuzz list); do \
		mkdir -p found/$$target && \
		cargo +nightly fuzz run -s none $$target found/$$target corpus/$$target -- \
			-max_total_time=600 -timeout=60 -rss_limit_mb=4096 || exit 1; done

# Writes the reports in docs/reports again, from the sums beside them.
# The figures come first: the program has them built in, and the reports show those of the other games.
reports:
	UPDATE_REPORTS=1 $(CARGO) test --locked -p hyperrook-lab --test playtest the_figures_for_comparison
	UPDATE_REPORTS=1 $(CARGO) test --locked -p hyperrook-lab --test playtest shipped_reports

# Writes the pages of rules again.
rules:
	UPDATE_RULES=1 $(CARGO) test --locked -p hyperrook-cli --test documentation rule_pages

# Makes the pictures of the README again.
pictures:
	$(CARGO) run --release --locked --quiet -p hyperrook-cli -- picture docs/images

clean:
	$(CARGO) clean

# The library crates as packages: each compiles from the files in it, and none is too large.
LIBRARIES = geometry rules notation eval network tables search
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
.PHONY: package package-verify
package:
	cargo package --locked --allow-dirty --no-verify --quiet $(LIBRARIES:%=-p hyperrook-%)
	@for name in $(LIBRARIES); do \
		size=$$(stat -c %s target/package/hyperrook-$$name-$(VERSION).crate); \
		test $$size -lt 10485760 || { echo "$$name: a package of $$size bytes"; exit 1; }; \
	done
	scripts/check-packages.sh $(VERSION) $(LIBRARIES)

# As cargo does it before it publishes: with a build of its own for each package. Then what a build of
# the whole workspace cannot show: each library with its own features, the program without the server.
package-verify:
	cargo package --locked --allow-dirty $(LIBRARIES:%=-p hyperrook-%)
	for name in $(LIBRARIES); do \
		$(CARGO) check --locked --quiet -p hyperrook-$$name --lib || exit 1; done
	$(CARGO) check --locked --quiet -p hyperrook-cli --no-default-features
