#!/usr/bin/env python3
"""Tests the form that sdk/docs/site/headers.py gives comments for Doxygen.

usage: headers_test.py FOLDER_OF_THE_SITE
"""
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1))
import headers  # noqa: E402


def staged(text, shares=False):
    return [line for line, _ in headers.stage_header(text, True, shares)]


class Headers(unittest.TestCase):
    def test_the_first_comment_is_on_the_file(self):
        self.assertEqual(staged("// About.\n#pragma once\n")[:2], ["/// \\file", "/// About."])

    def test_a_comment_is_on_overloads_and_on_functions_that_it_names(self):
        lines = staged("\n// Reads `a`; SetA writes.\nint A();\nint A(int b);\nvoid SetA();\nvoid Other();\n")
        comment = "/// Reads `a`; SetA writes."
        self.assertEqual(lines[1:], [comment, "int A();", comment, "int A(int b);", comment, "void SetA();", "void Other();"])

    def test_a_comment_on_a_group_is_on_all_its_functions(self):
        lines = staged("\n// Adds.\nint A() {\n  return 1;\n}\ntemplate <class T>\nT B();\n\nint C();\n", shares=True)
        self.assertEqual(lines.count("/// Adds."), 2)
        self.assertEqual(lines[lines.index("template <class T>") - 1], "/// Adds.")

    def test_a_comment_behind_a_declaration_goes_on_in_its_column(self):
        lines = staged("\nenum E {\n  kA,  // first\n       // and more\n  kB,\n};\n")
        self.assertEqual(lines[2:4], ["  kA,  ///< first", "       ///< and more"])

    def test_comments_in_bodies_and_before_empty_lines_stay(self):
        text = "\n// ---- Part ----\n\nint A() {\n  // Now.\n  return 1;  // one\n}\n"
        self.assertEqual("\n".join(staged(text)) + "\n", text)

    def test_signs_of_doxygen_are_text_outside_of_code(self):
        self.assertIn("/// a\\<b\\> of \\@x, `c<d>`", staged("\n// a<b> of @x, `c<d>`\nint A();\n"))

    def test_an_example_is_code(self):
        self.assertEqual(staged("// So:\n//\n//   f(x);\n// End.\n#pragma once\n")[1:-1],
                         ["/// So:", "/// ", "/// ```", "///   f(x);", "/// ```", "/// End."])

    def test_special_members_get_a_standard_description(self):
        lines = staged("\nclass OPDK_API A {\n public:\n  ~A();\n  A(const A&) = delete;\n  A(A&&) noexcept;\n};\n")
        self.assertEqual([line.strip() for line in lines if "///" in line],
                         ["/// Destroys the object.", "/// Deleted.", "/// Moves."])

    def test_functions_without_a_comment_get_the_given_description(self):
        lines = [line for line, _ in headers.stage_header("\nint A();\n// B.\nint B();\n", True, False, {"A": "Works.", "B": "No."})]
        self.assertEqual(lines[1:], ["/// Works.", "int A();", "/// B.", "int B();"])

    def test_functions_of_c_are_read(self):
        lines = staged("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n// A.\nint A();\n#ifdef __cplusplus\n}\n#endif\n")
        self.assertIn("/// A.", lines)

    def test_lines_keep_their_numbers(self):
        numbers = [number for _, number in headers.stage_header("// A.\n\n// B.\nint A();\nint A(int);\n", True, False)]
        self.assertEqual(numbers, [0, 0, 1, 2, 3, 4, 4])


if __name__ == "__main__":
    unittest.main()
