// References of operators that only one engine computes, with the built-in operators.
#include "sdk/tools/verify/golden/references.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/golden/python_process.h"
#include "sdk/tools/verify/run/run_case.h"
#include "tests/sdk/tools/verify/builtin_harness.h"

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
    harness_.references = References({folder_.string()});
  }
  CaseResult Run(const std::string& yaml, const std::vector<std::string>& checks = {}) {
    const auto cases = ReadCases(yaml, (folder_ / "cases.yaml").string());
    if (!cases.ok()) return Failure(cases.status().ToString());
    RunOptions options;
    options.checks = checks;
    return RunCase(cases->front(), ge::DT_FLOAT, kAiCpuEngine, harness_, options);
  }

  // No expression computes determinants. These are 1, 2 and 6.
  static constexpr const char* kDeterminants =
      "MatrixDeterminant: [{name: a, inputs: {x: {shape: [3, 2, 2], data: [1, 0, 0, 1, 2, 0, 0, 1, 3, 0, 0, 2]}}}]";
  static constexpr const char* kFile = "matrix_determinant.py";
  static constexpr const char* kFunction = "import numpy as np\ndef matrix_determinant(x):\n  ";
  TestHarness harness_ = MakeBuiltInHarness();
  fs::path folder_ = testing::TempDir() + "/references_" + std::to_string(::getpid());
};

TEST_F(OperatorReference, IsTheFileOfTheOperatorsName) {
  Write("cumsum.py", "");
  Write("is_na_n.py", "");
  EXPECT_THAT(harness_.references.Of("Cumsum"), EndsWith("group/cumsum.py:cumsum"));
  EXPECT_THAT(harness_.references.Of("IsNaN"), EndsWith("group/is_na_n.py:is_na_n"));
  EXPECT_EQ(harness_.references.Of("Add"), "");
}

TEST_F(OperatorReference, IsAFunctionOfTheFamilysFile) {
  Write("sums.py", "def cumsum(x):\n  def cumprod():\n    pass\n");
  EXPECT_EQ(harness_.references.Of("Cumsum"), "") << "no cases are written for a family of that name";
  Write("sums.yaml", "");
  EXPECT_THAT(harness_.references.Of("Cumsum"), EndsWith("group/sums.py:cumsum"));
  EXPECT_EQ(harness_.references.Of("Cumprod"), "");
  Write("cumsum.py", "");
  EXPECT_THAT(harness_.references.Of("Cumsum"), EndsWith("group/cumsum.py:cumsum"));
}

TEST_F(OperatorReference, JudgesWhatNoExpressionDoes) {
  EXPECT_EQ(Run(kDeterminants).outcome, Outcome::kNotVerified);
  Write(kFile, std::string(kFunction) + "return np.linalg.det(x)\n");
  const CaseResult right = Run(kDeterminants);
  EXPECT_EQ(right.outcome, Outcome::kPassed) << right.reason;
  EXPECT_THAT(right.golden, HasSubstr("matrix_determinant.py:matrix_determinant"));
  Write(kFile, std::string(kFunction) + "return x[:, 0, 0]\n");
  EXPECT_THAT(Run(kDeterminants).reason, HasSubstr("[2] is 6"));
}

TEST_F(OperatorReference, ForgivesWhatRoundingTheInputsMakesOfTheResult) {
  // The second is 2^-10 * 1000, the difference of two products of 1e6: roundings of the inputs are worth 0.1 of it.
  const std::string close =
      "MatrixDeterminant: [{name: a, inputs: {x: {shape: [2, 2, 2], data: [1, 0, 0, 1, 1000, 1000, 1000, "
      "1000.0009765625]}}}]";
  Write(kFile, std::string(kFunction) + "y = np.linalg.det(x); y[1] += 0.05; return y\n");
  EXPECT_EQ(Run(close).outcome, Outcome::kPassed) << Run(close).reason;
  Write(kFile, std::string(kFunction) + "y = np.linalg.det(x); y[1] += 30; return y\n");
  EXPECT_EQ(Run(close).outcome, Outcome::kFailed);
  Write(kFile, std::string(kFunction) + "y = np.linalg.det(x); y[0] += 0.05; return y\n");
  EXPECT_EQ(Run(close).outcome, Outcome::kFailed);
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
  harness_.python = *started;
  Write(kFile, std::string(kFunction) + "return np.linalg.det(x)\n");
  EXPECT_EQ(Run(kDeterminants).outcome, Outcome::kPassed);
  Write(kFile, std::string(kFunction) + "raise ValueError('no such determinant')\n");
  EXPECT_THAT(Run(kDeterminants).reason, HasSubstr("ValueError: no such determinant"));
  Write(kFile, std::string(kFunction) + "import os, signal; os.kill(os.getpid(), signal.SIGKILL)\n");
  EXPECT_THAT(Run(kDeterminants).reason, HasSubstr("what it called ended Python's process"));
  Write(kFile, std::string(kFunction) + "return np.linalg.det(x)\n");
  EXPECT_EQ(Run(kDeterminants).outcome, Outcome::kPassed) << "it outlives what went wrong in one golden";
}

}  // namespace
}  // namespace opdk::verify
