#!/bin/sh
# Usage: packaging/dist.sh PROGRAM FOLDER [MACHINE]
# Makes FOLDER/hyperrook-VERSION-MACHINE-linux.tar.gz of a built program: the program, its
# manual pages, completions of shells, documents, licences (also of what it contains) and a README, and
# beside it a file with its checksum. Prints the archive's path. The same program gives the
# same archive, byte for byte. MACHINE is what `uname -m` says, if it is not given.
set -eu
program=$1
folder=$2
root=$(cd "$(dirname "$0")/.." && pwd)
version=$("$program" --version | cut -d' ' -f2)
name=hyperrook-$version-${3:-$(uname -m)}-linux
rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name/bin" "$folder/$name/share/man"
cp "$program" "$folder/$name/bin/hyperrook"
chmod 755 "$folder/$name/bin/hyperrook"
"$program" manual "$folder/$name/share" > /dev/null
mv "$folder/$name/share/man1" "$folder/$name/share/man/man1"
cp "$root/LICENSE-APACHE" "$root/LICENSE-MIT" "$root/CHANGELOG.md" "$folder/$name/"
cp "$root/packaging/README.md" "$folder/$name/README.md"
# The manual. Its pictures and the reports of single games stay in the repository.
mkdir "$folder/$name/docs"
cp "$root"/docs/*.md "$root/docs/playtest.schema.json" "$folder/$name/docs/"
node "$root/packaging/third-party.mjs" > "$folder/$name/THIRD-PARTY.txt"
(
	cd "$folder/$name"
	find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum > SHA256SUMS
)
# No names, times or orders of this machine.
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' --mtime='UTC 2026-01-01' \
	-cf - "$name" | gzip -9n > "$folder/$name.tar.gz"
rm -rf "${folder:?}/$name"
(cd "$folder" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$folder/$name.tar.gz"
