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
	local folder=target/python/fresh
	rm -rf "$folder"
	# With the pip of the tests, which need not be installed anew.
	"$1" -m venv --without-pip "$folder"
	"$environment/bin/python" -m pip --python "$folder/bin/python" install --quiet \
		--disable-pip-version-check --no-index "$wheel"
	(cd /tmp && "$root/$folder/bin/python" -I "$root/python/tests/smoke.py")
	rm -rf "$folder"
}
tested=" "
# Those of pyenv are found without being chosen.
for python in python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 \
	"${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
	version=$("$python" -c 'import sys, venv; print("%d.%d" % sys.version_info[:2])' 2> /dev/null) || continue
	# `python3` is one of the others, or too old.
	[[ $tested != *" $version "* && $version != 2.* && $version != 3.[0-8] ]] || continue
	fresh "$python"
	tested+="$version "
done
echo "python: the wheel works in fresh environments of Python$tested"

"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
	--force-reinstall "$wheel"
# The client for UCI engines plays with our own engine where it has been built.
[[ -n ${HYPERROOK_PROGRAM:-} || ! -x target/debug/hyperrook ]] \
	|| export HYPERROOK_PROGRAM=$root/target/debug/hyperrook
# Not the sources beside the tests, but what was installed.
exec "$environment/bin/python" -m pytest --quiet -p no:cacheprovider "$@"
