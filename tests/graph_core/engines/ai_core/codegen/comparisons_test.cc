#include <gtest/gtest.h>
#include <limits>
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"
namespace opdk::testing {
TEST(Comparisons, OfNanAreFalseInKernelsWithoutAxes) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (auto dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_DOUBLE})
  for (const tbe::Dims& shape : {tbe::Dims{}, tbe::Dims{1}, tbe::Dims{3}, tbe::Dims{9}}) {
    tbe::Tensor x = tbe::Placeholder(0, shape, dtype), y = tbe::Placeholder(1, shape, dtype);
    int64_t n = 1; for (auto e : shape) n *= e;
    for (double a : {nan, inf, -inf, 1.0, 0.0}) for (double b : {nan, inf, -inf, 1.0, 0.0}) {
    auto t = tbe::FromNumbers(dtype, shape, std::vector<double>(n, a)), u = tbe::FromNumbers(dtype, shape, std::vector<double>(n, b));
    SCOPED_TRACE(::testing::PrintToString(shape) + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(dtype));
    for (auto op : {"lt", "le", "gt", "ge", "eq", "ne"}) {
      SCOPED_TRACE(op);
    ExpectMatchesInterpreter({tbe::vcmp(x, y, op)}, {t, u});
    ExpectMatchesInterpreter({tbe::vcmp(tbe::vabs(x), y, op)}, {t, u});
    ExpectMatchesInterpreter({tbe::vcmp(tbe::vabs(x), tbe::Const(inf, dtype), op)}, {t});
    ExpectMatchesInterpreter({tbe::vcmp(x, tbe::Const(inf, dtype), op)}, {t});
    ExpectMatchesInterpreter({tbe::vcmp(x, tbe::Const(0.0, dtype), op)}, {t});
    }
    SCOPED_TRACE("maxmin");
    ExpectMatchesInterpreter({tbe::vmax(x, y)}, {t, u});
    ExpectMatchesInterpreter({tbe::vmin(x, y)}, {t, u});
    ExpectMatchesInterpreter({tbe::vrelu(x)}, {t});
    }
  }
}
}
