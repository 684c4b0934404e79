// The comparison of a tensor with the expected one by a named standard, and all its details.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/cases/standard.h"
#include "sdk/tools/verify/compare/error_metrics.h"
#include "sdk/tools/verify/compare/pattern.h"

namespace opdk::verify {

// A wrong element as text.
struct BadElement {
  std::string index;   // "[2, 0, 5]"
  std::string actual;  // shortest decimal and bits
  std::string expected;
  double abs = 0;
  double rel = 0;
  int64_t ulp = 0;
  bool same_class = true;  // false: NaN for a number, …; then abs, rel and ulp are meaningless
  int64_t place = 0;       // row-major
};

struct Comparison {
  bool passed = false;
  // Difference from the expected tensor, one sentence; "" when passed.
  std::string reason;
  std::string standard;  // Standard::Describe()
  ErrorMetrics metrics;
  int64_t bad = 0;                // elements that the standard refuses on their own
  std::vector<BadElement> first;  // at most kShown, in order
  std::vector<BadElement> worst;  // at most kShown, the worst first: another class before any number
  std::string pattern;            // GuessPattern of the bad elements
  HeatMap heat;                   // empty when nothing is bad
  std::vector<bool> wrong;        // whether each element is bad; in no report, empty when nothing is bad

  // Returns the reason with the worst elements and the metrics, several lines, for a terminal.
  std::string Explain() const;
};
inline constexpr size_t kShownElements = 10;

// Compares dtype, shape and size, then every element. `reference`: a second result of the same dtype and shape (another
// engine's), with whose error double_benchmark compares. Without `reference` that standard fails and says so.
Comparison Compare(const ge::Tensor& actual, const CaseTensor& expected, const Standard& standard,
                   const ge::Tensor* reference = nullptr);

// Returns "" if dtype and shape agree, else the expected and the actual ones.
std::string CompareDescs(const ge::TensorDesc& actual, const ge::TensorDesc& expected);

// Returns "" if the two tensors have the same dtype, shape and bits, else the first difference. All NaNs are equal:
// IEEE 754 leaves open which NaN an operation gives.
std::string CompareBits(const ge::Tensor& a, const ge::Tensor& b);

}  // namespace opdk::verify
