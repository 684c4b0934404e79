// What operators are judged by that only one engine computes, with the built-in operators.
#include "sdk/tools/verify/golden/references.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/golden/python_process.h"
#include "sdk/tools/verify/run/run_case.h"
#include "tests/sdk/tools/verify/builtin_bench.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;

class OperatorReference : public testing::Test {
 protected:
  OperatorReference() { fs::create_directories(folder_ / "group"); }
  ~OperatorReference() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / "group" / name) << text;
    bench_.references = References({folder_.string()});
  }
  CaseResult Run(const std::string& yaml, const std::vector<std::string>& checks = {}) {
    const auto cases = ReadCases(yaml, (folder_ / "cases.yaml").string());
    if (!cases.ok()) return Failure(cases.status().ToString());
    RunOptions options;
    options.checks = checks;
    return RunCase(cases->front(), ge::DT_FLOAT, kAiCpuEngine, bench_, options);
  }

  static constexpr const char* kSums =
      "Cumsum: [{name: a, inputs: {x: {data: [1, 2, 3]}, axis: {dtype: int32, data: [0]}}}]";
  static constexpr const char* kSumFunction = "def cumsum(x, axis, exclusive, reverse):\n  ";
  Bench bench_ = MakeBuiltInBench();
  fs::path folder_ = testing::TempDir() + "/references_" + std::to_string(::getpid());
};

TEST_F(OperatorReference, IsTheFileOfTheOperatorsName) {
  Write("cumsum.py", "");
  Write("is_na_n.py", "");
  EXPECT_THAT(bench_.references.Of("Cumsum"), EndsWith("group/cumsum.py:cumsum"));
  EXPECT_THAT(bench_.references.Of("IsNaN"), EndsWith("group/is_na_n.py:is_na_n"));
  EXPECT_EQ(bench_.references.Of("Add"), "");
}

TEST_F(OperatorReference, JudgesWhatNoExpressionDoes) {
  EXPECT_EQ(Run(kSums).outcome, Outcome::kNotVerified);
  Write("cumsum.py", std::string(kSumFunction) + "return x.cumsum()\n");
  const CaseResult right = Run(kSums);
  EXPECT_EQ(right.outcome, Outcome::kPassed) << right.reason;
  EXPECT_THAT(right.golden, HasSubstr("cumsum.py:cumsum"));
  Write("cumsum.py", std::string(kSumFunction) + "return x\n");
  EXPECT_THAT(Run(kSums).reason, HasSubstr("[2] is 6"));
}

TEST_F(OperatorReference, ForgivesWhatRoundingTheInputsMakesOfTheResult) {
  // The difference of two sums of 1e6: a rounding of the inputs is worth 0.1 of it, and one of 0.3 isn't.
  const std::string sums =
      "Cumsum: [{name: a, inputs: {x: {data: [1e6, -1e6, 0.5]}, axis: {dtype: int32, data: [0]}}}]";
  Write("cumsum.py", std::string(kSumFunction) + "y = x.cumsum(); y[1] += 0.1; return y\n");
  EXPECT_EQ(Run(sums).outcome, Outcome::kPassed) << Run(sums).reason;
  Write("cumsum.py", std::string(kSumFunction) + "y = x.cumsum(); y[1] += 30; return y\n");
  EXPECT_EQ(Run(sums).outcome, Outcome::kFailed);
  Write("cumsum.py", std::string(kSumFunction) + "y = x.cumsum(); y[0] += 30; return y\n");
  EXPECT_EQ(Run(sums).outcome, Outcome::kFailed);
}

TEST_F(OperatorReference, IsASecondOpinionWhereAnExpressionJudges) {
  const std::string add = "Add: [{name: a, inputs: {x1: {data: [1, 2]}, x2: {data: [10, 20]}}}]";
  Write("add.py", "def add(x1, x2):\n  return x1 - x2\n");
  EXPECT_EQ(Run(add).outcome, Outcome::kPassed);
  const CaseResult doubted = Run(add, {"reference"});
  EXPECT_EQ(doubted.outcome, Outcome::kFailed);
  EXPECT_THAT(doubted.reason, HasSubstr("either that or the reference has misread the formula"));
  Write("add.py", "def add(x1, x2):\n  return x1 + x2\n");
  EXPECT_EQ(Run(add, {"reference"}).outcome, Outcome::kPassed);
}

TEST_F(OperatorReference, IsAskedOfOneInterpreterAsOfMany) {
  auto started = PythonServer::Start();
  ASSERT_TRUE(started.ok()) << started.status().ToString();
  bench_.python = *started;
  Write("cumsum.py", std::string(kSumFunction) + "return x.cumsum()\n");
  EXPECT_EQ(Run(kSums).outcome, Outcome::kPassed);
  Write("cumsum.py", std::string(kSumFunction) + "raise ValueError('no such sum')\n");
  EXPECT_THAT(Run(kSums).reason, HasSubstr("ValueError: no such sum"));
  Write("cumsum.py", std::string(kSumFunction) + "import os, signal; os.kill(os.getpid(), signal.SIGKILL)\n");
  EXPECT_THAT(Run(kSums).reason, HasSubstr("what it called ended Python's process"));
  Write("cumsum.py", std::string(kSumFunction) + "return x.cumsum()\n");
  EXPECT_EQ(Run(kSums).outcome, Outcome::kPassed) << "it outlives what went wrong in one golden";
}

}  // namespace
}  // namespace opdk::verify
