#!/bin/bash
# Usage: scripts/python-env.sh [REQUIREMENTS]
# Makes a virtual environment in target/python with what the tests of the Python package need
# (python/requirements.txt), unless there is one for these requirements. Prints its folder.
# PYTHON names the interpreter; by default it is the first of 3.11 to 3.14 that is there.
# `scripts/python-env.sh --check` only says, by its exit status, whether there is one.
set -euo pipefail
cd "$(dirname "$0")/.."
requirements=${1:-python/requirements.txt}

works() {
	"$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1
}

python=${PYTHON:-}
for candidate in python3 python3.11 python3.12 python3.13 python3.14; do
	[[ -z $python ]] || break
	! works "$candidate" || python=$candidate
done
if [[ ${1:-} == --check ]]; then
	[[ -n $python ]]
	exit
fi
if [[ -z $python ]]; then
	echo "no Python 3.11 or later with venv" >&2
	exit 1
fi
key=$({ "$python" -c 'import sys; print(sys.version)'; cat "$requirements"; } | sha256sum | cut -c1-12)
folder=$PWD/target/python/env-$key
if [[ ! -e $folder/complete ]]; then
	rm -rf "$folder"
	mkdir -p target/python
	"$python" -m venv "$folder" >&2
	"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps \
		--requirement "$requirements" >&2
	touch "$folder/complete"
fi
echo "$folder"
