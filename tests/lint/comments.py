#!/usr/bin/env python3
"""Checks that comments of C++ sources can be read: a subject, a verb, lines that fit.

usage: comments.py ROOT [--list PATH...]
  ROOT      prints the files that have more findings, or fewer, than comments_exceptions.txt beside this file says
  --list    prints each finding below the paths ("file:line: rule: text | code") instead
"""
import collections
import pathlib
import re
import subprocess
import sys
import typing

EXCEPTIONS = "tests/lint/comments_exceptions.txt"
COLUMNS = 120
# A comment that begins with one of these has no subject.
NO_SUBJECT = {"Of", "What", "Who", "Whom", "Whose", "Those", "That", "Whether", "By"}
NO_VERB = {"This", "These", "As", "Its", "Always", "Thus", "Less", "Unless", "Perhaps", "Besides", "Sometimes", "Across", "Names",
           "Times", "Rows", "Bits", "Bytes", "Axes", "Is", "Has", "Does"} - {"Names", "Is", "Has", "Does"}
VERB = re.compile(r"[A-Z][a-z-]*s\b")
WORD = re.compile(r"[`\"'(]?([A-Za-z]+)")
SPECIFIERS = r"(?:\[\[\w+\]\]\s*|static\s+|inline\s+|constexpr\s+|virtual\s+|explicit\s+|friend\s+|extern\s+(?:\"C\"\s*)?)*"
FUNCTION = re.compile(r"\s*" + SPECIFIERS + r"[A-Za-z_][\w:<>,&*\s.\[\]]*?[\s&*>](?:~?[A-Za-z_][\w:]*|operator\S+)\s*\(")
OTHER = re.compile(r"\s*(?:if|for|while|switch|return|using|typedef|class|struct|enum|union|namespace|#|static_assert|"
                   r"EXPECT\w*|ASSERT\w*|TEST\w*|case|else|do|throw|new|delete|co_\w+)\b")
INSTRUCTION = re.compile(r"//\s*(NOLINT|clang-format|clang-tidy)")


class Block(typing.NamedTuple):
    """A run of lines that hold nothing but a comment: lines[first:end], and the line of code behind it."""
    first: int
    end: int
    text: str
    code: str


class Finding(typing.NamedTuple):
    line: int
    rule: str
    text: str
    code: str


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
            yield Finding(number, "wide", f"{len(line)} columns; {COLUMNS} are the limit", line.strip())
    for block in blocks_of(lines):
        word = WORD.match(block.text)
        first = word.group(1) if word else ""
        if first in NO_SUBJECT:
            yield Finding(block.first + 1, "subject", block.text, block.code)
        elif block.first > 3 and declares_function(block.code):
            if first in NO_VERB or not VERB.fullmatch(first):
                yield Finding(block.first + 1, "verb", block.text, block.code)


def sources(root, paths=("*.h", "*.cc")):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", *paths], check=True,
                             capture_output=True, text=True).stdout
    return [name for name in listing.splitlines() if name.endswith((".h", ".cc")) and (root / name).is_file()]


def exceptions(root):
    """File -> the number of findings that it may have."""
    rows = (line.split() for line in (root / EXCEPTIONS).read_text().splitlines() if line and not line.startswith("#"))
    return collections.Counter({name: int(count) for count, name in rows})


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2:3] == ["--list"]:
        for name in sources(root, sys.argv[3:] or ("*.h", "*.cc")):
            for finding in findings_of((root / name).read_text()):
                print(f"{name}:{finding.line}: {finding.rule}: {finding.text} | {finding.code.strip()}")
        return 0
    allowed, wrong = exceptions(root), 0
    for name in sources(root):
        found = list(findings_of((root / name).read_text()))
        if len(found) == allowed[name]:
            continue
        wrong += 1
        if len(found) < allowed[name]:
            print(f"{name}: {len(found)} findings are left of {allowed[name]}; lower the number in {EXCEPTIONS}")
            continue
        for finding in found:
            print(f"{name}:{finding.line}: {finding.rule}: {finding.text}")
    for name in sorted(set(allowed) - set(sources(root))):
        wrong += 1
        print(f"{EXCEPTIONS}: {name} is no source")
    print(f"comments: {wrong} files to mend" if wrong else "comments: nothing to say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
