"""The examples in docstrings and in docs/python.md run."""

import doctest
import importlib
import inspect
import pkgutil

import hyperrook
import pytest
from conftest import ROOT

#: Modules that need what is not installed everywhere.
NEEDS = {
    "hyperrook._pixels": "numpy",
    "hyperrook.gym": "gymnasium",
    "hyperrook.pettingzoo": "pettingzoo",
}

MODULES = ["hyperrook"] + [
    f"hyperrook.{module.name}" for module in pkgutil.iter_modules(hyperrook.__path__)
]


def documented(module):
    """Everything in a module that can have examples; `doctest` passes over what Rust defines."""
    yield module.__name__, module
    is_core = module.__name__ == "hyperrook._core"
    for name, member in vars(module).items():
        home = getattr(member, "__module__", None) or ""
        if home == module.__name__ != "hyperrook" or is_core and home == "hyperrook":
            yield f"{module.__name__}.{name}", member
            if inspect.isclass(member):
                for inner, value in vars(member).items():
                    yield f"{module.__name__}.{name}.{inner}", getattr(member, inner, value)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(name)
    parser, seen, out = doctest.DocTestParser(), set(), []
    for where, member in documented(module):
        text = getattr(member, "__doc__", None)
        if not isinstance(text, str) or ">>>" not in text or text in seen:
            continue
        seen.add(text)
        test = parser.get_doctest(text, {"hyperrook": hyperrook}, where, name, 0)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=out.append)
    assert not out, "".join(out)


def test_enough_examples():
    """What Rust defines is looked at, too."""
    core = importlib.import_module("hyperrook._core")
    texts = [member.__doc__ for _, member in documented(core) if isinstance(member.__doc__, str)]
    assert sum(">>>" in text for text in texts) > 20


def test_everything_public_is_documented():
    missing = []
    for module in MODULES:
        if module in NEEDS:
            pytest.importorskip(NEEDS[module])
        for where, member in documented(importlib.import_module(module)):
            last = where.rsplit(".", 1)[-1]
            is_told = callable(member) or inspect.isdatadescriptor(member)
            inherited = where.count(".") > 2 and last in ("reset", "step", "render", "observe")
            if is_told and not last.startswith("_") and not inherited:
                if not (getattr(member, "__doc__", None) or "").strip():
                    missing.append(where)
    known = {"action_space", "observation_space"}
    assert [where for where in missing if where.rsplit(".", 1)[-1] not in known] == []


def test_the_readme_runs():
    block = (ROOT / "README.md").read_text().split("```python\n")[1].split("```")[0]
    assert "assert" in block
    exec(compile(block, "README.md", "exec"), {})


def test_the_page_runs():
    page = (ROOT / "docs/python.md").read_text()
    failures, tried = doctest.testfile(
        str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert page.startswith("# Python") and failures == 0 and tried > 20
