// Explanations of wrong results. The kernels are right: the cases expect the results of wrong kernels, or the other way
// round. Cures and faults of real kernels: checks/broken_operators_test.cc.
#include "sdk/tools/verify/explain/explain_case.h"

#include <gmock/gmock.h>

#include "tests/sdk/tools/verify/builtin_harness.h"

namespace opdk::verify {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> Explained(const std::string& yaml, ge::DataType dtype = ge::DT_FLOAT) {
  const auto cases = ReadCases(yaml, "explain.yaml");
  if (!cases.ok()) return {cases.status().ToString()};
  const auto explanations = ExplainCase(cases->front(), dtype, ReferenceEngine().name, BuiltInHarness());
  if (!explanations.ok()) return {explanations.status().ToString()};
  std::vector<std::string> texts;
  for (const Explanation& each : *explanations) texts.push_back(each.text);
  return texts;
}

TEST(ExplainCase, PassingCasesHaveNoExplanation) {
  EXPECT_THAT(
      Explained("Sub: [{name: a, inputs: {x1: {data: [5, 7]}, x2: {data: [2, 3]}}, expect: {y: {data: [3, 4]}}}]"),
      IsEmpty());
}

struct FaultRow {
  const char* name;
  const char* yaml;
  const char* text;
  ge::DataType dtype = ge::DT_FLOAT;
};
void PrintTo(const FaultRow& row, std::ostream* out) { *out << row.name; }

const FaultRow kFaultRows[] = {
    {"ExchangedInputs",
     "Sub: [{name: a, inputs: {x1: {data: [5, 7]}, x2: {data: [2, 4]}}, expect: {y: {data: [-3, -3]}}}]",
     "it would give what is right if x1 and x2 were exchanged"},
    {"SignOfAnAttribute",
     "LeakyRelu: [{name: a, inputs: {x: {data: [-2, -4, 1]}}, attrs: {negative_slope: 0.25}, expect: {y: {data: [0.5, "
     "1, "
     "1]}}}]",
     "it would give what is right if negative_slope had the other sign"},
    {"AnotherDefault", "LeakyRelu: [{name: a, inputs: {x: {data: [-2, -4, 1]}}, expect: {y: {data: [-0.2, -0.4, 1]}}}]",
     "it would give what is right if the default of negative_slope were 0.1"},
    {"CutIntegers",
     "Abs: [{name: a, inputs: {x: {dtype: int64, data: [4294967297, 7, 8589934594]}}, expect: {y: {dtype: int64, data: "
     "[1, "
     "7, 2]}}}]",
     "it would give what is right if x were cut to 32 bits", ge::DT_INT64},
    {"WhereTheInputIsNegative",
     "Abs: [{name: a, inputs: {x: {data: [-1, 2, -3, 4, 5, 6]}}, expect: {y: {data: [7, 2, 9, 4, 5, 6]}}}]",
     "output y is wrong only where x is negative"},
    {"WhereSignsDiffer",
     "Mul: [{name: a, inputs: {x1: {data: [1, 2, -3, -4]}, x2: {data: [1, -2, 3, -4]}}, expect: {y: {data: [1, -9, -8, "
     "16]}}}]",
     "output y is wrong only where the signs of x1 and x2 differ"},
    {"ASumThatIsNotReset", "Relu: [{name: a, inputs: {x: {data: [1, 3, 6, 10]}}, expect: {y: {data: [1, 2, 3, 4]}}}]",
     "output y: each result carries on from the previous one: a sum isn't reset"},
    {"ABias",
     "Relu: [{name: a, inputs: {x: {data: [1.0001, 2.0001, 3.0001, 4.0001]}}, expect: {y: {data: [1, 2, 3, 4]}}}]",
     "wrong elements are always off by a little to one side, too large"},
    {"NothingComputed", "Abs: [{name: a, inputs: {x: {data: [3, 4]}}, expect: {y: {data: [5, 6]}}}]",
     "it is x unchanged"},
    {"TheShapeOfAnotherAxis",
     "ConcatD: [{name: a, inputs: {x: [{shape: [1, 2], data: [1, 2]}, {shape: [1, 2], data: [3, 4]}]}, attrs: "
     "{concat_dim: 0}, "
     "expect: {y: {shape: [1, 4], data: [1, 2, 3, 4]}}}]",
     "inference would give what is expected if concat_dim were 1"},
};

class EachFault : public testing::TestWithParam<FaultRow> {};

TEST_P(EachFault, IsExplained) {
  EXPECT_THAT(Explained(GetParam().yaml, GetParam().dtype), Contains(HasSubstr(GetParam().text)));
}

INSTANTIATE_TEST_SUITE_P(ExplainCase, EachFault, testing::ValuesIn(kFaultRows),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace opdk::verify
