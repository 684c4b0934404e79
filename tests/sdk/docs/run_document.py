#!/usr/bin/env python3
"""Follows a document to the letter: runs its ```console blocks in order, in one shell, in the current directory.

A line that begins with "$ " is a command; the lines below it, up to the next command, must occur in what it prints, in
this order. "..." alone stands for any lines, "..." within a line for any text. A command may fail only when the last of
its lines is "[exit code N]". A block ```LANGUAGE FILE is written to that file before the reading goes on.

usage: run_document.py DOCUMENT.md
"""
import pathlib
import re
import subprocess
import sys

MARK = "@@end-of-command@@"


def blocks(text):
    """Yields (line, language, file, body) of every fenced block."""
    for found in re.finditer(r"^```(\S+)[ \t]*(\S*)\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, found.start()) + 1, found.group(1), found.group(2), found.group(3)


def commands(body, first_line):
    """Yields (line, command, expected lines) of a console block."""
    result = []
    for number, line in enumerate(body.splitlines(), first_line + 1):
        if line.startswith("$ "):
            result.append((number, line[2:], []))
        elif result:
            result[-1][2].append(line)
        else:
            sys.exit(f"line {number}: a console block begins with a command")
    return result


def missing(expected, printed):
    """Returns the first expected line that isn't in `printed` behind the ones before it; None when all are."""
    lines = iter(printed.splitlines())
    for want in expected:
        if want.strip() in ("", "..."):
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in want.rstrip().split("...")))
        if not any(pattern.fullmatch(line.rstrip()) for line in lines):
            return want
    return None


class Shell:
    def __init__(self):
        self.process = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)

    def run(self, command):
        """Returns (exit code, printed text)."""
        self.process.stdin.write(f"{command}\necho {MARK}$?\n")
        self.process.stdin.flush()
        printed = ""
        for line in self.process.stdout:
            if MARK in line:
                before, code = line.split(MARK)
                return int(code), printed + before
            printed += line
        sys.exit(f"the shell ended in '{command}'; it printed\n{printed}")


def main():
    document = pathlib.Path(sys.argv[1])
    shell = Shell()
    ran = 0
    for line, language, file, body in blocks(document.read_text()):
        if language != "console":
            if file:
                code, directory = shell.run("pwd")
                target = pathlib.Path(directory.strip()) / file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(body)
            continue
        for number, command, expected in commands(body, line):
            wanted = 0
            stated = re.fullmatch(r"\[exit code (\d+)\]", expected[-1]) if expected else None
            if stated:
                wanted = int(stated.group(1))
                expected = expected[:-1]
            print(f"$ {command}", flush=True)
            code, printed = shell.run(command)
            print(printed, end="", flush=True)
            place = f"{document}:{number}"
            if code != wanted:
                sys.exit(f"{place}: '{command}' ends with {code}, not {wanted}")
            lost = missing(expected, printed)
            if lost is not None:
                sys.exit(f"{place}: '{command}' doesn't print\n{lost}")
            ran += 1
    if ran == 0:
        sys.exit(f"{document}: no commands")


if __name__ == "__main__":
    main()
