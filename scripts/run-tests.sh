#!/bin/bash
# Usage: scripts/run-tests.sh FILE JOBS
# Runs the test programs that `cargo test --no-run` listed in FILE, the server's first and
# alone, the others JOBS at a time: cargo itself runs one after another, and leaves cores idle
# when a program has one long test.
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
	if output=$(cd "$root/$folder" && "$program" 2>&1 < /dev/null); then
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
RUST_TEST_THREADS=$(($(nproc) + 1))
export RUST_TEST_THREADS
[ -n "$programs" ] || { cat "$list"; echo "No test programs were built."; exit 1; }
# The server's tests have clocks and short leases, and mostly wait: beside programs that
# compute, now one and now another of them is too late. So they run first, and alone, more of
# them at a time: on 2 processors they end in 100 s with 6 threads, in 157 s with 3.
status=0
server=$(grep /server- <<< "$programs" || true)
others=$(grep --invert-match /server- <<< "$programs" || true)
# The longest ones first, so that none of them runs on alone at the end.
long='/\(search\|rules\|tables\|documentation\)-'
others=$(grep "$long" <<< "$others" || true; grep --invert-match "$long" <<< "$others" || true)
RUST_TEST_THREADS=$(($(nproc) * 3)) xargs -r -I {} bash -c 'run "$1"' _ {} <<< "$server" || status=$?
xargs -r -P "$jobs" -I {} bash -c 'run "$1"' _ {} <<< "$others" || status=$?
exit "$status"
