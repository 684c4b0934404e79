// References of complex cases, for expressions that treat the parts alike, with the built-in operators.
#include "sdk/tools/verify/golden/part_golden.h"

#include <gmock/gmock.h>

#include <string>

#include "sdk/tools/verify/run/run_case.h"
#include "tests/sdk/tools/verify/builtin_harness.h"

namespace opdk::verify {
namespace {

using testing::HasSubstr;

class PartByPart : public testing::Test {
 protected:
  CaseResult Run(const std::string& yaml) {
    const auto cases = ReadCases(yaml, "cases.yaml");
    if (!cases.ok()) return Failure(cases.status().ToString());
    return RunCase(cases->front(), ge::DT_COMPLEX64, kAiCpuEngine, harness_, {});
  }
  std::string GoldenSource(const std::string& yaml) { return Run(yaml).golden; }
  TestHarness harness_ = MakeBuiltInHarness();
};

constexpr const char* kPartByPart = "part by part";

TEST_F(PartByPart, JudgesWhatMovesAndAdds) {
  EXPECT_THAT(GoldenSource("TransposeD: [{name: a, inputs: {x: {shape: [2, 3], random: uniform}}, "
                           "attrs: {perm: [1, 0]}}]"),
              HasSubstr(kPartByPart));
  EXPECT_THAT(GoldenSource("Add: [{name: a, inputs: {x1: {shape: [2, 3], random: uniform}, "
                           "x2: {shape: [3], random: uniform}}}]"),
              HasSubstr(kPartByPart));
}

TEST_F(PartByPart, IsNotForProductsAndFunctions) {
  for (const char* op : {"Square", "Exp", "Reciprocal", "OnesLike"}) {
    EXPECT_EQ(GoldenSource(std::string(op) + ": [{name: a, inputs: {x: {shape: [5], random: uniform}}}]"), "") << op;
  }
  EXPECT_EQ(GoldenSource("Mul: [{name: a, inputs: {x1: {shape: [5], random: uniform}, "
                         "x2: {shape: [5], random: uniform}}}]"),
            "");
}

}  // namespace
}  // namespace opdk::verify
