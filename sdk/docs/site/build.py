#!/usr/bin/env python3
"""Builds the documentation's site: the pages of sdk/docs, the samples and the API reference, as files for any browser.

Fails where a page isn't in the navigation, a link leads nowhere, MkDocs warns, or Doxygen warns of anything but a
missing comment; and where a function of the namespaces opdk and tbe has none. Exit code 77: a tool is missing.

usage: build.py ROOT WORK VERSION [--mkdocs PROGRAM] [--doxygen PROGRAM]      the site: WORK/site/index.html
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import headers
import links
import pages

PACKAGES = {"mkdocs": "mkdocs mkdocs-material", "doxygen": "doxygen"}
HEADER_FOLDERS = (("For packages", "sdk/api/include"), ("For programs", "sdk/host/include"))
UNDOCUMENTED = re.compile(r"(?:Member|Compound) .* is not documented\.$")
OWN_FUNCTION = re.compile(r"Member .*\(function\) of namespace (?:opdk|tbe) is not documented\.$")
NAMESPACES = {
    "ge": "Graphs, operators, tensors and sessions, as CANN's headers name them.",
    "gert": "Shapes and tensors of runs, as CANN's headers name them.",
    "domi": "Registrations of framework plugins, as CANN's headers name them.",
    "aicpu": "AI CPU kernels, as CANN's headers name them.",
    "tbe": "Tensor expressions, from which AI Core kernels are made.",
    "opdk": "opdk's own interface of packages and programs.",
}


def missing_tools(programs):
    lacks = [PACKAGES[name] for name, program in programs.items() if not shutil.which(program)]
    if not lacks and subprocess.run([programs["mkdocs"], "build", "--help"], capture_output=True, text=True,
                                    check=False).stdout.find("material") < 0:
        lacks = ["mkdocs-material"]
    return lacks


def states_of_functions(page):
    """Returns the state of each function in the table of AscendCL's functions, and the test that calls it."""
    words = {"works": "Works as CANN's", "no effect": "Is accepted and has no effect", "refused": "Is refused with a code"}
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| `([\w.]+)` \|$", page, re.M)
    return {name: f"{words[state]}. Test: {test}." for name, state, test in rows if state in words}


def stage_headers(root, out):
    """Writes the public headers as Doxygen reads them. Returns the source of each staged line."""
    origins = {}
    files = {str(file.relative_to(root / folder)): file for _, folder in HEADER_FOLDERS
             for file in (root / folder).rglob("*.h")}
    names = [file.name for file in files.values()]
    states = states_of_functions((root / "sdk/docs/acl_functions.md").read_text())
    for name, file in files.items():
        # Doxygen can't tell a header from another one of its name in a folder. Comments of tbe are on groups of
        # functions.
        staged = headers.stage_header(file.read_text(), "/" in name or names.count(file.name) == 1,
                                      name.startswith("tbe/"), states if name.startswith(("acl/", "hccl/")) else None)
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("".join(f"{line}\n" for line, _ in staged))
        origins[str(out / name)] = (file, [number + 1 for _, number in staged])
    (out / "namespaces.h").write_text("".join(f"/// \\namespace {name}\n/// {text}\n\n" for name, text in NAMESPACES.items()))
    return origins


def run_doxygen(program, site, work, version):
    """Makes the API reference below work/pages/api. Returns its warnings and the page of each header."""
    settings = {"INPUT": work / "include", "OUTPUT_DIRECTORY": work / "pages", "STRIP_FROM_PATH": work / "include",
                "STRIP_FROM_INC_PATH": work / "include", "INCLUDE_PATH": work / "include", "PROJECT_NUMBER": version,
                "WARN_LOGFILE": work / "doxygen.log", "GENERATE_TAGFILE": work / "api.tag"}
    text = (site / "Doxyfile").read_text() + "".join(f'{key} = "{value}"\n' for key, value in settings.items())
    subprocess.run([program, "-"], input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    files = re.findall(r'<compound kind="file">\s*<name>([^<]+)</name>\s*<path>([^<]*)</path>\s*<filename>([^<]+)</filename>',
                       (work / "api.tag").read_text())
    include = str(work / "include") + "/"
    found = {(path + name).removeprefix(include): page if page.endswith(".html") else page + ".html"
             for name, path, page in files}
    return (work / "doxygen.log").read_text().splitlines(), found


def judge_warnings(warnings, origins):
    """Returns (findings, number of functions without a comment)."""
    findings, undocumented = [], 0
    for warning in dict.fromkeys(warnings):
        place = re.match(r"(.+?):(\d+): (?:warning: )?(.*)$", warning)
        text = place[3] if place else warning
        if UNDOCUMENTED.search(text) and not OWN_FUNCTION.search(text):
            undocumented += "(function)" in text
            continue
        if place and place[1] in origins:
            file, numbers = origins[place[1]]
            warning = f"{file}:{numbers[min(int(place[2]), len(numbers)) - 1]}: {text}"
        findings.append(warning)
    return findings, undocumented


def run_mkdocs(program, site, work, navigation):
    # JSON is YAML, too.
    configuration = {"INHERIT": str(site / "mkdocs.yml"), "docs_dir": str(work / "pages"), "site_dir": str(work / "site"),
                     "theme": {"custom_dir": str(site / "theme")}, "nav": navigation}
    (work / "mkdocs.yml").write_text(json.dumps(configuration, indent=1))
    run = subprocess.run([program, "build", "--strict", "-f", work / "mkdocs.yml"], capture_output=True, text=True,
                         check=False)
    if run.returncode == 0:
        index = (work / "site/search/search_index.json").read_text()
        (work / "site/search/search_index.js").write_text(f"var __search = {{index: Promise.resolve({index})}};\n")
        return []
    lines = re.sub(r"\x1b\[\d*m", "", run.stderr).splitlines()
    return [line for line in lines if re.search(r"WARNING  -|ERROR|Error:", line)] or lines or ["mkdocs fails without a word"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("version")
    parser.add_argument("--mkdocs", default="mkdocs")
    parser.add_argument("--doxygen", default="doxygen")
    options = parser.parse_args()
    root, work = options.root.resolve(), options.work.resolve()
    if lacks := missing_tools({"mkdocs": options.mkdocs, "doxygen": options.doxygen}):
        print(f"the site needs tools that aren't here: apt-get install {' '.join(lacks)}")
        return 77
    began, site = time.monotonic(), root / "sdk/docs/site"
    for part in ("include", "pages", "site"):
        shutil.rmtree(work / part, ignore_errors=True)
    (work / "pages").mkdir(parents=True)
    origins = stage_headers(root, work / "include")
    warnings, header_pages = run_doxygen(options.doxygen, site, work, options.version)
    findings, undocumented = judge_warnings(warnings, origins)
    navigation, unlisted = pages.stage(root, work / "pages", header_pages,
                                       [(title, root / folder) for title, folder in HEADER_FOLDERS])
    findings += [f"sdk/docs/{page}: README.md lists it in no part, so the navigation lacks it" for page in unlisted]
    findings += run_mkdocs(options.mkdocs, site, work, navigation) or list(links.broken(work / "site"))
    if findings:
        print("\n".join(findings))
        return 1
    files = [file for file in (work / "site").rglob("*") if file.is_file()]
    api = sum(file.parent.name == "api" and file.suffix == ".html" for file in files)
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{len(list((work / 'pages').glob('**/*.md')))} pages and {api} of the API reference ({undocumented} functions without "
          f"a comment), {size:.1f} MB, {time.monotonic() - began:.1f} s: {work}/site/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
