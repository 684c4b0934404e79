#!/usr/bin/env python3
"""Compares the tables of folders' READMEs with the folders.

A table whose first column is headed "folder" or "file" names what lies in the README's folder: each name in backticks
must be there, and a table of folders must name each folder. A name is a path, a stem of files, or a pattern with <…>.

usage: readmes.py ROOT
"""
import pathlib
import re
import subprocess
import sys

NAME = re.compile(r"`([^`]+)`")


def tables(text):
    """Yields (heading of the first column, first cells) of each table."""
    for block in re.split(r"\n\s*\n", text):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        if len(rows) > 2 and re.fullmatch(r"\|[\s|:-]+", rows[1]):
            cells = [row.strip().strip("|").split("|")[0] for row in rows]
            yield cells[0].strip(), cells[2:]


def expanded(name):
    """Returns `a/{b,c}` and `graph`, `register` as single names."""
    braces = re.search(r"\{([^}]*)\}", name)
    if not braces:
        return [name]
    return [name[:braces.start()] + part.strip() + name[braces.end():] for part in braces[1].split(",")]


def exists(folder, name):
    if "<" in name or "…" in name:
        return True
    name = name.rstrip("/")
    return (folder / name).exists() or any(folder.glob(name + ".*")) or any(folder.glob(name + "_*")) or (
        "*" in name and any(folder.glob(name)))


def findings_of(root, readme, folders):
    folder = readme.parent
    for heading, cells in tables(readme.read_text()):
        if heading not in {"folder", "file", "folders", "files"}:
            continue
        names = [single for cell in cells for text in NAME.findall(cell) for name in text.split()
                 for single in expanded(name)]
        for name in names:
            if not exists(folder, name):
                yield f"{readme.relative_to(root)}: no '{name}' in {folder.relative_to(root)}"
        if heading.startswith("folder"):
            text = readme.read_text()
            for child in sorted(folders.get(folder, ())):
                if not re.search(rf"\b{re.escape(child)}\b", text):
                    yield f"{readme.relative_to(root)}: doesn't name the folder {child}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True,
                             capture_output=True, text=True).stdout.splitlines()
    folders, readmes = {}, []
    for name in listing:
        path = root / name
        if not path.is_file():
            continue
        if path.name == "README.md":
            readmes.append(path)
        for parent in path.relative_to(root).parents:
            if str(parent) != "." and not parent.name.startswith("."):
                folders.setdefault((root / parent).parent, set()).add(parent.name)
    findings = [finding for readme in readmes for finding in findings_of(root, readme, folders)]
    print("\n".join(findings) if findings else f"{len(readmes)} READMEs, nothing to say")
    return 1 if findings or not readmes else 0


if __name__ == "__main__":
    sys.exit(main())
