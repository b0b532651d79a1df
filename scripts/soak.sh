#!/bin/bash
# Usage: scripts/soak.sh [PART]
# Runs everything that takes too long for every commit, or the parts that have PART in
# their names: `portable`, `loom`, `lib-tests`, `package-verify`, `e2e`, `python-soak`, a test program (`rules/rules`), a
# test (`no_acknowledged_move`), `load people`, `load cluster`, `load engine`.
#
# A soak that is stopped continues where it was: each part leaves a mark in target/soak,
# which holds until the program that it ran has changed. The profile `quick` is nearly as
# fast as a release, whose link would take minutes for each of the programs.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=${1:-}
cargo=${CARGO:-cargo}
marks=target/soak
mkdir -p "$marks"
found=0

wants() {
	[[ -z $wanted || $1 == *"$wanted"* ]] || return 1
	found=$((found + 1))
}

# part NAME FOLDER PROGRAM [ARGUMENT...]
part() {
	local name=$1 folder=$2 program=$3
	shift 3
	wants "$name" || return 0
	local mark
	mark=$marks/$(sha256sum "$program" | cut -c1-16)-$(echo "$*" | tr -c 'a-z0-9\n' _)
	if [[ -e $mark ]]; then
		[[ -z $wanted ]] || echo "soak: $name was run already ($mark)"
		return 0
	fi
	echo "soak: $name"
	if ! (cd "$folder" && "$program" "$@") > "$mark.log" 2>&1; then
		cat "$mark.log"
		exit 1
	fi
	mv "$mark.log" "$mark"
}

for step in portable loom lib-tests package-verify e2e python-soak; do
	if wants "$step"; then
		echo "soak: $step"
		EVERY_GAME=1 make "$step"
	fi
done

# A part that was named and found needs no more.
if [[ $found -eq 0 || -z $wanted ]]; then
	"$cargo" build --profile quick --locked -p hyperrook-server --example load
	"$cargo" test --workspace --profile quick --locked --no-run > "$marks/programs" 2>&1 \
		|| { cat "$marks/programs"; exit 1; }
	programs=$(sed -n 's/^ *Executable .*(\(.*\))$/\1/p' "$marks/programs")
	[[ -n $programs ]] || { cat "$marks/programs"; echo "No test programs were built."; exit 1; }
	for program in $programs; do
		program=$(realpath "$program")
		folder=$(sed -n '1s,^[^:]*: *\(crates/[^/]*\|benches\)/.*,\1,p' "$program.d")
		name=${folder#crates/}/$(basename "${program%-*}")
		part "$name" "$folder" "$program"
		for test in $("$program" --list --ignored --format terse | sed -n 's/: test$//p'); do
			part "$name $test" "$folder" "$program" --exact "$test" --ignored --nocapture
		done
	done
	for load in people cluster engine; do
		part "load $load" crates/server "$(realpath target/quick/examples/load)" "$load"
	done
fi

if [[ $found -eq 0 ]]; then
	echo "soak: no part has \"$wanted\" in its name; see the beginning of scripts/soak.sh"
	exit 1
fi
