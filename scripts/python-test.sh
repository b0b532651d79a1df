#!/bin/bash
# Usage: scripts/python-test.sh [ARGUMENT OF PYTEST...]
# Builds the wheel of the Python package, installs it into a fresh virtual environment of every
# Python that the machine has, where a small program uses it, and runs python/tests with it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
environment=$(scripts/python-env.sh)
wheels=target/python/wheels
rm -rf "$wheels"
CARGO=$root/scripts/cargo-of-tests.sh "$environment/bin/maturin" build --quiet --locked --profile dev \
	--auditwheel skip --interpreter "$environment/bin/python" --out "$wheels"
wheel=$(echo "$wheels"/hyperrook-*.whl)

# The wheel needs nothing else.
fresh() {
	local folder=target/python/fresh-$1
	rm -rf "$folder"
	"$1" -m venv "$folder"
	"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
	(cd /tmp && "$root/$folder/bin/python" -I "$root/python/tests/smoke.py")
	rm -rf "$folder"
}
tested=0
for python in python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14; do
	"$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))' 2> /dev/null \
		|| continue
	fresh "$python"
	tested=$((tested + 1))
done
echo "python: the wheel works in $tested fresh environments"

"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
	--force-reinstall "$wheel"
# Not the sources beside the tests, but what was installed.
exec "$environment/bin/python" -m pytest --quiet -p no:cacheprovider "$@"
