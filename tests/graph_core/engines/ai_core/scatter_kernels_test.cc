#include <gtest/gtest.h>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Placeholder;
using tbe::Tensor;

// Ids from outside the rows on both sides, some several times, some never.
tbe::HostTensor Ids(ge::DataType dtype, const Dims& shape, int64_t rows) {
  return Random(dtype, shape, -2, static_cast<double>(rows) + 2, 7);
}

TEST(ScatterKernels, SegmentsMatchInterpreterAtEdgeSizes) {
  for (const Dims& shape : {Dims{1}, Dims{37}, Dims{0}, Dims{5, 1}, Dims{9, 16}, Dims{20, 17}, Dims{1, 5}, Dims{0, 3},
                            Dims{6, 3, 4}, Dims{100, 129}}) {
    for (int64_t rows : {1, 2, 13}) {
      SCOPED_TRACE(::testing::PrintToString(shape) + " to rows: " + std::to_string(rows));
      Tensor x = Placeholder(0, shape, ge::DT_FLOAT), ids = Placeholder(1, {shape[0]}, ge::DT_INT32);
      const std::vector<tbe::HostTensor> values = {Random(ge::DT_FLOAT, shape), Ids(ge::DT_INT32, {shape[0]}, rows)};
      ExpectMatchesInterpreter({tbe::unsorted_segment_sum(x, ids, rows), tbe::unsorted_segment_mean(x, ids, rows, 7)},
                               values);
      ExpectMatchesInterpreter({tbe::unsorted_segment_max(x, ids, rows), tbe::unsorted_segment_min(x, ids, rows, -3),
                                tbe::unsorted_segment_prod(x, ids, rows)},
                               values);
    }
  }
}

TEST(ScatterKernels, IdsOfHigherRankAndComputedUpdatesMatchInterpreter) {
  Tensor x = Placeholder(0, {3, 4, 18}, ge::DT_FLOAT), ids = Placeholder(1, {3, 4}, ge::DT_INT64);
  ExpectMatchesInterpreter({tbe::vexp(tbe::unsorted_segment_sum(tbe::vabs(x) * 0.5, ids, 5)) + 1},
                           {Random(ge::DT_FLOAT, {3, 4, 18}), Ids(ge::DT_INT64, {3, 4}, 5)});
}

TEST(ScatterKernels, RowsInPlaceMatchInterpreter) {
  for (const Dims& base : {Dims{7}, Dims{7, 33}, Dims{1, 20}, Dims{5, 3, 4}}) {
    Dims shape = base;
    shape[0] = 11;
    Tensor lhs = Placeholder(0, base, ge::DT_FLOAT), ids = Placeholder(1, {11}, ge::DT_INT32),
           rhs = Placeholder(2, shape, ge::DT_FLOAT);
    ExpectMatchesInterpreter(
        {tbe::inplace_add(lhs, ids, rhs), tbe::inplace_sub(lhs, ids, rhs), tbe::inplace_update(lhs, ids, rhs)},
        {Random(ge::DT_FLOAT, base), Ids(ge::DT_INT32, {11}, base[0]), Random(ge::DT_FLOAT, shape, -2, 2, 3)}, 1e-5, 1);
  }
}

TEST(ScatterKernels, IdsBeyondInt32AreDropped) {
  Tensor x = Placeholder(0, {3, 4}, ge::DT_INT32), ids = Placeholder(1, {3}, ge::DT_INT64);
  ExpectMatchesInterpreter(
      {tbe::unsorted_segment_sum(x, ids, 3)},
      {Random(ge::DT_INT32, {3, 4}), tbe::FromNumbers(ge::DT_INT64, {3}, {4294967297.0, 1, -4294967295.0})}, 0);
}

}  // namespace
}  // namespace opdk::tests
