#include "sdk/tools/verify/report/run_log.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/sdk/tools/verify/report/sample_run.h"

namespace opdk::verify {
namespace {

using testing::HasSubstr;

class RunLogFile : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / fmt::format("opdk_run_log_{}.jsonl", getpid())).string();
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void Write(const std::string& key, const std::vector<CaseReport>& reports, bool keep = false) {
    auto log = RunLog::Open(path_, key, keep);
    ASSERT_TRUE(log.ok()) << log.status().ToString();
    for (const CaseReport& report : reports) ASSERT_TRUE((*log).Append(report).ok());
  }
  void Cut(size_t bytes) { std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - bytes); }
  std::string path_;
};

TEST_F(RunLogFile, MissingFileIsAnEmptyOne) {
  const auto contents = ReadRunLog(path_);
  ASSERT_TRUE(contents.ok());
  EXPECT_EQ(contents->key, "");
  EXPECT_TRUE(contents->reports.empty());
}

TEST_F(RunLogFile, KeyThatIsNoTextIsRefused) {
  std::ofstream(path_) << "{\"opdk_test_log\": 3}\n{}\n";
  const auto contents = ReadRunLog(path_);
  ASSERT_FALSE(contents.ok());
  EXPECT_THAT(contents.status().ToString(), HasSubstr("this isn't a file of test results"));
}

TEST_F(RunLogFile, ResultsComeBackById) {
  Write("k", SampleRun().cases);
  const auto contents = ReadRunLog(path_);
  ASSERT_TRUE(contents.ok()) << contents.status().ToString();
  EXPECT_EQ(contents->key, "k");
  EXPECT_EQ(contents->reports.size(), 6U);
  EXPECT_EQ(contents->reports.at("Mul/crashes/float/ai_cpu").signal, "SIGSEGV");
}

TEST_F(RunLogFile, LastResultOfACaseCounts) {
  CaseReport report = PassedCase("Add", "a", "ai_cpu");
  Write("k", {CrashedCase("Add", "a", "ai_cpu"), report});
  EXPECT_TRUE(ReadRunLog(path_)->reports.at(report.id).result.ok());
}

TEST_F(RunLogFile, LineThatWasCutOffIsLeftOutAndWrittenOver) {
  Write("k", {PassedCase("Add", "a", "ai_cpu"), PassedCase("Add", "b", "ai_cpu")});
  Cut(40);
  EXPECT_EQ(ReadRunLog(path_)->reports.size(), 1U);
  Write("k", {PassedCase("Add", "c", "ai_cpu")}, true);
  const auto contents = ReadRunLog(path_);
  ASSERT_TRUE(contents.ok()) << contents.status().ToString();
  EXPECT_EQ(contents->reports.count("Add/a/float/ai_cpu"), 1U);
  EXPECT_EQ(contents->reports.count("Add/c/float/ai_cpu"), 1U);
  EXPECT_EQ(contents->reports.size(), 2U);
}

TEST_F(RunLogFile, HeadThatWasCutOffBeginsAnew) {
  Write("key", {});
  Cut(3);
  Write("other", {PassedCase("Add", "a", "ai_cpu")}, true);
  const auto contents = ReadRunLog(path_);
  ASSERT_TRUE(contents.ok()) << contents.status().ToString();
  EXPECT_EQ(contents->key, "other");
}

TEST_F(RunLogFile, AnotherKindOfFileIsRefusedWithItsLine) {
  std::ofstream(path_) << "hello\nthere\n";
  const auto contents = ReadRunLog(path_);
  ASSERT_FALSE(contents.ok());
  EXPECT_EQ(contents.status().code(), ErrorCode::kInputFormat);
  EXPECT_THAT(contents.status().ToString(), HasSubstr(path_ + ":1"));
}

TEST_F(RunLogFile, DamagedLineInTheMiddleIsRefused) {
  Write("k", {PassedCase("Add", "a", "ai_cpu")});
  std::ofstream(path_, std::ios::app) << "{\"result\": 3}\n";
  EXPECT_THAT(ReadRunLog(path_).status().ToString(), HasSubstr(path_ + ":3"));
}

TEST_F(RunLogFile, FileThatCannotBeWrittenIsAnError) {
  EXPECT_EQ(RunLog::Open("/nonexistent/x.jsonl", "k", false).status().code(), ErrorCode::kWriteFailed);
}

}  // namespace
}  // namespace opdk::verify
