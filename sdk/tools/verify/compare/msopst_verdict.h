// The verdict of CANN's msOpST on an output: its old rule, shown beside ours, never decisive.
#pragma once

#include <cstdint>
#include <string>

#include "graph/tensor.h"

namespace opdk::verify {

// msOpST's rule. Both tensors are cast to float32 (the real part of complex numbers). Only elements with a difference
// greater than 0 count, so a NaN never does. The error is |a - e| if that is below kMsopstElementLimit, else |a - e| /
// max(|a|, |e|, 2^-14 / limit). Pass: at most kMsopstBadShare of all elements are beyond the limit, and none of them
// reaches kMsopstLargest. Source: msOpST's compare_data.py.
struct MsopstVerdict {
  bool pass = false;
  double fulfilled = 0;  // percent of the elements within the limit
  double largest = 0;    // largest error beyond the limit

  // "Pass, 95.00 % within 0.01"; "Failed, 99.00 % within 0.01, largest error 0.2".
  std::string Describe() const;
};
inline constexpr float kMsopstElementLimit = 0.01F;
inline constexpr double kMsopstBadShare = 0.05;
inline constexpr double kMsopstLargest = 0.1;

// Judges tensors of any shape and dtype; another number of elements fails. False: a dtype without elements to compare.
bool JudgeAsMsopst(const ge::Tensor& actual, const ge::Tensor& expected, MsopstVerdict& verdict);

}  // namespace opdk::verify
