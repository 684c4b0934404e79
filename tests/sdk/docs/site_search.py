#!/usr/bin/env python3
"""Searches in the site as a browser opens it from files. Exit code 77: no Chromium, or no site.

usage: site_search.py SITE
"""
import pathlib
import shutil
import subprocess
import sys

QUERIES = {"broadcast": "prototype.html", "E5009": "errors.html", "RMSNorm": "samples/rms_norm.html",
           "aclmdlExecute": "acl_functions.html"}


def main():
    index = pathlib.Path(sys.argv[1]).resolve() / "index.html"
    browser = shutil.which("chromium")
    if not browser or not index.is_file():
        print("no chromium: apt-get install chromium" if index.is_file() else f"no {index}")
        return 77
    findings = []
    for query, page in QUERIES.items():
        shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                                "--dump-dom", f"{index.as_uri()}?q={query}"], capture_output=True, text=True, check=False).stdout
        results = shown.partition('class="md-search-result__list"')[2].partition("</ol>")[0]
        if page not in results:
            findings.append(f"'{query}' doesn't find {page}")
    print("\n".join(findings) if findings else f"{len(QUERIES)} searches")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
