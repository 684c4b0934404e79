// `opdk test --derive` and the sources of cases beside YAML, as a user runs them.
#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr const char* kBuiltin = OPDK_BINARY_DIR "/lib/opdk/builtin";
constexpr const char* kAddCases = OPDK_SOURCE_DIR "/tests/op/elementwise/arithmetic.yaml";

class DerivedCases : public Command {
 protected:
  Outcome Derive(const std::string& options) {
    return Run(fmt::format("test --plugins '{}' --cases '{}' --derive {}", kBuiltin, kAddCases, options));
  }
  std::vector<std::string> Listed(const std::string& options) {
    const Outcome listed = Derive("Add/derived --list " + options);
    EXPECT_EQ(listed.code, 0) << listed.err;
    std::istringstream lines(listed.out);
    std::vector<std::string> ids;
    for (std::string line; std::getline(lines, line);) ids.push_back(line);
    return ids;
  }
};

TEST_F(DerivedCases, AreRunWithAllChecksOnBothEngines) {
  const Outcome tested = Derive("Add/derived --derive-cases 3 --engine ai_cpu -v");
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
  EXPECT_THAT(tested.out, HasSubstr("3 passed, 0 failed"));
  EXPECT_THAT(tested.err, HasSubstr("3 cases of 1 operator derived"));
}

TEST_F(DerivedCases, StandBesideTheWrittenOnes) {
  const Outcome listed = Derive("Add --derive-cases 2 --list");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr("Add/derived 1: "));
  EXPECT_THAT(listed.out, HasSubstr("Add/adds element by element/float/ai_core"));
}

TEST_F(DerivedCases, OfADefaultRunCoverEveryColumnOfTheOperatorInformation) {
  std::set<std::string> dtypes;
  for (const std::string& id : Listed("--engine ai_cpu")) {
    const size_t begin = id.find("x1 ") + 3;
    dtypes.insert(id.substr(begin, id.find('[', begin) - begin));
  }
  for (const char* dtype : {"float", "float16", "bfloat16", "double", "int8", "int32", "int64", "uint8"}) {
    EXPECT_THAT(dtypes, Contains(dtype));
  }
}

// A case of float16 tensors is named and selected as float16.
TEST_F(DerivedCases, AreSelectedByTheDtypeOfTheirTensors) {
  for (const char* dtype : {"float", "float16", "int32"}) {
    const std::vector<std::string> ids = Listed(fmt::format("--engine ai_cpu --dtype {}", dtype));
    EXPECT_FALSE(ids.empty()) << dtype;
    for (const std::string& id : ids) {
      EXPECT_THAT(id, HasSubstr(fmt::format(": x1 {}[", dtype)));
      EXPECT_THAT(id, testing::EndsWith(fmt::format("/{}/ai_cpu", dtype)));
    }
  }
}

TEST_F(DerivedCases, AreAsManyAsAskedFor) {
  EXPECT_EQ(Listed("--derive-cases 5 --engine ai_core").size(), 5U);
  EXPECT_EQ(Listed("--derive-cases 40 --engine ai_core").size(), 40U);
  EXPECT_EQ(Derive("--derive-cases 0").code, 2);
}

TEST_F(DerivedCases, OfOneSeedAreTheSameAndOfAnotherOthers) {
  const auto first = Listed("--derive-cases 20 --seed 1");
  EXPECT_EQ(Listed("--derive-cases 20 --seed 1"), first);
  EXPECT_NE(Listed("--derive-cases 20 --seed 2"), first);
  const Outcome wrong = Derive("--seed one");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--seed one is no number"));
}

TEST_F(DerivedCases, ARandomSeedIsPrinted) {
  const Outcome listed = Derive("Add/derived --derive-cases 1 --seed random --list");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.err, HasSubstr("seed: "));
}

// The run's seed decides over the values of written cases that draw them.
TEST_F(DerivedCases, SeedOfTheRunDrawsOtherValues) {
  Write("case.yaml",
        "Neg: [{name: n, inputs: {x: {shape: [4], random: uniform}}, expect: {y: {data: [0, 0, 0, 0]}}}]\n");
  const auto run = [&](const char* seed) {
    return Run(fmt::format("test --plugins '{}' --cases '{}' --engine ai_cpu --no-checks --seed {}", kBuiltin,
                           Path("case.yaml"), seed));
  };
  const Outcome first = run("1");
  EXPECT_EQ(first.code, 1);
  EXPECT_EQ(run("1").out, first.out);
  EXPECT_NE(run("2").out, first.out);
}

TEST_F(DerivedCases, OfAnOperatorWithoutACaseAreMadeWithoutBeingAskedFor) {
  const Outcome listed =
      Run(fmt::format("test --plugins '{}' Sigmoid --derive-cases 4 --engine ai_cpu --list", kBuiltin));
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("Sigmoid/derived 4: "));
}

TEST_F(DerivedCases, MsopstDefinitionsAreCases) {
  const Outcome tested = Run(fmt::format("test --plugins '{}' --cases '{}' --engine ai_cpu --no-checks Add -v",
                                         kBuiltin, OPDK_SOURCE_DIR "/tests/sdk/tools/verify/data/msopst.json"));
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
  EXPECT_THAT(tested.out, HasSubstr("passed Add/Test_Add_001"));
}

TEST_F(DerivedCases, MsopstMistakesAreLocated) {
  Write("case.json", R"([{"case_name": "a", "op": "Add", "input_desc": [{"shpe": [2]}]}])");
  const Outcome tested = Run(fmt::format("test --plugins '{}' --cases '{}'", kBuiltin, Path("case.json")));
  EXPECT_EQ(tested.code, 3) << tested.err;
  EXPECT_THAT(tested.err, HasSubstr("case.json:1:"));
}

}  // namespace
}  // namespace opdk::cli
