#!/usr/bin/env python3
"""Tests the findings of includes.py on small trees."""
import pathlib
import tempfile
import unittest

import includes

TABLE = """
ground/**
first/*      only ground
second       # any
third only first/a
first
fifth only first/.
"""


def findings(**files):
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for name, included in files.items():
            file = root / (name.replace("__", "/") + ".h")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f'#include "{i}"\n' for i in included))
        names = sorted(str(f.relative_to(root)) for f in root.rglob("*.h"))
        return list(includes.check(root, names, includes.Table(TABLE)))


class Includes(unittest.TestCase):
    def test_a_folder_listed_above_may_be_included(self):
        self.assertEqual(findings(ground__deep__x=[], first__a__y=["ground/deep/x.h"], second__z=["first/a/y.h"]), [])

    def test_a_folder_listed_below_may_not_be_included(self):
        found = findings(first__a__y=["second/z.h"], second__z=[])
        self.assertEqual(len(found), 1)
        self.assertIn("first/a/y.h:1: includes 'second/z.h'", found[0])

    def test_folders_of_one_pattern_may_not_include_each_other(self):
        self.assertEqual(len(findings(first__a__y=["first/b/y.h"], first__b__y=[])), 1)
        self.assertEqual(findings(first__a__y=["first/a/z.h"], first__a__z=[]), [])

    def test_only_leaves_the_folders_that_it_names(self):
        self.assertEqual(findings(third__z=["first/a/y.h"], first__a__y=[]), [])
        self.assertIn("third includes only first/a", findings(third__z=["second/y.h"], second__y=[])[0])

    def test_a_dot_names_a_folder_without_its_subfolders(self):
        self.assertEqual(findings(fifth__z=["first/y.h"], first__y=[]), [])
        self.assertIn("fifth includes only first/.", findings(fifth__z=["first/a/y.h"], first__a__y=[])[0])

    def test_a_folder_that_is_not_listed_is_a_finding(self):
        self.assertIn("doesn't stand in", findings(fourth__z=[])[0])
        self.assertIn("doesn't stand in", findings(second__sub__z=[])[0])

    def test_files_may_not_include_themselves_by_others(self):
        found = findings(second__a=["second/b.h"], second__b=["second/c.h"], second__c=["second/a.h"])
        self.assertEqual(found, ["second/a.h: includes itself: second/a.h -> second/b.h -> second/c.h -> second/a.h"])


if __name__ == "__main__":
    unittest.main()
