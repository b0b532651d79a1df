#!/bin/bash
# Usage: scripts/check-packages.sh VERSION NAME...
# Compiles the packages target/package/hyperrook-NAME-VERSION.crate from the files that are in
# them: a file that only the repository has would be missed here, as by everyone who uses the
# package. `cargo package` can do that itself, but then it compiles all dependencies again and
# optimises everything; this takes a quarter of that time, with what the tests have built.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
shift
folder=target/package/check
rm -rf "$folder"
mkdir -p "$folder"
{
	echo "[workspace]"
	echo 'resolver = "1"'
	echo 'members = ["*-'"$version"'"]'
	echo
	echo "[patch.crates-io]"
	for name in "$@"; do
		echo "hyperrook-$name = { path = \"hyperrook-$name-$version\" }"
	done
} > "$folder/Cargo.toml"
for name in "$@"; do
	tar -xzf "target/package/hyperrook-$name-$version.crate" -C "$folder"
	# The tests of a package stay in the repository.
	rm -rf "$folder/hyperrook-$name-$version/Cargo.lock"
done
# The versions of the repository; what it has besides is left out.
cp Cargo.lock "$folder/Cargo.lock"
CARGO_PROFILE_DEV_OPT_LEVEL=0 "${CARGO:-cargo}" build --quiet --offline --workspace --lib \
	--manifest-path "$folder/Cargo.toml" --target-dir target
