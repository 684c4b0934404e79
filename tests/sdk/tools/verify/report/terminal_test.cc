#include "sdk/tools/verify/report/terminal.h"

#include <gmock/gmock.h>

#include "tests/sdk/tools/verify/report/sample_run.h"

namespace opdk::verify {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Shown(const RunReport& run, TerminalOptions options) {
  testing::internal::CaptureStdout();
  TerminalReport terminal(run.cases.size(), options);
  for (const CaseReport& report : run.cases) terminal.Done(report);
  terminal.Finish(run);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(TerminalReport, FailureComesWithItsExplanationAndReproducer) {
  const std::string text = Shown(SampleRun(), {});
  EXPECT_THAT(text, HasSubstr(fmt::format("FAILED Add/{}/float/ai_cpu\n  at: tests/op/Add.yaml:3", kAwkward)));
  EXPECT_THAT(text, HasSubstr("  where: only where axis 1 mod 8 = 7\n"));
  EXPECT_THAT(text, HasSubstr("determinism: two runs differ at [3, 4]"));
  EXPECT_THAT(text, HasSubstr("\n  reproduce: opdk test --case 'Add: [{name: n}]' --engine ai_cpu\n"));
  EXPECT_THAT(text, Not(HasSubstr("has no golden")));
}

TEST(TerminalReport, CrashIsOneLineWithSignalOperatorCaseAndSeedBeforeTheStack) {
  EXPECT_THAT(
      Shown(SampleRun(), {}),
      HasSubstr("CRASHED Mul/crashes/float/ai_cpu: crashed with SIGSEGV (Segmentation fault), seed 9007199254740993\n"
                "  at: tests/op/Mul.yaml:3: Mul crashes\n"
                "  printed \x01 and \xff\n"
                "    in Crash(float*) (libmine.so)\n"));
}

// Returns `count` failures that differ in numbers and dtypes.
RunReport AlikeFailures(int count) {
  RunReport run;
  for (int i = 0; i < count; ++i) {
    CaseReport report = MakeCase("Add", fmt::format("derived {}", i), "ai_cpu");
    report.dtype = i % 2 == 0 ? "float" : "float16";
    report.result = Failure(fmt::format("output y ({}[{}, 4]): {} of {} elements are wrong, worst -1.5e-{}\ndetail {}",
                                        report.dtype, i + 1, i, 4 * i, i, i),
                            "values");
    run.cases.push_back(report);
  }
  run.selected = run.cases.size();
  return run;
}

size_t Occurrences(const std::string& text, const std::string& word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(TerminalReport, FailuresOfOneCauseAreCountedAndTheFirstThreeShown) {
  const std::string text = Shown(AlikeFailures(7), {});
  EXPECT_EQ(Occurrences(text, "FAILED Add/"), 3u);
  EXPECT_EQ(Occurrences(text, "reproduce: "), 3u);
  EXPECT_THAT(text, HasSubstr("\n7 cases of Add on ai_cpu: output y (float[1, 4]): 0 of 0 elements are wrong, worst "
                              "-1.5e-0; first: Add/derived 0/float/ai_cpu\nof each cause the first 3 are shown; -v"));
  EXPECT_THAT(text, testing::EndsWith("\n0 passed, 7 failed\n"));
}

TEST(TerminalReport, VerboseShowsAllFailuresOfACauseAndCountsThemToo) {
  const std::string text = Shown(AlikeFailures(7), {.verbose = true});
  EXPECT_EQ(Occurrences(text, "FAILED Add/"), 7u);
  EXPECT_THAT(text, AllOf(HasSubstr("\n7 cases of Add on ai_cpu: "), Not(HasSubstr("-v shows all"))));
}

TEST(TerminalReport, FailuresOfDifferentCausesAreAllShown) {
  EXPECT_THAT(Shown(SampleRun(), {}), Not(HasSubstr("cases of")));
  RunReport run = AlikeFailures(4);
  run.cases[1].engine = "ai_core";
  run.cases[2].op = "Sub";
  run.cases[3].result.kind = "determinism";
  const std::string text = Shown(run, {});
  EXPECT_EQ(Occurrences(text, "FAILED Add/"), 4u);
  EXPECT_THAT(text, Not(HasSubstr("cases of")));
}

TEST(CauseOfAFailure, LeavesOutNumbersAndTheDtypeButNoNames) {
  const auto cause = [](const std::string& reason) {
    CaseReport report = MakeCase("Add", "a", "ai_cpu");
    report.result = Failure(reason, "values");
    return CauseOf(report);
  };
  EXPECT_EQ(cause("x1 float[2,3] at 0x7f3a"), cause("x1 float[4] at 0x11"));
  EXPECT_EQ(cause("is nan, not 3"), cause("is -inf, not 0.5"));
  EXPECT_NE(cause("no input x1"), cause("no input x2"));
  EXPECT_NE(cause("crashed with SIGSEGV"), cause("crashed with SIGFPE"));
  EXPECT_EQ(cause("first line\nsecond"), cause("first line\nanother"));
}

TEST(TerminalReport, LastLineIsTheSummary) {
  EXPECT_THAT(Shown(SampleRun(), {}),
              testing::EndsWith("\n2 passed, 2 failed, 1 not for that engine (-v lists them), 1 ran, not verified\n"));
}

TEST(TerminalReport, SummaryNamesCasesThatWereNotRun) {
  RunReport run = SampleRun();
  run.selected = 10;
  EXPECT_THAT(Shown(run, {}), HasSubstr("1 not for that engine (-v lists them), 4 not run, 1 ran, not verified\n"));
  run.interrupted = true;
  EXPECT_THAT(Shown(run, {}), HasSubstr("1 not for that engine (-v lists them); interrupted, 4 not run, "));
}

TEST(TerminalReport, VerboseHasALineForEveryCase) {
  const std::string text = Shown(SampleRun(), {.verbose = true});
  EXPECT_THAT(text, HasSubstr("ran, not verified Mul/has no golden/float/ai_core (0.250 s)\n"));
  EXPECT_THAT(text, HasSubstr("refused as expected Mul/is refused/float/ai_cpu (0.250 s)\n"));
}

TEST(TerminalReport, DurationsListTheSlowest) {
  RunReport run = SampleRun();
  run.cases[3].seconds = 5;
  EXPECT_THAT(Shown(run, {.durations = 1}),
              HasSubstr("the slowest case:\n    5.000 s  Mul/has no golden/float/ai_core\n2 passed"));
}

TEST(TerminalReport, MsopstsVerdictStandsBesideOurs) {
  EXPECT_THAT(Shown(SampleRun(), {.cann_compat = true}),
              HasSubstr("/float/ai_cpu, output y: not as expected; msOpST's rule: Pass, 95.00 % within 0.01\n"));
}

TEST(TerminalReport, FailuresAreRedOnlyWhereColourIsWanted) {
  EXPECT_THAT(Shown(SampleRun(), {.colour = true}), HasSubstr("\033[31mFAILED Add/"));
  EXPECT_THAT(Shown(SampleRun(), {.colour = true}), HasSubstr("\033[1;31mCRASHED Mul/"));
  EXPECT_THAT(Shown(SampleRun(), {}), Not(HasSubstr("\033")));
}

TEST(TerminalReport, SaysNothingWhenQuiet) { EXPECT_EQ(Shown(SampleRun(), {.quiet = true}), ""); }

TEST(ProgressLine, ShowsShareFailuresAndTimeLeft) {
  EXPECT_EQ(ProgressLine(0, 100, 0, -1), "[>                             ] 0/100");
  EXPECT_EQ(ProgressLine(50, 100, 2, 75), "[===============>              ] 50/100, 2 failed, about 1:15 min left");
  EXPECT_EQ(ProgressLine(100, 100, 0, 0), "[==============================] 100/100, about 0 s left");
}

}  // namespace
}  // namespace opdk::verify
