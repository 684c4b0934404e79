#!/usr/bin/env python3
"""Holds the root's README against what it shows: at most 80 lines; the operator's lines are those of samples/rms_norm;
the numbers of operators and of their cases are no greater than those of the programs, and not much less.

usage: readme.py ROOT OPDK OPDK_OP_TESTS
"""
import pathlib
import re
import subprocess
import sys

MAX_LINES = 80
MOST_BEHIND = 100  # operators and cases that came since the table was measured


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wrong_numbers(text, opdk, op_tests):
    """Returns the rows of the measured table whose numbers the programs contradict."""
    operators = re.search(r"^all +(\d+) +(\d+) +(\d+)$", output(opdk, "list", "--ir"), re.M).groups()
    cases = len(re.findall(r"^  ", output(op_tests, "--gtest_list_tests", "--gtest_filter=*OnAiCpu*"), re.M))
    right = {"operators of Ascend IR's": operators, "cases of built-in operators on AI CPU": (cases, cases)}
    for row, numbers in right.items():
        shown = re.findall(r"\d+", re.search(rf"^\| {row}.*", text, re.M)[0].split("`")[0].replace(",", ""))
        behind = [int(now) - int(then) for now, then in zip(numbers, shown)]
        if len(shown) != len(numbers) or min(behind) < 0 or max(behind) > MOST_BEHIND:
            yield f"README.md: '{row} …' has other numbers: {', '.join(map(str, numbers))}"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "README.md").read_text()
    findings = []
    if (lines := len(text.splitlines())) > MAX_LINES:
        findings.append(f"README.md: {lines} lines; {MAX_LINES} are the limit")
    shown = re.search(r"^## An operator in (\d+) lines$(.*?)^## ", text, re.M | re.S)
    files = {path: (root / "samples/rms_norm" / path).read_text() for path in re.findall(r"`(op_[\w/]+/norm/\S+?)`", shown[2])}
    if (count := sum(len(file.splitlines()) for file in files.values())) != int(shown[1]):
        findings.append(f"README.md: the operator has {count} lines, not {shown[1]}")
    for block in re.findall(r"^```cpp\n(.*?)^```$", shown[2], re.M | re.S):
        if block not in files.values():
            findings.append("README.md: a block is none of the sample's files")
    kernel = re.findall(r"^    ((?:const|return) .*)$", shown[2], re.M)
    findings += [f"README.md: the sample hasn't the line '{line}'" for line in kernel
                 if not any(line in file for file in files.values())]
    findings += wrong_numbers(text, *sys.argv[2:])
    print("\n".join(findings) if findings else f"{len(files)} files, {len(kernel)} lines of the kernel")
    return 1 if findings or len(files) != 3 or not kernel else 0


if __name__ == "__main__":
    sys.exit(main())
