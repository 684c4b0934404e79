#!/usr/bin/env python3
"""Compares the pictures of sdk/docs/pictures with what Graphviz draws of their sources, and with the pages.

A picture NAME.svg is drawn by `dot -Tsvg NAME.dot`. Nodes, edges and texts must be the same; places may differ between
versions of Graphviz. Each picture stands in a page, and each picture of a page exists. Exit code 77: no Graphviz.

usage: pictures.py ROOT
"""
import pathlib
import re
import shutil
import subprocess
import sys


def content(svg):
    return sorted(re.findall(r"<(?:title|text)[^>]*>(.*?)</(?:title|text)>", svg, re.S))


def main():
    docs = pathlib.Path(sys.argv[1]) / "sdk/docs"
    if not shutil.which("dot"):
        print("no Graphviz: apt-get install graphviz")
        return 77
    sources = sorted((docs / "pictures").glob("*.dot"))
    shown = {name for page in docs.glob("*.md") for name in re.findall(r"!\[[^\]]+\]\(pictures/(\w+)\.svg\)", page.read_text())}
    findings = []
    for source in sources:
        drawn = subprocess.run(["dot", "-Tsvg", source], check=True, capture_output=True, text=True).stdout
        picture = source.with_suffix(".svg")
        if not picture.is_file() or content(picture.read_text()) != content(drawn):
            findings.append(f"{picture}: not what its source draws: dot -Tsvg {source} -o {picture}")
        if source.stem not in shown:
            findings.append(f"{source}: no page shows it")
    findings += [f"no picture {name}.dot, which a page shows" for name in sorted(shown - {source.stem for source in sources})]
    print("\n".join(findings) if findings else f"{len(sources)} pictures")
    return 1 if findings or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
