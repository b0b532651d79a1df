#!/bin/bash
# Usage: scripts/python-docs.sh
# Writes the reference of the Python package to target/python/docs, from the wheel that
# `make wheel` has built.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=$(scripts/python-env.sh python/requirements-docs.txt)
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
	--force-reinstall target/python/dist/hyperrook-*.whl
root=$PWD
# Not from the root, where the sources would be found.
cd target/python
"$environment/bin/python" "$root/scripts/python-docs.py" docs
echo "target/python/docs/index.html"
