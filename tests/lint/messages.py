#!/usr/bin/env python3
"""Checks that error texts of C++ sources can be read: they name their subject, and their sentences are short.

usage: messages.py ROOT [PATH...]      prints each finding: "file:line: rule: text"

An error text is a literal in a call that makes an error or its next step: Status(ErrorCode::…), Hint(…), Fail(…),
Refuse(…), Because(…) and the others of MAKERS. A text of fewer than three words is a part of another one.
"""
import pathlib
import re
import subprocess
import sys

WORDS = 25
MAKERS = re.compile(r"\b(?:Status\(\s*(?:opdk::)?ErrorCode::|(?:Hint|Because|Fail|Refuse|Refused|RefuseNodes|InvalidNode|"
                    r"Invalid|Unsupported|Wrong|Error|ErrorAt|Problem|KERNEL_LOG_ERROR)\()")
# A text that begins with one of these has no subject.
NO_SUBJECT = re.compile(r"\s*(?:of|what|who|whom|whose|those|that|whether|by)\b", re.I)
# Words that stand for a thing that the text doesn't name.
RIDDLE = re.compile(r"\b(?:nobody\b|somebody\b|(?:makes|gives|and|are|writes) such(?=[;.,:]|$)|of what\b|what it\b)", re.I)
SENTENCE = re.compile(r"(?<=[.;:])\s")
# Texts that may stay as they are. The list only shrinks.
KNOWN = {
    ("graph_core/package/entries.cc", "of an unknown kind"),  # behind the entry's name
    ("sdk/api/src/tbe/op_params.cc", "of another type"),  # behind the attribute's name
}


def end_of_call(text, at):
    """Returns where the call whose arguments begin at `at` ends."""
    depth = 1
    while at < len(text) and depth:
        if text[at] == '"':
            at += 1
            while at < len(text) and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        depth += (text[at:at + 1] in "({") - (text[at:at + 1] in ")}") if text[at:at + 1] else 0
        at += 1
    return at


def literals_of(call):
    """Yields (offset, text) of each literal; literals side by side are one text."""
    joined, start, end = "", 0, None
    for literal in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', call):
        if end is None or call[end:literal.start()].strip():
            if joined:
                yield start, joined
            joined, start = "", literal.start()
        joined += literal[1]
        end = literal.end()
    if joined:
        yield start, joined


def messages_of(text):
    """Yields (line, text) of each error text, once each."""
    seen = set()
    for call in MAKERS.finditer(text):
        for offset, message in literals_of(text[call.end():end_of_call(text, call.end())]):
            at = call.end() + offset
            if at not in seen and len(message.split()) >= 3:
                seen.add(at)
                yield text.count("\n", 0, at) + 1, message


def findings_of(text):
    """Yields (line, rule, error text)."""
    for line, message in messages_of(text):
        if NO_SUBJECT.match(message) and not message[0].isspace():
            yield line, "subject", message
        elif RIDDLE.search(message):
            yield line, "name", message
        elif max(len(sentence.split()) for sentence in SENTENCE.split(message)) > WORDS:
            yield line, "long", message


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard",
                              *(sys.argv[2:] or ("*.h", "*.cc"))], check=True, capture_output=True, text=True).stdout
    names = [name for name in listing.splitlines() if not name.startswith(("tests/", "samples/"))]
    count, met = 0, set()
    for name in names:
        path = root / name
        for line, rule, message in findings_of(path.read_text()) if path.is_file() else ():
            met.add((name, message))
            if (name, message) not in KNOWN:
                count += 1
                print(f"{name}:{line}: {rule}: {message}")
    for name, message in sorted(KNOWN - met) if len(sys.argv) < 3 and KNOWN else ():
        count += 1
        print(f"{name}: '{message}' is mended: remove it from KNOWN in tests/lint/messages.py")
    print(f"messages: {count} to mend" if count else f"messages: {len(names)} files, nothing to say")
    return 1 if count or not names else 0


if __name__ == "__main__":
    sys.exit(main())
