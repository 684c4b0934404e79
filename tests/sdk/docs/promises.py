#!/usr/bin/env python3
"""Holds the sentences of the pages against the tests that hold them.

A line "# page: PATH" in promises/NAME.txt names the page that the rows below it are of. A row is

    words of the sentence :: test, test, …

where a test is SUITE.NAME of googletest, a file below tests, or a text in such a file: "file#text". "none: why" stands
for a sentence that promises nothing. A row whose words or test are gone is a finding, and so is a sentence that says
that something runs, finds, is refused or is taken and that no row has.

usage: promises.py ROOT
"""
import pathlib
import re
import sys

PROMISE = re.compile(r"\b(runs|finds|refuses|(is|are) (refused|taken|found))\b")
# Made by tests of the tables that they are the text of.
GENERATED = {"acl_functions.md", "errors.md", "options.md"}


def plain(text):
    return re.sub(r"\s+", " ", text)


def paragraphs(text):
    """Yields the prose of a page without its code, one line for each paragraph, item and cell."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.M | re.S)
    text = re.sub(r"^    .*$", lambda line: line[0] if re.match(r" +[-*|\d]", line[0]) else "", text, flags=re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    pieces = re.split(r"\n\s*\n|\n(?=\s*(?:[-*#|]|\d+\.) ?)|(?<=\S) \| (?=\S)", text)
    return [plain(piece).strip() for piece in pieces]


def sentences(page):
    for paragraph in paragraphs(page):
        yield from re.split(r"(?<=[.;:])\s+(?=[A-Z`*\"(…])", paragraph)


def rows(file):
    """Yields (page, line, words, tests) of each row."""
    page = ""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if line.startswith("# page: "):
            page = line[8:].strip()
        elif line.strip() and not line.startswith("#"):
            words, separator, tests = line.partition(" :: ")
            if not separator:
                sys.exit(f"{file}:{number}: a row is 'words :: tests'")
            yield page, number, plain(words).strip(), tests.strip()


class Tests:
    def __init__(self, root):
        self.root = root
        names = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")
        self.suites = {f"{suite}.{name}" for file in (root / "tests").rglob("*.cc")
                       for suite, name in names.findall(file.read_text(errors="replace"))}

    def lack(self, test):
        """Returns why there is no such test; empty where there is."""
        file, _, text = test.partition("#")
        if re.fullmatch(r"[A-Z]\w*\.[A-Z]\w*", test):
            return "" if test in self.suites else "no such test"
        path = self.root / "tests" / file
        if not path.is_file():
            return "no such file below tests"
        return "" if text in path.read_text(errors="replace") else "the file doesn't have this text"


def judge_row(text, words, named, tests):
    """Yields what a row promises and page or tests no longer have."""
    if words not in text:
        yield f"the page doesn't say '{words}'"
    for test in [] if named.startswith("none: ") else re.split(r",\s+", named):
        if lack := tests.lack(test):
            yield f"{test}: {lack}"


def pages(root):
    found = [page for page in (root / "sdk/docs").glob("*.md") if page.name not in GENERATED]
    return sorted([*found, root / "README.md", *(root / "samples").rglob("README.md")])


def main():
    root = pathlib.Path(sys.argv[1])
    tests, findings, promised, texts = Tests(root), [], {}, {}
    for file in sorted((root / "tests/sdk/docs/promises").glob("*.txt")):
        for page, number, words, named in rows(file):
            if page not in texts:
                texts[page] = plain((root / page).read_text())
            promised.setdefault(root / page, []).append(words)
            findings += [f"{file}:{number}: {finding}" for finding in judge_row(texts[page], words, named, tests)]
    for page in pages(root):
        known = promised.get(page, [])
        findings += [f"{page}: no row of tests/sdk/docs/promises has '{sentence}'"
                     for sentence in sentences(page.read_text())
                     if PROMISE.search(sentence) and not any(words in sentence for words in known)]
    print("\n".join(findings) if findings else f"{len(promised)} pages, {sum(map(len, promised.values()))} promises")
    return 1 if findings or not promised else 0


if __name__ == "__main__":
    sys.exit(main())
