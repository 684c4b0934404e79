// Dumps of the tensors of opdk run's steps.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

class RunDumps : public Command {
 protected:
  Outcome RunAdd(const std::string& options, const std::string& y = "ones:3x4x5") {
    return Run(fmt::format("run {} --engine ai_cpu --input x=ones:3x4x5 --input y={} {}", kAddModel, y, options));
  }
  // Returns the lines of a run's index.
  std::vector<nlohmann::json> Index(const std::string& run) const {
    std::vector<nlohmann::json> lines;
    std::ifstream file(run + "/index.jsonl");
    for (std::string line; std::getline(file, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }
  // Returns the directory to which the command says it has dumped.
  static std::string DumpedTo(const Outcome& outcome) {
    constexpr std::string_view kSays = "dumped to ";
    const size_t at = outcome.out.find(kSays);
    if (at == std::string::npos) return "";
    const size_t begin = at + kSays.size();
    return outcome.out.substr(begin, outcome.out.find('\n', begin) - begin);
  }
};

TEST_F(RunDumps, TensorsLieWhereTheCommandSays) {
  const Outcome outcome = RunAdd(fmt::format("--dump-tensors {} --dump-mode all", Path("new/dumps")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string directory = DumpedTo(outcome);
  EXPECT_THAT(directory, HasSubstr(Path("new/dumps/")));
  const auto lines = Index(directory + "/0");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[2]["type"], "Add");
  EXPECT_EQ(lines[2]["mean"], 2);
  const auto sum = ParseNpy(ReadFile(directory + "/0/" + lines[2]["file"].get<std::string>()));
  ASSERT_TRUE(sum.ok()) << sum.status().ToString();
  EXPECT_EQ(sum->GetTensorDesc().GetShape().GetDims(), (std::vector<int64_t>{3, 4, 5}));
  EXPECT_EQ(reinterpret_cast<const float*>(sum->GetData())[59], 2.0F);
}

TEST_F(RunDumps, OnlyTheRunsThatAreNamed) {
  const Outcome outcome = RunAdd(fmt::format("--repeat 5 --dump-tensors {} --dump-step '1|3-9'", Path("dumps")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string directory = DumpedTo(outcome);
  for (int run = 0; run < 5; ++run) {
    EXPECT_EQ(Index(fmt::format("{}/{}", directory, run)).size(), run == 0 || run == 2 ? 0U : 1U) << run;
  }
}

TEST_F(RunDumps, AnOverflowIsReported) {
  const Outcome none = RunAdd(fmt::format("--dump-tensors {} --dump-when overflow", Path("dumps")));
  ASSERT_EQ(none.code, 0) << none.err;
  EXPECT_THAT(none.out, HasSubstr("nothing to dump"));
  std::vector<float> large(60, 1);
  large[7] = 3e38F;
  WriteFloats("large.npy", {3, 4, 5}, large);
  const Outcome outcome =
      Run(fmt::format("run {0} --engine ai_cpu --input x={1} --input y={1} --dump-tensors {2} --dump-when overflow",
                      kAddModel, Path("large.npy"), Path("dumps")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("overflow in run 0: node"));
  const auto lines = Index(DumpedTo(outcome) + "/0");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[2]["inf"], 1);
}

TEST_F(RunDumps, MistakesAreReported) {
  Write("file", "text");
  const std::pair<std::string, std::string> cases[] = {
      {"--dump-mode all", "--dump-tensors"},
      {fmt::format("--dump-tensors {} --dump-mode both", Path("d")), "it takes input, output or all"},
      {fmt::format("--dump-tensors {} --dump-when never", Path("d")), "it takes always, overflow or failure"},
      {fmt::format("--dump-tensors {} --dump-data csv", Path("d")), "it takes tensor or stats"},
      {fmt::format("--dump-tensors {} --dump-step 5-1", Path("d")), "as in 0|5|10-20"},
      {fmt::format("--dump-tensors {} --dump-layer nobody", Path("d")), "the model has no step 'nobody'"},
      {fmt::format("--dump-tensors {}/d", Path("file")), "can't make the directory"},
      {fmt::format("--dump-tensors {}", Path("file")), "error E1"},
  };
  for (const auto& [options, message] : cases) {
    const Outcome outcome = RunAdd(options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << options;
  }
}

}  // namespace
}  // namespace opdk::cli
