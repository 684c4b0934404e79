// Whether a tensor is what is expected, by a named standard, and everything there is to say about it.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/cases/standard.h"
#include "sdk/tools/verify/compare/error_metrics.h"
#include "sdk/tools/verify/compare/pattern.h"

namespace opdk::verify {

// One element that isn't as expected, as text.
struct BadElement {
  std::string index;   // "[2, 0, 5]"
  std::string actual;  // shortest decimal and bits
  std::string expected;
  double abs = 0;
  double rel = 0;
  int64_t ulp = 0;
  bool same_class = true;  // false: NaN for a number, …; abs, rel and ulp say nothing then
  int64_t place = 0;       // row-major
};

struct Comparison {
  bool passed = false;
  // What isn't as expected, one sentence; "" when passed.
  std::string reason;
  std::string standard;  // Standard::Describe()
  ErrorMetrics metrics;
  int64_t bad = 0;                // elements that the standard refuses on their own
  std::vector<BadElement> first;  // at most kShown, in order
  std::vector<BadElement> worst;  // at most kShown, the worst first: another class before any number
  std::string pattern;            // GuessPattern of the bad elements
  HeatMap heat;                   // empty when nothing is bad
  std::vector<bool> wrong;        // by element: those that are bad; in no report, empty when nothing is

  // The reason with the worst elements and the metrics, several lines, for a terminal.
  std::string Explain() const;
};
inline constexpr size_t kShownElements = 10;

// dtype, shape and size first, then every element. `reference`: what double_benchmark compares the error with, a
// second result of the same dtype and shape (another engine's); without it that standard fails and says so.
Comparison Compare(const ge::Tensor& actual, const CaseTensor& expected, const Standard& standard,
                   const ge::Tensor* reference = nullptr);

// "" when dtype and shape agree, else what was expected and what came.
std::string CompareDescs(const ge::TensorDesc& actual, const ge::TensorDesc& expected);

// "" when the two tensors have the same dtype, shape and bits, else where they differ first. Which NaN an operation
// gives is left open by IEEE 754: any is the same as any other.
std::string CompareBits(const ge::Tensor& a, const ge::Tensor& b);

}  // namespace opdk::verify
