#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "graph_core/engines/ai_core/direct/strided_copy.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;

constexpr float kInf = std::numeric_limits<float>::infinity();

Tensor Input(int index, const Dims& shape, ge::DataType dtype = ge::DT_FLOAT) {
  return tbe::Placeholder(index, shape, dtype);
}

Tensor Softmax(const Tensor& x) {
  const Dims last = {x.rank() - 1};
  Tensor e = tbe::vexp(x - tbe::reduce_max(x, last, true));
  return e / tbe::reduce_sum(e, last, true);
}

Tensor LogSoftmax(const Tensor& x) {
  const Dims last = {x.rank() - 1};
  Tensor shifted = x - tbe::reduce_max(x, last, true);
  return shifted - tbe::vlog(tbe::reduce_sum(tbe::vexp(shifted), last, true));
}

std::string DescriptionOf(const std::vector<Tensor>& outputs, const std::vector<tbe::HostTensor>& inputs) {
  std::string description;
  auto results = RunCompiled(outputs, inputs, &description);
  return results.ok() ? description : results.status().ToString();
}

TEST(DirectKernels, SoftmaxOfRowsIsHandWrittenAndMatchesInterpreterAtEdgeSizes) {
  for (int64_t columns : {2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 127, 128, 129, 1009}) {
    for (int64_t rows : {2, 5}) {
      const Dims shape = {rows, columns};
      tbe::HostTensor value = Random(ge::DT_FLOAT, shape, -30, 30);
      EXPECT_NE(DescriptionOf({Softmax(Input(0, shape))}, {value}).find("hand-written softmax_rows"),
                std::string::npos);
      ExpectMatchesInterpreter({Softmax(Input(0, shape))}, {value}, 2e-6, 1e-7);
      ExpectMatchesInterpreter({LogSoftmax(Input(0, shape))}, {value}, 2e-6, 1);
    }
    ExpectMatchesInterpreter({Softmax(Input(0, {columns}))}, {Random(ge::DT_FLOAT, {columns})}, 2e-6, 1e-7);
  }
}

TEST(DirectKernels, SoftmaxTreatsNanAndInfinitiesAsItsFormulaDoes) {
  for (int64_t columns : {5, 16, 40, 300}) {
    std::vector<double> numbers(static_cast<size_t>(7 * columns), 0.5);
    auto row = [&](int64_t r) { return numbers.begin() + r * columns; };
    std::fill(row(0), row(1), -kInf);
    *row(1) = -kInf;
    *(row(2) + columns - 1) = std::nan("");
    *(row(3) + 1) = kInf;
    std::fill(row(4), row(5), -kInf);
    *(row(4) + 2) = std::nan("");
    std::fill(row(5), row(6), -kInf);
    *(row(5) + 3) = 3.0e38;
    *(row(6) + 1) = 95;  // the others' exponentials are denormal
    const tbe::HostTensor value = tbe::FromNumbers(ge::DT_FLOAT, {7, columns}, numbers);
    ExpectMatchesInterpreter({Softmax(Input(0, {7, columns}))}, {value}, 2e-6, 1e-30);
    ExpectMatchesInterpreter({LogSoftmax(Input(0, {7, columns}))}, {value}, 2e-6, 1);
  }
}

// Rows that are divided between threads: parts may hold no numbers at all, or a NaN among nothing.
TEST(DirectKernels, SoftmaxOfLongRowsJoinsParts) {
  const int64_t columns = 140001;
  std::vector<double> numbers(static_cast<size_t>(4 * columns));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(static_cast<double>(i)) * 20;
  auto row = [&](int64_t r) { return numbers.begin() + r * columns; };
  std::fill(row(1), row(1) + 100000, -kInf);
  std::fill(row(2), row(2) + 100000, -kInf);
  *(row(2) + 7) = std::nan("");
  *(row(3) + 139999) = kInf;
  const tbe::HostTensor value = tbe::FromNumbers(ge::DT_FLOAT, {4, columns}, numbers);
  ExpectMatchesInterpreter({Softmax(Input(0, {4, columns}))}, {value}, 2e-5, 1e-9);
  ExpectMatchesInterpreter({LogSoftmax(Input(0, {4, columns}))}, {value}, 2e-5, 1);
}

TEST(DirectKernels, SoftmaxTakesScaleAndMaskAlong) {
  for (int64_t n : {3, 16, 37, 200}) {
    const Dims shape = {2, 3, 4, n};
    Tensor x = Input(0, shape);
    const tbe::HostTensor value = Random(ge::DT_FLOAT, shape), mask = Random(ge::DT_FLOAT, {2, 1, 1, n}, -9, 0, 2);
    Tensor scale = tbe::broadcast(tbe::Param(0.125, ge::DT_FLOAT), shape);
    const std::vector<Tensor> forms = {Softmax(x * scale), Softmax(x / scale),
                                       Softmax(x * scale + Input(1, {2, 1, 1, n})), Softmax(Input(1, {4, n}) + x),
                                       LogSoftmax(x + Input(1, {3, 1, n}))};
    for (const Tensor& form : forms) {
      std::vector<tbe::HostTensor> inputs = {value};
      if (&form - forms.data() == 2) inputs.push_back(mask);
      if (&form - forms.data() == 3) inputs.push_back(Random(ge::DT_FLOAT, {4, n}, -9, 0, 2));
      if (&form - forms.data() == 4) inputs.push_back(Random(ge::DT_FLOAT, {3, 1, n}, -9, 0, 2));
      EXPECT_NE(DescriptionOf({form}, inputs).find("hand-written"), std::string::npos) << &form - forms.data();
      ExpectMatchesInterpreter({form}, inputs, 1e-5, 1e-3);
    }
  }
}

TEST(DirectKernels, OtherKernelsThanSoftmaxOfFloatRowsAreGenerated) {
  Tensor x = Input(0, {3, 20});
  Tensor e = tbe::vexp(x - tbe::reduce_max(x, {1}, true));
  const std::vector<Tensor> others = {e / tbe::reduce_sum(tbe::vexp(x), {1}, true), e / tbe::reduce_max(e, {1}, true),
                                      tbe::vexp(x) / tbe::reduce_sum(tbe::vexp(x), {1}, true), Softmax(x) * x,
                                      tbe::vexp(x - tbe::reduce_max(x, {0}, true))};
  const tbe::HostTensor value = Random(ge::DT_FLOAT, {3, 20});
  for (const Tensor& other : others) {
    EXPECT_EQ(DescriptionOf({other}, {value}).find("hand-written"), std::string::npos);
    ExpectMatchesInterpreter({other}, {value});
  }
  for (ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_DOUBLE}) {
    Tensor y = tbe::cast_to(Softmax(tbe::cast_to(Input(0, {3, 20}, dtype), ge::DT_FLOAT)), dtype);
    ExpectMatchesInterpreter({y}, {Random(dtype, {3, 20})}, 1e-2);
  }
  ExpectMatchesInterpreter({Softmax(Input(0, {3, 20}, ge::DT_DOUBLE))}, {Random(ge::DT_DOUBLE, {3, 20})}, 1e-13);
}

TEST(DirectKernels, TransposesOfEveryElementSizeAreHandWrittenAndExact) {
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_INT64, ge::DT_FLOAT16, ge::DT_UINT8, ge::DT_BOOL}) {
    for (const Dims& d : {Dims{2, 3, 4}, Dims{2, 16, 16}, Dims{3, 17, 33}, Dims{2, 65, 3}, Dims{3, 3, 65},
                          Dims{1, 64, 67}, Dims{2, 130, 8}, Dims{2, 5, 131}}) {
      const tbe::HostTensor value = Random(dtype, d, 0, dtype == ge::DT_BOOL ? 2 : 100);
      for (const Dims& axes : {Dims{2, 0, 1}, Dims{0, 2, 1}, Dims{1, 0, 2}, Dims{2, 1, 0}}) {
        Tensor y = tbe::transpose(Input(0, d, dtype), axes);
        EXPECT_NE(DescriptionOf({y}, {value}).find("hand-written copy_runs"), std::string::npos);
        ExpectMatchesInterpreter({y}, {value}, 0);
      }
    }
  }
  const Dims d = {3, 5, 2, 7, 2};
  for (const Dims& axes : {Dims{4, 3, 2, 1, 0}, Dims{0, 2, 1, 4, 3}, Dims{1, 0, 3, 2, 4}, Dims{2, 4, 0, 3, 1}}) {
    ExpectMatchesInterpreter({tbe::transpose(Input(0, d), axes)}, {Random(ge::DT_FLOAT, d)}, 0);
  }
}

TEST(DirectKernels, ManySlicesOfTheInnermostAxisAreHandWrittenAndExact) {
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_INT64, ge::DT_FLOAT16, ge::DT_UINT8}) {
    for (const int64_t pieces : {16, 129}) {
      const Dims d = {3, 5, pieces};
      const std::vector<Tensor> slices = tbe::split(Input(0, d, dtype), 2, Dims(std::vector<int64_t>(pieces, 1)));
      const tbe::HostTensor value = Random(dtype, d, 0, 100);
      EXPECT_NE(DescriptionOf(slices, {value}).find("hand-written copy_elements"), std::string::npos) << pieces;
      ExpectMatchesInterpreter(slices, {value}, 0);
    }
  }
}

TEST(DirectKernels, SlicesRepetitionsAndConcatenationsAreExact) {
  for (const Dims& d : {Dims{2, 3, 4}, Dims{3, 5, 17}, Dims{2, 7, 64}, Dims{5, 9, 130}}) {
    Tensor x = Input(0, d);
    const tbe::HostTensor value = Random(ge::DT_FLOAT, d), other = Random(ge::DT_FLOAT, {d[0], 1, d[2]}, -2, 2, 2);
    const std::vector<Tensor> forms = {
        tbe::slice(x, {0, 1, 1}, {d[0], 2, d[2] - 1}, {1, 1, 1}),
        tbe::slice(x, {0, d[1] - 1, 0}, d, {1, -1, 1}),
        tbe::transpose(tbe::slice(x, {1, 0, 0}, {1, d[1], d[2] - 1}, {1, 1, 1}), {2, 0, 1}),
        tbe::concat({x, Input(1, {d[0], 1, d[2]}), x}, 1),
        tbe::concat({tbe::transpose(x, {0, 2, 1}), tbe::transpose(x, {0, 2, 1})}, 0),
        tbe::broadcast(Input(1, {d[0], 1, d[2]}), {d[0], d[1], d[2]})};
    for (const Tensor& form : forms) {
      EXPECT_NE(DescriptionOf({form}, {value, other}).find("hand-written"), std::string::npos) << &form - forms.data();
      ExpectMatchesInterpreter({form}, {value, other}, 0);
    }
    // Several outputs of one kernel.
    ExpectMatchesInterpreter({tbe::slice(x, {0, 0, 0}, {d[0], 2, d[2]}, {1, 1, 1}),
                              tbe::slice(x, {0, 2, 0}, {d[0], d[1] - 2, d[2]}, {1, 1, 1})},
                             {value}, 0);
    // Gaps along the last axis are left to generated code, and so is a column among rows.
    const Tensor column = tbe::slice(x, {0, 0, 0}, {d[0], d[1], 1}, {1, 1, 1});
    for (const Tensor& generated :
         {tbe::slice(x, {0, 0, 0}, {d[0], d[1], d[2] / 2}, {1, 1, 2}), tbe::concat({column, x}, 2)}) {
      EXPECT_EQ(DescriptionOf({generated}, {value}).find("hand-written"), std::string::npos);
      ExpectMatchesInterpreter({generated}, {value}, 0);
    }
  }
}

TEST(DirectKernels, GathersAreHandWrittenAndExact) {
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_UINT8, ge::DT_DOUBLE, ge::DT_FLOAT16}) {
    for (const Dims& d : {Dims{5, 2, 3}, Dims{2, 5, 17}, Dims{3, 6, 64}, Dims{2, 9, 131}, Dims{1, 5, 1}}) {
      for (int64_t axis : {0, 1, 2}) {
        const int64_t extent = d[static_cast<size_t>(axis)];
        for (ge::DataType index : {ge::DT_INT64, ge::DT_INT32}) {
          const auto low = static_cast<double>(-extent), high = static_cast<double>(extent);
          Tensor y = tbe::gather(Input(0, d, dtype), Input(1, {3, 7}, index), axis);
          ExpectMatchesInterpreter({y}, {Random(dtype, d, 0, 100), Random(index, {3, 7}, low, high)}, 0);
        }
      }
    }
  }
  const std::string description = DescriptionOf({tbe::gather(Input(0, {30, 40}), Input(1, {9}, ge::DT_INT64), 0)},
                                                {Random(ge::DT_FLOAT, {30, 40}), Random(ge::DT_INT64, {9}, 0, 30)});
  EXPECT_NE(description.find("hand-written gather_runs"), std::string::npos) << description;
}

// Larger than the caches: written past them.
TEST(DirectKernels, LargeTranspositionsAreExact) {
  for (int64_t columns : {2064, 2065}) {
    const int64_t rows = static_cast<int64_t>(MachineCaches().l3 / 4) / 2 / columns * 2 + 3;
    std::vector<uint32_t> from(static_cast<size_t>(rows * columns)), to(from.size() + 16);
    std::iota(from.begin(), from.end(), 0U);
    auto* target = to.data() + (16 - reinterpret_cast<uintptr_t>(to.data()) / 4 % 16) % 16;
    StridedCopy copy({{columns, rows, 1}, {rows, 1, columns}}, 4, FunctionsOf(*TargetIsa()));
    copy.Run(reinterpret_cast<std::byte*>(target), reinterpret_cast<const std::byte*>(from.data()));
    size_t wrong = 0;
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < rows; ++i)
        wrong += target[j * rows + i] != static_cast<uint32_t>(i * columns + j) ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U) << columns;
  }
}

TEST(TargetIsaDeathTest, RefusesAnUnknownOrMissingInstructionSet) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto ask = [](const char* name) {
    setenv("OPDK_ISA", name, 1);
    auto isa = TargetIsa();
    std::fprintf(stderr, "%s", isa.ok() ? Name(*isa) : isa.status().ToString().c_str());
    std::_Exit(isa.ok() ? 0 : 1);
  };
  EXPECT_EXIT(ask("sse9"), ::testing::ExitedWithCode(1), "E1001.*OPDK_ISA=sse9 names no instruction set");
  EXPECT_EXIT(ask("baseline"), ::testing::ExitedWithCode(0), "baseline");
}

TEST(DirectKernels, PadsAreRunsBetweenRunsOfTheNumber) {
  const Dims shape = {3, 4, 21};
  for (ge::DataType dtype : {ge::DT_INT8, ge::DT_FLOAT16, ge::DT_BF16, ge::DT_FLOAT, ge::DT_INT64, ge::DT_DOUBLE}) {
    const tbe::HostTensor value = Random(dtype, shape, -9, 9);
    const Tensor x = Input(0, shape, dtype);
    for (const auto& [before, after] : {std::pair<Dims, Dims>{{1, 2, 3}, {0, 1, 40}},
                                        {{0, -1, 2}, {2, -1, -5}},
                                        {{0, 0, -20}, {0, 0, 7}},
                                        {{-2, 1, 0}, {5, 0, 0}},
                                        {{0, 0, 30}, {0, 0, -21}},
                                        {{9, 0, 0}, {-2, 3, 0}}}) {
      SCOPED_TRACE(::testing::Message() << "dtype " << dtype << " before " << ::testing::PrintToString(before));
      const Tensor y = tbe::pad(x, before, after, -3);
      EXPECT_NE(DescriptionOf({y}, {value}).find("hand-written pad_runs"), std::string::npos);
      ExpectMatchesInterpreter({y}, {value}, 0);
    }
  }
  // A number that isn't part of the kernel, several threads' work, and what isn't a pad of an input.
  const Dims large = {40, 33, 57};
  const tbe::HostTensor value = Random(ge::DT_FLOAT, large);
  const Tensor x = Input(0, large), fill = tbe::Param(std::numeric_limits<double>::infinity(), ge::DT_FLOAT);
  ExpectMatchesInterpreter({tbe::pad(x, {1, 1, 1}, {1, 1, 1}, fill)}, {value}, 0);
  ExpectMatchesInterpreter({tbe::pad(x, {3, 0, 0}, {0, 0, 0}, fill) + 1.0}, {value}, 0);
  EXPECT_EQ(DescriptionOf({tbe::pad(x + 1.0, {1, 1, 1}, {1, 1, 1})}, {value}).find("pad_runs"), std::string::npos);
}

TEST(DirectKernels, SumsOfRowsAreHandWrittenAndMatchInterpreterAtEdgeSizes) {
  for (int64_t rows : {2, 7, 8, 9, 17, 300}) {
    for (int64_t columns : {2, 3, 15, 16, 17, 33, 1000, 4097}) {
      const Dims shape = {rows, columns};
      const tbe::HostTensor value = Random(ge::DT_FLOAT, shape);
      const Tensor y = tbe::reduce_sum(Input(0, shape), {0});
      EXPECT_NE(DescriptionOf({y}, {value}).find("hand-written sum_rows"), std::string::npos);
      ExpectMatchesInterpreter({y}, {value}, 1e-6, 30);
    }
  }
  const Dims batched = {3, 40, 21};
  ExpectMatchesInterpreter({tbe::reduce_sum(Input(0, batched), {1})}, {Random(ge::DT_FLOAT, batched)}, 1e-6, 10);
}

TEST(DirectKernels, SumsOfRowsSpreadNanAndInfinities) {
  const Dims shape = {19, 18};
  std::vector<double> numbers(19 * 18, 0.5);
  numbers[3 * 18 + 2] = numbers[0] = kInf;
  numbers[12 * 18 + 2] = -kInf;
  numbers[18 * 18 + 17] = std::numeric_limits<double>::quiet_NaN();
  ExpectMatchesInterpreter({tbe::reduce_sum(Input(0, shape), {0})}, {tbe::FromNumbers(ge::DT_FLOAT, shape, numbers)});
}

}  // namespace
}  // namespace opdk::tests
