#!/bin/bash
# Usage: scripts/python-torch.sh
# Makes a virtual environment in target/python that has numpy and PyTorch, and prints its folder.
# On Debian they are Debian's packages, which are built for processors only, with OpenBLAS: Debian's
# PyTorch multiplies matrices with the BLAS of the system, and the reference BLAS is some 15 times slower.
# Elsewhere pip installs what python/requirements-torch.txt names; on Linux that comes with libraries for
# graphics cards, 3 GB of them.
set -euo pipefail
cd "$(dirname "$0")/.."
debian=/usr/bin/python3

works() {
	"$debian" -c 'import ensurepip, numpy, sys, torch, venv; sys.exit(sys.version_info < (3, 9))' > /dev/null 2>&1
}

if { ! works || ! /sbin/ldconfig -p | grep libopenblas > /dev/null; } && command -v apt-get > /dev/null; then
	(apt-get update -q && apt-get install -y -q --no-install-recommends \
		python3 python3-venv python3-numpy python3-torch libopenblas0-pthread) >&2 || true
fi
if ! works; then
	exec scripts/python-env.sh python/requirements-torch.txt
fi
folder=$PWD/target/python/torch-$("$debian" -c 'import sys, torch; print(f"{sys.version_info[1]}-{torch.__version__}")')
if [[ ! -e $folder/complete ]]; then
	rm -rf "$folder"
	mkdir -p target/python
	"$debian" -m venv --system-site-packages "$folder" >&2
	touch "$folder/complete"
fi
echo "$folder"
