#!/usr/bin/env python3
"""Tests the findings of instantiations.py."""
import unittest

import instantiations
from instantiations import DISPATCHES, MOST_BYTES


class Instantiations(unittest.TestCase):
    def test_only_calls_that_compile_for_each_dtype_count(self):
        self.assertEqual(instantiations.dispatches_in("return opdk::Dispatch(All(), dtype, [&]<typename T>() {"), 1)
        self.assertEqual(instantiations.dispatches_in("  return Dispatch(A(), x, [&] { Dispatch(B(), y, f); });"), 2)
        for line in ("return opdk::DispatchArithmetic(All(), dtype, f);", "return opdk::DispatchBySize(dtype, f);",
                     "uint32_t Dispatch(Types<Ts...>, aicpu::DataType dtype, Body&& body) {", "// calls Dispatch(f)"):
            self.assertEqual(instantiations.dispatches_in(line), 0, line)

    def test_both_limits_hold(self):
        self.assertEqual(list(instantiations.findings_of(DISPATCHES, MOST_BYTES)), [])
        self.assertEqual(list(instantiations.findings_of(DISPATCHES, None)), [])
        self.assertIn("DispatchArithmetic", list(instantiations.findings_of(DISPATCHES + 1, None))[0])
        self.assertIn("lower DISPATCHES", list(instantiations.findings_of(DISPATCHES - 1, None))[0])
        self.assertIn("nm -S", list(instantiations.findings_of(DISPATCHES, MOST_BYTES + 1))[0])


if __name__ == "__main__":
    unittest.main()
