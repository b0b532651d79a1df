#!/bin/bash
# Stands in for rustdoc in `cargo test --doc`: renders the documentation of a library, where
# a warning is an error, and then tests its examples. `cargo doc` renders from artifacts
# of its own kind, for which every dependency would be compiled again.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
render=()
is_test=no
skip=no
for argument; do
	case $skip$argument in
	yes*) skip=no ;;
	no--test) is_test=yes ;;
	no--test-run-directory | no--test-args) skip=yes ;;
	*) render+=("$argument") ;;
	esac
done
if [ $is_test = yes ]; then
	rustdoc "${render[@]}" -D warnings --out-dir "$root/target/doc"
fi
exec rustdoc "$@"
