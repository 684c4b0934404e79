#!/usr/bin/env python3
"""Checks that comments can be read: a subject, a verb, lines that fit. Reads C++, Python, CMake, shell and YAML.

usage: comments.py ROOT [PATH...]      prints each finding (below the paths): "file:line: rule: text | code"
"""
import pathlib
import re
import subprocess
import sys

import hash_comments
from comment_rules import COLUMNS, Block, judged, wide

DATA = "tests/fuzz/corpus/"  # files that aren't text of ours
SPECIFIERS = r"(?:\[\[\w+\]\]\s*|static\s+|inline\s+|constexpr\s+|virtual\s+|explicit\s+|friend\s+|extern\s+(?:\"C\"\s*)?)*"
FUNCTION = re.compile(r"\s*" + SPECIFIERS + r"[A-Za-z_][\w:<>,&*\s.\[\]]*?[\s&*>](?:~?[A-Za-z_][\w:]*|operator\S+)\s*\(")
OTHER = re.compile(r"\s*(?:if|for|while|switch|return|using|typedef|class|struct|enum|union|namespace|#|static_assert|"
                   r"EXPECT\w*|ASSERT\w*|TEST\w*|case|else|do|throw|new|delete|co_\w+)\b")
INSTRUCTION = re.compile(r"//\s*(NOLINT|clang-format|clang-tidy)")


def is_comment(line):
    return line.lstrip().startswith("//") and not INSTRUCTION.match(line.lstrip())


def blocks_of(lines):
    at = 0
    while at < len(lines):
        if not is_comment(lines[at]):
            at += 1
            continue
        end = at
        while end < len(lines) and is_comment(lines[end]):
            end += 1
        behind = end
        while behind + 1 < len(lines) and re.match(r"\s*(template\s*<[^(]*$|\[\[)", lines[behind]):
            behind += 1
        text = " ".join(line.strip().lstrip("/!<").strip() for line in lines[at:end])
        yield Block(at, end, text, lines[behind] if behind < len(lines) else "")
        at = end


def declares_function(code):
    is_call = len(code) - len(code.lstrip()) > 4
    head = code.split("(")[0]
    return not is_call and not OTHER.match(code) and "=" not in head.replace("operator=", "") and bool(FUNCTION.match(code))


def findings_of(text):
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS and "//" in line and '"' not in line.split("//")[0]:
            yield wide(number, line)
    for block in blocks_of(lines):
        yield from judged(block, block.first > 3 and declares_function(block.code))


def listed(root, paths):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", *paths], check=True,
                             capture_output=True, text=True).stdout
    return [name for name in listing.splitlines() if (root / name).is_file()]


def findings_in(root, names):
    """Yields (name of the file, finding) for each file of a known language."""
    for name in names:
        path = root / name
        if name.startswith(DATA):
            continue
        if path.suffix in {".h", ".cc"}:
            found = findings_of(path.read_text())
        elif language := hash_comments.language_of(path):
            found = hash_comments.findings_of(path.read_text(), language)
        else:
            continue
        for finding in found:
            yield name, finding


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    names = listed(root, sys.argv[2:])
    count = 0
    for name, finding in findings_in(root, names):
        count += 1
        print(f"{name}:{finding.line}: {finding.rule}: {finding.text} | {finding.code.strip()}")
    print(f"comments: {count} to mend" if count else f"comments: {len(names)} files, nothing to say")
    return 1 if count or not names else 0


if __name__ == "__main__":
    sys.exit(main())
