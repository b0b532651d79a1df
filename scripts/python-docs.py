"""Writes the reference of the installed Python package.

    python scripts/python-docs.py FOLDER

pdoc reads types from a stub beside a module. Ours is beside the compiled module, which is private:
what it defines is public in ``hyperrook`` itself.
"""

import shutil
import sys
from pathlib import Path

import hyperrook
import pdoc

package = Path(hyperrook.__file__).parent
shutil.copyfile(package / "_core.pyi", package / "__init__.pyi")
# What the engine inherits from the compiled one belongs to it, too.
for name, member in vars(hyperrook._core.Engine).items():
    if not name.startswith("_"):
        setattr(hyperrook.Engine, name, member)
pdoc.render.configure(docformat="restructuredtext")
modules = ["ffish", "gym", "pettingzoo", "playtests", "uci"]
pdoc.pdoc(
    "hyperrook", *(f"hyperrook.{name}" for name in modules), output_directory=Path(sys.argv[1])
)
written = (Path(sys.argv[1]) / "hyperrook.html").read_text()
for name in ["Engine.search", "Position.play", "VectorEnv.step", "Outcome.reason"]:
    assert f'id="{name}"' in written, f"the reference says nothing about {name}"
