#!/usr/bin/env python3
"""Checks that comments of C++ sources can be read: a subject, a verb, lines that fit.

usage: comments.py ROOT [PATH...]      prints each finding (below the paths): "file:line: rule: text | code"
"""
import pathlib
import re
import subprocess
import sys
import typing

COLUMNS = 120
# A comment that begins with one of these has no subject.
NO_SUBJECT = {"Of", "What", "Who", "Whom", "Whose", "Those", "That", "Whether", "By"}
# Words that end as a verb in the third person does and are none.
NO_VERB = {"This", "These", "As", "Its", "Always", "Thus", "Less", "Unless", "Perhaps", "Besides", "Sometimes", "Across",
           "Times", "Rows", "Bits", "Bytes", "Axes", "Columns", "Constants", "Elements", "Inputs", "Keys", "Nodes",
           "Operands", "Outputs", "Shapes", "Strides", "Types", "Values"}
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


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    names = sources(root, sys.argv[2:] or ("*.h", "*.cc"))
    count = 0
    for name in names:
        for finding in findings_of((root / name).read_text()):
            count += 1
            print(f"{name}:{finding.line}: {finding.rule}: {finding.text} | {finding.code.strip()}")
    print(f"comments: {count} to mend" if count else f"comments: {len(names)} files, nothing to say")
    return 1 if count or not names else 0


if __name__ == "__main__":
    sys.exit(main())
