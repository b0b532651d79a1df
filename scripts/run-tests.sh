#!/bin/bash
# Usage: scripts/run-tests.sh FILE JOBS
# Runs the test programs that `cargo test --no-run` listed in FILE, JOBS at a time: cargo
# itself runs one after another, and leaves cores idle when a program has one long test.
# Prints what a program printed when it ends, and the seconds that it took.
set -euo pipefail
list=$1
jobs=$2
root=$(cd "$(dirname "$0")/.." && pwd)
export root

run() {
	program=$root/$1
	# As cargo does: in the folder of the program's package.
	folder=$(sed -n '1s,^[^:]*: *\(crates/[^/]*\|benches\)/.*,\1,p' "$program.d")
	begun=$(date +%s)
	# The server's tests have clocks and short leases: those that compute give way to them.
	[[ $1 == */server-* ]] && niceness=0 || niceness=10
	if output=$(cd "$root/$folder" && nice -n "$niceness" "$program" 2>&1 < /dev/null); then
		summary=$(printf '%s\n' "$output" | grep '^test result:' || true)
		echo "$folder ${1##*/}: ${summary#test result: } $(($(date +%s) - begun)) s"
	else
		printf '%s\n' "$output"
		echo "FAILED: $folder ${1##*/}"
		return 1
	fi
}
export -f run

programs=$(sed -n 's/^ *Executable .*(\(.*\))$/\1/p' "$list" | sed "s,^$root/,,")
# The server's tests mostly wait, so they start first, beside those that compute, and several
# at a time.
RUST_TEST_THREADS=$(($(nproc) + 1))
export RUST_TEST_THREADS
programs=$(grep /server- <<< "$programs"; grep --invert-match /server- <<< "$programs")
[ -n "$programs" ] || { cat "$list"; echo "No test programs were built."; exit 1; }
printf '%s\n' "$programs" | xargs -P "$jobs" -I {} bash -c 'run "$1"' _ {}
