#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> kValues = {kNan, kInf, -kInf, 1.0, 0.0};

// Compares every pair of the values, in a kernel of one element and in a kernel with vectors and a rest.
void ExpectComparesAsTheInterpreter(ge::DataType dtype, const char* op) {
  for (double a : kValues) {
    for (double b : kValues) {
      SCOPED_TRACE(::testing::Message() << a << ' ' << op << ' ' << b);
      const tbe::Tensor x = tbe::Placeholder(0, {}, dtype), y = tbe::Placeholder(1, {}, dtype);
      ExpectMatchesInterpreter({tbe::vcmp(x, y, op)},
                               {tbe::FromNumbers(dtype, {}, {a}), tbe::FromNumbers(dtype, {}, {b})});
    }
  }
  std::vector<double> left, right;
  for (double a : kValues) {
    for (double b : kValues) left.push_back(a), right.push_back(b);
  }
  const tbe::Dims shape = {static_cast<int64_t>(left.size())};
  const tbe::Tensor x = tbe::Placeholder(0, shape, dtype), y = tbe::Placeholder(1, shape, dtype);
  ExpectMatchesInterpreter({tbe::vcmp(x, y, op)},
                           {tbe::FromNumbers(dtype, shape, left), tbe::FromNumbers(dtype, shape, right)});
}

TEST(Comparisons, OfNanAreFalseInVectorsAndInKernelsWithoutAxes) {
  for (const char* op : {"lt", "le", "gt", "ge", "eq", "ne"}) ExpectComparesAsTheInterpreter(ge::DT_FLOAT, op);
}

TEST(Comparisons, WithConstantsKeepNan) {
  for (auto dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_DOUBLE}) {
    for (const char* op : {"lt", "ge"}) {
      SCOPED_TRACE(::testing::Message() << op << " of type " << dtype);
      const tbe::Tensor x = tbe::Placeholder(0, {}, dtype);
      ExpectMatchesInterpreter({tbe::vcmp(tbe::vabs(x), tbe::Const(kInf, dtype), op)},
                               {tbe::FromNumbers(dtype, {}, {kNan})});
    }
  }
}

}  // namespace
}  // namespace opdk::tests
