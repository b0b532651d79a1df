#!/bin/bash
# Usage: scripts/python-soak.sh
# The long tests of the Python package: see `make python-soak`.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
HYPERROOK_GAMES=2000 HYPERROOK_CALLS=100000 HYPERROOK_ROUNDS=10000 scripts/python-test.sh

environment=$(scripts/python-env.sh python/requirements-soak.txt)
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
	--force-reinstall target/python/wheels/hyperrook-*.whl
# With pandas itself, for which `make python` has a stand-in.
"$environment/bin/python" -m pytest --quiet -p no:cacheprovider python/tests/test_playtest.py -k data_frame
cd target/python
"$environment/bin/python" "$root/examples/python/notebooks/write.py" --check
for notebook in "$root"/examples/python/notebooks/*.ipynb; do
	echo "notebook $(basename "$notebook")"
	"$environment/bin/python" -m jupyter nbconvert --to notebook --execute --stdout \
		--log-level WARN "$notebook" > /dev/null
done
"$environment/bin/python" "$root/examples/python/measure.py" "$root/examples/python/quarter.toml" --games 4
# The learner has to beat random moves in 95 of 100 games within 15 minutes of one core.
learner=$("$root/scripts/python-torch.sh")
"$learner/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
	--force-reinstall "$root"/target/python/wheels/hyperrook-*.whl
OPENBLAS_NUM_THREADS=1 "$learner/bin/python" "$root/examples/python/learn.py" \
	"$root/examples/python/quarter.toml" --minutes 15 --cpu --threads 1 --until 0.96 --expect 0.95

(cd "$root" && "${CARGO:-cargo}" build --locked --quiet -p hyperrook-cli)
# The description of the API by the standards of Python, and a client made of it, which plays a game.
openapi=$("$root/scripts/python-env.sh" "$root/python/requirements-openapi.txt")
"$openapi/bin/openapi-spec-validator" "$root/web/openapi.json"
PATH="$openapi/bin:$PATH" "$openapi/bin/openapi-python-client" generate --path "$root/web/openapi.json" \
	--overwrite --output-path openapi-client > /dev/null 2>&1
"$openapi/bin/python" "$root/scripts/openapi-python.py" openapi-client "$root/target/debug/hyperrook"
