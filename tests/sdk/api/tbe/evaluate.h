// Shorthands for tests that evaluate expressions.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tbe/dsl.h"
#include "tbe/interpreter.h"

namespace tbe {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Returns the elements of `output`; empty after a test failure.
inline std::vector<double> ValuesOf(const Tensor& output, const std::vector<HostTensor>& inputs = {},
                                    const EvaluateOptions& options = {}) {
  opdk::Result<std::vector<HostTensor>> result = Evaluate({output}, inputs, options);
  if (!result.ok()) {
    ADD_FAILURE() << result.status().ToString();
    return {};
  }
  EXPECT_EQ((*result)[0].shape, output.shape());
  EXPECT_EQ((*result)[0].dtype, output.dtype());
  return ToNumbers((*result)[0]);
}

// Returns the message of the ExpressionError that `build` throws; "" if it throws none.
template <typename Build>
std::string ErrorOf(Build build) {
  try {
    build();
  } catch (const ExpressionError& error) {
    EXPECT_EQ(error.status().code(), opdk::ErrorCode::kExpression);
    return error.what();
  }
  return "";
}

// NaN equals NaN, and the signs of zeros count.
MATCHER_P(SameNumbers, expected, "") {
  if (arg.size() != expected.size()) return false;
  for (size_t i = 0; i < arg.size(); ++i) {
    const bool same = std::isnan(expected[i])
                          ? std::isnan(arg[i])
                          : arg[i] == expected[i] && std::signbit(arg[i]) == std::signbit(expected[i]);
    if (!same) {
      *result_listener << "element " << i << " is " << arg[i] << ", expected " << expected[i];
      return false;
    }
  }
  return true;
}

using Numbers = std::vector<double>;

}  // namespace tbe
