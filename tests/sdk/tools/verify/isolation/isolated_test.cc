#include "sdk/tools/verify/isolation/isolated.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <thread>

namespace opdk::verify {
namespace {

std::map<size_t, ChildReport> RunAll(size_t count, const std::function<std::string(size_t)>& work,
                                     IsolationOptions options = {}) {
  std::map<size_t, ChildReport> reports;
  RunIsolated(count, work, options, [&](size_t i, ChildReport&& report) {
    reports[i] = std::move(report);
    return true;
  });
  return reports;
}

TEST(RunIsolated, ReturnsEachAnswerAndWhatWasPrinted) {
  const auto reports = RunAll(20, [](size_t i) {
    std::printf("printed %zu", i);
    return std::string(i * 10000, 'x');
  });
  ASSERT_EQ(reports.size(), 20U);
  for (const auto& [i, report] : reports) {
    EXPECT_EQ(report.Describe({}), "");
    EXPECT_EQ(report.answer.size(), i * 10000);
    EXPECT_EQ(report.output, "printed " + std::to_string(i));
  }
}

TEST(RunIsolated, CrashIsOneReportWithItsStackAndTheRestGoesOn) {
  const auto reports = RunAll(3, [](size_t i) {
    if (i == 1) raise(SIGSEGV);
    return std::string("fine");
  });
  EXPECT_EQ(reports.at(0).answer, "fine");
  EXPECT_EQ(reports.at(2).answer, "fine");
  EXPECT_EQ(reports.at(1).Describe({}), "crashed with SIGSEGV (Segmentation fault)");
  EXPECT_NE(reports.at(1).output.find("opdk_sdk_tests"), std::string::npos) << reports.at(1).output;
}

TEST(RunIsolated, HangIsEndedAfterItsTime) {
  IsolationOptions options;
  options.timeout_s = 0.3;
  const auto reports = RunAll(
      2,
      [](size_t i) {
        if (i == 0) pause();
        return std::string("fine");
      },
      options);
  EXPECT_EQ(reports.at(0).Describe(options), "took longer than 0.3 s");
  EXPECT_EQ(reports.at(1).answer, "fine");
}

TEST(RunIsolated, CrashesAndHangsSayWhatWasGoingOn) {
  IsolationOptions options;
  options.timeout_s = 0.5;
  const auto reports = RunAll(
      3,
      [](size_t i) {
        SetActivity("something harmless");
        SetActivity(i == 2 ? "" : "step " + std::to_string(i));
        if (i == 0) raise(SIGSEGV);
        pause();
        return std::string();
      },
      options);
  EXPECT_EQ(reports.at(0).Describe(options), "crashed with SIGSEGV (Segmentation fault) during step 0");
  EXPECT_EQ(reports.at(1).Describe(options), "took longer than 0.5 s during step 1");
  EXPECT_EQ(reports.at(2).Describe(options), "took longer than 0.5 s");
}

TEST(RunIsolated, ExitWithoutAnAnswerIsReported) {
  const auto reports = RunAll(1, [](size_t) -> std::string { _exit(0); });
  EXPECT_EQ(reports.at(0).Describe({}), "ended the process (exit code 0)");
}

TEST(RunIsolated, MemoryBeyondTheLimitIsRefusedToTheChild) {
  IsolationOptions options;
  options.memory_bytes = size_t{64} << 20;
  const auto reports = RunAll(
      1,
      [](size_t) {
        void* big = std::malloc(size_t{1} << 30);
        const std::string answer = big == nullptr ? "refused" : "given";
        std::free(big);
        return answer;
      },
      options);
  EXPECT_EQ(reports.at(0).answer, "refused");
}

TEST(RunIsolated, LeavesOutWhatIsNotWantedByThen) {
  IsolationOptions options;
  options.parallel = 1;
  std::vector<size_t> seen;
  options.wanted = [&](size_t i) { return seen.size() < 2 || i == 4; };
  RunIsolated(
      6, [](size_t) { return std::string(); }, options,
      [&](size_t i, ChildReport&&) {
        seen.push_back(i);
        return true;
      });
  EXPECT_EQ(seen, (std::vector<size_t>{0, 1, 4}));
}

TEST(RunIsolated, StopsWhenNoMoreIsWanted) {
  IsolationOptions options;
  options.parallel = 1;
  size_t seen = 0;
  RunIsolated(
      100, [](size_t) { return std::string(); }, options, [&](size_t, ChildReport&&) { return ++seen < 3; });
  EXPECT_EQ(seen, 3U);
}

}  // namespace
}  // namespace opdk::verify
