#!/usr/bin/env python3
"""Tests the findings of stems.py on lists of files."""
import unittest

import stems


def findings(*names, known=()):
    return list(stems.findings_of(names, set(known)))


class Stems(unittest.TestCase):
    def test_test_in_the_mirror_of_its_source_is_right(self):
        self.assertEqual(findings("graph_core/ir/text.cc", "tests/graph_core/ir/text_test.cc"), [])

    def test_test_elsewhere_in_the_room_is_found(self):
        found = findings("graph_core/ir/text.cc", "tests/graph_core/ir/messages/text_test.cc")
        self.assertEqual(len(found), 1)
        self.assertIn("is tested in tests/graph_core/ir: move", found[0])
        self.assertEqual(len(findings("sdk/tools/cli/new.cc", "tests/sdk/tools/author/new_test.cc")), 1)

    def test_test_above_the_mirror_of_its_source_is_right(self):
        self.assertEqual(findings("plugins/onnx/parser/mapping.cc", "tests/plugins/onnx/mapping_test.cc"), [])

    def test_stem_of_another_room_is_no_finding(self):
        self.assertEqual(findings("graph_core/execution/memory.cc", "tests/graph_core/acl/memory_test.cc"), [])

    def test_stem_of_another_language_is_no_finding(self):
        self.assertEqual(findings("sdk/tools/onnxruntime/session.cc", "tests/sdk/tools/python/session_test.py"), [])

    def test_test_of_a_behaviour_may_lie_anywhere(self):
        self.assertEqual(findings("graph_core/ir/text.cc", "tests/graph_core/ir/everything_test.cc"), [])

    def test_headers_and_sources_of_the_api_have_one_mirror(self):
        for source in ("sdk/api/src/tbe/hash.cc", "sdk/api/include/tbe/hash.h"):
            self.assertEqual(findings(source, "tests/sdk/api/tbe/hash_test.cc"), [], source)
            self.assertEqual(len(findings(source, "tests/sdk/api/graph/hash_test.cc")), 1, source)
        self.assertEqual(findings("sdk/api/include/opdk/status.h", "tests/sdk/api/status_test.cc"), [])

    def test_known_test_is_no_finding_until_it_is_right(self):
        test = "tests/graph_core/ir/messages/text_test.cc"
        self.assertEqual(findings("graph_core/ir/text.cc", test, known=[test]), [])
        self.assertIn("remove it from KNOWN", findings("graph_core/ir/other.cc", test, known=[test])[0])


if __name__ == "__main__":
    unittest.main()
