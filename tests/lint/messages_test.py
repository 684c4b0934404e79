#!/usr/bin/env python3
"""Tests the findings of messages.py on single calls."""
import unittest

import messages


def rules(text):
    return [rule for _, rule, _ in messages.findings_of(text)]


class Messages(unittest.TestCase):
    def test_text_without_a_subject_is_found(self):
        self.assertEqual(rules('return Status(ErrorCode::kUsage, "what was read is empty");'), ["subject"])
        self.assertEqual(rules('.Hint("Of all files the last one")'), ["subject"])
        self.assertEqual(rules('return Status(ErrorCode::kUsage, "the file is empty");'), [])

    def test_nobody_or_such_in_place_of_a_name_is_found(self):
        self.assertEqual(rules('Fail(code, "nobody has subscribed to it");'), ["name"])
        self.assertEqual(rules('Fail(code, "the call makes such; call it");'), ["name"])
        self.assertEqual(rules('Fail(code, "there is no such attribute");'), [])

    def test_sentence_of_more_than_25_words_is_found(self):
        words = " ".join(["word"] * 13)
        self.assertEqual(rules(f'Fail(fmt::format("{words} " "{words}", a, b));'), ["long"])
        self.assertEqual(rules(f'Fail(fmt::format("{words}; {words}"));'), [])

    def test_literals_of_other_calls_are_no_messages(self):
        self.assertEqual(rules('Log("what was read is empty");'), [])
        self.assertEqual(rules('Fail("a (b) \\"c\\" d"); Log("what was read is empty");'), [])

    def test_line_is_that_of_the_text(self):
        found = list(messages.findings_of('\nreturn Status(ErrorCode::kUsage,\n              "of no use at all");'))
        self.assertEqual(found, [(3, "subject", "of no use at all")])


if __name__ == "__main__":
    unittest.main()
