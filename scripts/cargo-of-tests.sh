#!/bin/bash
# maturin runs this as cargo. Where it would compile the Python package by itself, with other
# features of the dependencies than everything else has, it gets the package out of the build of
# the test programs: nothing is compiled twice. HYPERROOK_PACKAGES says which packages are built.
set -euo pipefail
unset CARGO
# With these, pyo3 would be built anew.
unset "${!PYO3_@}"
[[ ${1:-} == rustc ]] || exec cargo "$@"
# shellcheck disable=SC2086
exec cargo test ${HYPERROOK_PACKAGES:---workspace} --locked --no-run \
	--message-format json-render-diagnostics
