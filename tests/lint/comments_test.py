#!/usr/bin/env python3
"""Tests the findings of comments.py in each language."""
import pathlib
import tempfile
import unittest

import comments

LONG = "x" * 120


def found(name, text):
    """Returns "line rule" of each finding in a file of this name."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / name).write_text(text)
        return [f"{finding.line} {finding.rule}" for _, finding in comments.findings_in(root, [name])]


class Comments(unittest.TestCase):
    def test_comment_without_a_subject_is_found_in_each_language(self):
        for name in ("a.py", "CMakeLists.txt", "a.cmake", "a.sh", "a.yaml"):
            self.assertEqual(found(name, "a = 1\n# What it does\n"), ["2 subject"], name)
        self.assertEqual(found("a.cc", "int a;\n// What it does\n"), ["2 subject"])

    def test_comment_on_a_function_begins_with_a_verb(self):
        behind = {"a.py": "def run():\n    pass", "a.cmake": "function(run)", "a.sh": "run() {\n", "a.cc": "int Run();"}
        for name, code in behind.items():
            mark = "//" if name == "a.cc" else "#"
            for words, expected in (("The runner.", ["5 verb"]), ("Runs it.", []), ("This runs it.", ["5 verb"])):
                self.assertEqual(found(name, f"\n\n\n\n{mark} {words}\n{code}\n"), expected, (name, words))

    def test_docstring_of_a_function_begins_with_a_verb(self):
        self.assertEqual(found("a.py", 'def run():\n    """The runner."""\n'), ["2 verb"])
        self.assertEqual(found("a.py", 'def run():\n    """Runs it."""\n'), [])
        self.assertEqual(found("a.py", '@property\ndef name():\n    """Name of it."""\n'), [])
        self.assertEqual(found("a.py", 'class Runner:\n    """The runner."""\n'), [])
        self.assertEqual(found("a.py", '"""What it does."""\n'), ["1 subject"])

    def test_wide_comment_is_found(self):
        for name, text in (("a.py", f"# {LONG}"), ("a.sh", f"# {LONG}"), ("a.cmake", f"set(a)  # {LONG}"),
                           ("a.py", f'"""Runs.\n\n{LONG}x\n"""'), ("a.cc", f"// {LONG}")):
            self.assertEqual([rule.split()[1] for rule in found(name, text + "\n")], ["wide"], text)

    def test_code_is_no_comment(self):
        self.assertEqual(found("a.py", f'a = """\n# What it is {LONG}\n"""\nb = "# {LONG}"\n'), [])
        self.assertEqual(found("a.sh", f'#!/bin/sh\necho "# {LONG}"\n'), [])
        self.assertEqual(found("a.txt", "# What it is\n"), [])

    def test_script_without_a_suffix_is_known_by_its_first_line(self):
        self.assertEqual(found("run", "#!/usr/bin/env bash\n# What it does\n"), ["2 subject"])
        self.assertEqual(found("run", "# What it does\n"), [])


if __name__ == "__main__":
    unittest.main()
