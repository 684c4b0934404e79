#include "graph_core/debugging/profile_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <thread>

#include "tests/graph_core/debugging/dump_directory.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests
using ::testing::HasSubstr;

Executable TwoSteps() {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  return MustLoad(b.Finish({b.Op("TestAdd", "second", {b.Op("TestBias", "first", {x}), x})}));
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ProfileFiles, AreWholeAfterEachRun) {
  const DumpDirectory directory;
  Executable model = TwoSteps();
  ASSERT_TRUE(ProfileFiles::Attach(model, {directory.path(), true, true}).ok());
  const std::string place = directory / "PROF_test";
  EXPECT_TRUE(nlohmann::json::parse(FileText(place + "/trace.json"))["traceEvents"].empty());
  for (size_t run = 1; run <= 3; ++run) {
    MustRun(model, {Floats({2}, {1, 2})});
    const auto events = nlohmann::json::parse(FileText(place + "/trace.json"))["traceEvents"];
    ASSERT_EQ(events.size(), 3 * run);
    EXPECT_EQ(events[3 * run - 3]["name"], fmt::format("run {}", run - 1));
    EXPECT_EQ(events[3 * run - 1]["name"], "second");
    EXPECT_EQ(events[3 * run - 1]["args"]["type"], "TestAdd");
    const auto lines = Lines(FileText(place + "/op_statistic.csv"));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0],
              "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)");
    EXPECT_THAT(lines[1], HasSubstr(fmt::format("0,TestAdd,AI_CPU,{},", run)));
    EXPECT_THAT(lines[2], HasSubstr(fmt::format("0,TestBias,AI_CPU,{},", run)));
  }
}

TEST(ProfileFiles, HaveThePartsThatAreAskedFor) {
  const DumpDirectory directory;
  Executable model = TwoSteps();
  ASSERT_TRUE(ProfileFiles::Attach(model, {directory.path(), true, false}).ok());
  ASSERT_TRUE(ProfileFiles::Attach(model, {directory.path(), false, true}).ok());
  MustRun(model, {Floats({2}, {1, 2})});
  EXPECT_EQ(nlohmann::json::parse(FileText(directory / "PROF_test/trace.json"))["traceEvents"].size(), 1U);
  EXPECT_EQ(FileText(directory / "PROF_test/op_statistic.csv"), "");
  EXPECT_EQ(nlohmann::json::parse(FileText(directory / "PROF_test.1/trace.json"))["traceEvents"].size(), 2U);
}

TEST(ProfileFiles, TakeRunsOfSeveralThreads) {
  const DumpDirectory directory;
  const Executable model = [&] {
    Executable made = TwoSteps();
    OPDK_CHECK(ProfileFiles::Attach(made, {directory.path(), true, true}).ok(), "attached");
    return made;
  }();
  constexpr int kThreads = 4, kRuns = 10;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int run = 0; run < kRuns; ++run) MustRun(model, {Floats({2}, {1, 2})});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto trace = nlohmann::json::parse(FileText(directory / "PROF_test/trace.json"));
  std::set<std::string> runs;
  for (const auto& event : trace["traceEvents"]) {
    if (event["cat"] == "run") runs.insert(event["name"].get<std::string>());
  }
  EXPECT_EQ(runs.size(), static_cast<size_t>(kThreads * kRuns));
  EXPECT_EQ(trace["traceEvents"].size(), 3U * kThreads * kRuns);
  EXPECT_THAT(FileText(directory / "PROF_test/op_statistic.csv"),
              HasSubstr(fmt::format("TestAdd,AI_CPU,{},", kThreads * kRuns)));
}

TEST(ProfileFiles, AMissingDirectoryIsAnError) {
  Executable model = TwoSteps();
  EXPECT_EQ(ProfileFiles::Attach(model, {"/nonexistent", true, true}).code(), ErrorCode::kFileNotFound);
}

TEST(ProfileOptions, AreGesJson) {
  const auto options = ParseProfileOptions(
      R"({"output": "/tmp/p", "training_trace": "off", "task_trace": "l1", "fp_point": "", "aic_metrics": "Memory"})");
  ASSERT_TRUE(options.ok()) << options.status().ToString();
  EXPECT_EQ(options->directory, "/tmp/p");
  EXPECT_FALSE(options->runs);
  EXPECT_TRUE(options->tasks);
  const auto nothing = ParseProfileOptions("");
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(nothing->directory, ".");
  EXPECT_TRUE(nothing->runs && nothing->tasks);
}

TEST(ProfileOptions, InvalidOptionsAreRefusedWithTheReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"on", "no JSON object"},
      {"[1]", "no JSON object"},
      {"{}", "nothing to record"},
      {R"({"task_trace": "off"})", "nothing to record"},
      {R"({"task_trace": "yes"})", "task_trace is 'yes'"},
      {R"({"training_trace": "l1"})", "training_trace is 'l1'"},
      {R"({"task_trace": 1})", "task_trace is '1'"},
      {R"({"output": 1, "task_trace": "on"})", "output is no text"},
      {R"({"trainig_trace": "on"})", "did you mean 'training_trace'?"}};
  for (const auto& [text, why] : cases) {
    const Status status = ParseProfileOptions(text).status();
    EXPECT_EQ(status.code(), ErrorCode::kUsage) << text;
    EXPECT_THAT(status.ToString(), HasSubstr(why)) << text;
  }
}

}  // namespace
}  // namespace opdk
