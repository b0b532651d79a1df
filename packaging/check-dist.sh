#!/bin/sh
# Usage: packaging/check-dist.sh ARCHIVE
# Unpacks a release in an empty folder and runs it there with an empty environment,
# as on another machine: the checksums hold, nothing outside the system's own C
# library is needed, and the program plays.
set -eu
archive=$(realpath "$1")
(cd "$(dirname "$archive")" && sha256sum --quiet -c "$(basename "$archive").sha256")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xzf "$archive"
cd "$folder"/hyperrook-*
sha256sum --quiet -c SHA256SUMS
for file in bin/hyperrook share/man/man1/hyperrook.1 share/man/man1/hyperrook-play.1 \
	share/completions/hyperrook.bash share/completions/hyperrook.fish share/completions/_hyperrook \
	LICENSE-APACHE LICENSE-MIT THIRD-PARTY.txt CHANGELOG.md README.md; do
	[ -s "$file" ] || { echo "$file is missing"; exit 1; }
done
# Debian 12 has glibc 2.36; newer symbols would not be found there.
needed=$(ldd bin/hyperrook | awk '{ print $1 }' | grep -v -E '^(linux-vdso|libc|libm|libgcc_s|/lib.*ld-linux.*)' || true)
[ -z "$needed" ] || { echo "bin/hyperrook needs $needed"; exit 1; }
newest=$(grep -a -o -E 'GLIBC_2\.[0-9]+' bin/hyperrook | sort -u -t. -k2 -n | tail -1)
[ "${newest#GLIBC_2.}" -le 36 ] || { echo "bin/hyperrook needs $newest"; exit 1; }
program=$PWD/bin/hyperrook
empty=$(mktemp -d -p "$folder")
cd "$empty"
env -i "$program" games | grep -q '^gateway '
env -i "$program" perft chess 3 | grep -q 8902
printf 'position startpos moves e2e4\ngo depth 4\nquit\n' | env -i "$program" uci | grep -q '^bestmove '
printf 'e4\nquit\n' | env -i "$program" play chess --plain --white human --black human | grep -q 'White e4'
env -i "$program" serve --port 0 --data "$empty/data" > served 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
	grep -q 'Hyperrook is at' served && break
	sleep 1
done
kill -INT $server
wait $server
grep -q 'Hyperrook is at' served
echo "$(basename "$archive") starts from an empty folder, needs glibc ${newest#GLIBC_} or newer, and nothing else"
