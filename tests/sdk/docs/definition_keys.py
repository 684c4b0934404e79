#!/usr/bin/env python3
"""Says what a definition file may hold (as the sources that read it have it) and sdk/docs/definition_files.md doesn't
name.

usage: definition_keys.py ROOT
"""
import pathlib
import re
import sys

READERS = ["definition.cc", "definition_yaml.cc", "definition_msopgen.cc"]
TABLES = re.compile(r"k(?:OperatorKeys|Groups|Aliases|AttrTypes) = \{+(.*?)\};", re.S)


def words(text):
    return set(re.findall(r'"(\w+)"', text))


def known(folder):
    """Returns the keys that the readers accept, and the names of types."""
    keys = set()
    for name in READERS:
        text = (folder / name).read_text()
        for found in re.finditer(r'reader\.Map\(\w+, [^{;]*\{([^}]*)\}', text):
            keys |= words(found.group(1))
        for found in TABLES.finditer(text):
            keys |= words(found.group(1))
        keys |= words(" ".join(re.findall(r'text == ("\w+")', text)))
    types = set()
    for found in TABLES.finditer((folder / "definition_types.cc").read_text()):
        types |= words(found.group(1))
    return keys, types


def main():
    root = pathlib.Path(sys.argv[1])
    keys, types = known(root / "sdk/tools/author")
    if len(keys) < 20 or len(types) < 40:
        sys.exit(f"the readers' tables aren't found any more: {len(keys)} keys, {len(types)} names of types")
    page = root / "sdk/docs/definition_files.md"
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    named = set(re.findall(r"`(\w+)`", prose))
    lost = sorted((keys | types) - named)
    for name in lost:
        print(f"{page}: '{name}' is read and not named")
    print(f"{len(keys)} keys and {len(types)} names of types")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
