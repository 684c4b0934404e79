#!/usr/bin/env python3
"""Runs tidy.py on small trees with this tree's .clang-tidy.

usage: tidy_test.py CLANG_TIDY
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLANG_TIDY = sys.argv.pop() if len(sys.argv) > 1 else "clang-tidy"


def judge(source, configuration=None):
    """Returns the exit code and the text of tidy.py for a tree of one source."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "build").mkdir()
        (root / ".clang-tidy").write_text(configuration or (HERE.parents[1] / ".clang-tidy").read_text())
        (root / "a.cc").write_text(source)
        command = {"directory": directory, "file": f"{directory}/a.cc", "command": f"c++ -std=c++20 -c {directory}/a.cc"}
        (root / "build/compile_commands.json").write_text(json.dumps([command]))
        ran = subprocess.run([sys.executable, HERE / "tidy.py", root, root / "build", CLANG_TIDY, "a.cc"],
                             capture_output=True, text=True)
        return ran.returncode, ran.stdout


class Tidy(unittest.TestCase):
    def test_a_clean_source_passes(self):
        self.assertEqual(judge("int* Nothing() { return nullptr; }\n")[0], 0)

    def test_a_finding_fails(self):
        code, text = judge("int* Nothing() { return 0; }\n")
        self.assertEqual(code, 1)
        self.assertIn("modernize-use-nullptr", text)

    def test_a_parameter_that_a_macro_of_cann_hands_over_by_value_passes(self):
        wide = "struct Wide { Wide(const Wide&); int n; };\n"
        by_value = "int Number({0} wide) {{ return wide.n; }}\n"
        self.assertEqual(judge("namespace op { " + wide + "}\n" + by_value.format("op::Wide"))[0], 0)
        self.assertEqual(judge(wide + by_value.format("Wide"))[0], 1)

    def test_a_configuration_that_cannot_be_read_fails(self):
        code, text = judge("int* Nothing() { return nullptr; }\n", "CheckOptions: text\n")
        self.assertEqual(code, 1)
        self.assertIn(".clang-tidy", text)


if __name__ == "__main__":
    unittest.main()
