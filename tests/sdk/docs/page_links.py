#!/usr/bin/env python3
"""Says which links of a folder's pages lead nowhere, and which pages its README doesn't name.

usage: page_links.py FOLDER
"""
import pathlib
import re
import sys


def main():
    folder = pathlib.Path(sys.argv[1])
    findings, links = [], 0
    pages = sorted(folder.glob("*.md"))
    for page in pages:
        for target in re.findall(r"\]\(([^)#: ]+[./][^)#: ]*)(?:#[^)]*)?\)", page.read_text()):
            links += 1
            if not (folder / target).exists():
                findings.append(f"{page}: no {target}")
    named = (folder / "README.md").read_text()
    findings += [f"{page}: README.md has no link to it" for page in pages
                 if page.name != "README.md" and f"({page.name})" not in named]
    print("\n".join(findings) if findings else f"{len(pages)} pages, {links} links")
    return 1 if findings or links == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
