#!/usr/bin/env python3
"""Compares sdk/docs/dsl.md with the headers that tbe/dsl.h includes, both ways.

A section of the page is headed by its headers, `## … (`tbe/array.h`)`; its functions stand in the first column of
tables, as `name(parameters)`, members as `Class::name(parameters)`. Each must be declared so in those headers, and each
declaration's parameters must be those of an entry, or the first ones of it.

usage: dsl_page.py ROOT
"""
import pathlib
import re
import sys

# A kernel is given these; other classes are made by the functions that are listed.
CLASSES = {"OpParams", "Tensor", "Expr"}
# Where a call stands; filled in by the compiler.
IMPLIED = "opdk::SourcePlace"
NOT_FUNCTIONS = re.compile(r"^(using|enum|typedef|friend|concept|namespace|static_assert)\b|= (delete|default)$")


def without_comments(text):
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"\\\n", " ", text)


def closing(text, start, opening, end):
    """Returns where the bracket at `start` closes."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == opening) - (text[i] == end)
        if depth == 0:
            return i
    sys.exit(f"'{opening}' isn't closed: {text[start:start + 60]}")


def statements(text):
    """Yields (head, body) of each declaration of a scope: body is None behind a semicolon."""
    start = i = 0
    while i < len(text):
        if text[i] == "(":
            i = closing(text, i, "(", ")")
        elif text[i] == ";":
            yield " ".join(text[start:i].split()), None
            start = i + 1
        elif text[i] == "{":
            end = closing(text, i, "{", "}")
            yield " ".join(text[start:i].split()), text[i + 1:end]
            i = end
            if not re.match(r"\s*[,(]", text[end + 1:]):
                start = end + 1
        i += 1


def parameters(text):
    """Returns the names in a parameter list, without those that the compiler fills in."""
    names, depth, part = [], 0, ""
    for c in text + ",":
        depth += (c in "<({[") - (c in ">)}]")
        if c == "," and depth == 0:
            if part.strip() and IMPLIED not in part:
                declared = part.split("=")[0]
                names.append(re.findall(r"\w+", declared)[-1])
            part = ""
        else:
            part += c
    return tuple(names)


def function(head):
    """Returns (name, parameters) of a function's head; None of anything else."""
    found = re.search(r"(operator *[^\w\s(]+|\b\w+) ?\(", head)
    if not found or NOT_FUNCTIONS.search(head):
        return None
    opening = found.end() - 1
    return found.group(1).replace(" ", ""), parameters(head[opening + 1:closing(head, opening, "(", ")")])


def public_members(name, body):
    visible = False
    for head, _ in statements(body):
        while label := re.match(r"^(public|private|protected) ?: ?", head):
            visible = label.group(1) == "public"
            head = head[label.end():]
        made = function(head)
        if visible and made and made[0] != name and "operator" not in head:
            yield (f"{name}::{made[0]}", made[1])


def declared(header):
    """Returns the functions of a header: (name, parameters)."""
    text = without_comments(header.read_text())
    result = [(name, parameters(names)) for name, names in re.findall(r"^#define (\w+)\(([^)]*)\)", text, re.M)]
    # A number or text of a directive is no code.
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    for head, body in statements(text):
        if head != "namespace tbe":
            continue
        for inner, members in statements(body):
            kind = re.match(r"^(?:class|struct)\b.*?\b(\w+)(?: :.*)?$", inner)
            if kind:
                if members is not None and kind.group(1) in CLASSES:
                    result += public_members(kind.group(1), members)
            elif made := function(inner):
                result.append(made)
    return result


def sections(page):
    """Yields (headers, {entry: line}) of the page's sections."""
    headers, entries = [], {}
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("## "):
            if headers:
                yield headers, entries
            headers, entries = re.findall(r"`(tbe/\w+\.h)`", line), {}
        elif line.startswith("|") and headers:
            cell = re.split(r"(?<!\\)\|", line)[1].replace("\\|", "|")
            for name, names in re.findall(r"`([\w:]*(?:operator[^`\w(]+)?)\(([^`]*)\)`", cell):
                entries[(name, tuple(re.findall(r"\w+", names)))] = number
    if headers:
        yield headers, entries


def main():
    root = pathlib.Path(sys.argv[1])
    include = root / "sdk/api/include"
    page = root / "sdk/docs/dsl.md"
    left = set(re.findall(r'#include "(tbe/\w+\.h)"', (include / "tbe/dsl.h").read_text()))
    findings, count = [], 0
    for headers, entries in sections(page):
        there = [one for header in headers for one in declared(include / header)]
        left -= set(headers)
        for entry, line in entries.items():
            if entry not in there:
                findings.append(f"{page}:{line}: {entry[0]}({', '.join(entry[1])}) isn't declared in {', '.join(headers)}")
        for name, names in there:
            if not any(entry[0] == name and entry[1][:len(names)] == names for entry in entries):
                findings.append(f"{page}: {name}({', '.join(names)}) of {', '.join(headers)} is missing")
        count += len(entries)
    findings += [f"{page}: no section has {header}" for header in sorted(left)]
    print("\n".join(findings) if findings else f"{count} functions, all of them declared")
    return 1 if findings or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
