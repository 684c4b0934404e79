// `opdk test` on an operator that misbehaves as its attribute says.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPackage = OPDK_BINARY_DIR "/test_packages/misbehaving";

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class TestCommand : public Command {
 protected:
  // Writes a case for each entry of `hows`.
  void WriteCases(const std::vector<std::string>& hows) {
    std::string text = "Misbehave:\n";
    for (size_t i = 0; i < hows.size(); ++i) {
      text += fmt::format(
          "  - {{name: case {} {}, inputs: {{x: {{data: [1, 2, 3, 4, 5, 6, 7, 8]}}}}, attrs: {{how: {}}}, "
          "expect: {{y: {{data: [1, 2, 3, 4, 5, 6, 7, 8]}}}}}}\n",
          i, hows[i], hows[i]);
    }
    Write("cases.yaml", text);
  }
  std::string Arguments(const std::string& options) const {
    return fmt::format("test --plugins '{}' --cases '{}' --engine ai_cpu {}", kPackage, Path("cases.yaml"), options);
  }
  Outcome Test(const std::string& options) { return Run(Arguments(options)); }
  // Tests an operator without cases, whose shape rule misbehaves.
  Outcome Derive(const std::string& op) {
    return Run(fmt::format("test --plugins '{}/tests/packages/libcheck_inference.so' {}", OPDK_BINARY_DIR, op));
  }

  // Starts the command in a process group of its own; nothing waits for it.
  pid_t Start(const std::string& options) {
    const std::string command = fmt::format("exec '{}/bin/opdk' {} >'{}' 2>'{}'", OPDK_BINARY_DIR, Arguments(options),
                                            Path("stdout"), Path("stderr"));
    const pid_t pid = fork();
    if (pid == 0) {
      setpgid(0, 0);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    return pid;
  }
  size_t LinesOf(const std::string& file) { return Lines(ReadFile(Path(file))).size(); }
  void WaitForLines(const std::string& file, size_t count) {
    for (int i = 0; i < 400 && LinesOf(file) < count; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(25));
    ASSERT_GE(LinesOf(file), count);
  }
};

TEST_F(TestCommand, ARuleThatCrashesFailsTheDerivationAndShowsTheAuthorsFrame) {
  const Outcome tested = Derive("Crashes");
  EXPECT_EQ(tested.code, 1) << tested.err;
  EXPECT_THAT(tested.out, testing::ContainsRegex("FAILED derivation of Crashes: verification or inference crashed with "
                                                 "SIGABRT[^\n]*\n *in [^\n]*InferCrashing"));
  EXPECT_THAT(tested.out, Not(HasSubstr("opdk(+0x")));
  EXPECT_THAT(tested.err, Not(HasSubstr("there are no cases")));
}

TEST_F(TestCommand, ARuleThatRefusesEverythingGivesItsReason) {
  const std::pair<const char*, const char*> reasons[] = {
      {"Throws", "dimension 7"},
      {"RefusesAll", "shape inference refuses it: never content"},
      {"OtherDtype", "inference gives y int64[2,3], and no column has these dtypes"},
      {"Impossible", "inference gives output y the impossible shape [-7,2]"},
      {"RuleAttr", "did you mean \"keep\"?"}};
  for (const auto& [op, reason] : reasons) {
    const Outcome tested = Derive(op);
    EXPECT_EQ(tested.code, 4) << op;
    EXPECT_THAT(tested.err, HasSubstr("error E3001: there are no cases: no legal inputs of "));
    EXPECT_THAT(tested.err, HasSubstr(reason));
  }
}

TEST_F(TestCommand, CrashIsOneFailureWithItsStackAndTheRestGoesOn) {
  WriteCases({"copy", "crash", "copy"});
  const Outcome tested = Test("");
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("CRASHED Misbehave/case 1 crash/float/ai_cpu: crashed with SIGSEGV"));
  EXPECT_THAT(tested.out,
              testing::ContainsRegex("about to <write> nowhere[^\n]*\n    in misbehaving::WriteNowhere\\(float\\*\\) "
                                     "at misbehave.cc:[0-9]+ \\(libmisbehaving_operators.so\\)\n"));
  EXPECT_THAT(tested.out, Not(HasSubstr("libopdk_graph_core.so")));
  EXPECT_THAT(tested.out, testing::EndsWith("2 passed, 1 failed\n"));
}

TEST_F(TestCommand, StackOfACrashInAHeaderBeginsWithTheAuthorsLine) {
  WriteCases({"header"});
  EXPECT_THAT(Test("").out,
              testing::ContainsRegex("    in misbehaving::FillNowhere\\(float volatile\\*\\) at misbehave.cc:[0-9]+ "
                                     "\\(libmisbehaving_operators.so\\)\n +which called [^\n]*std::"));
}

TEST_F(TestCommand, StackOfACrashIsShownOnce) {
  WriteCases({"crash", "crash", "crash"});
  const Outcome tested = Test("");
  EXPECT_EQ(tested.code, 1);
  const size_t first = tested.out.find("WriteNowhere");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(tested.out.find("WriteNowhere", first + 1), std::string::npos) << tested.out;
  EXPECT_THAT(tested.out, HasSubstr("CRASHED Misbehave/case 2 crash/float/ai_cpu"));
}

TEST_F(TestCommand, VerboseListsCasesOfOtherEnginesWithTheReason) {
  Write("cases.yaml",
        "Misbehave:\n  - {name: elsewhere, engines: [ai_core], inputs: {x: {data: [1]}}}\n"
        "  - {name: copies, inputs: {x: {data: [1]}}, expect: {y: {data: [1]}}}\n");
  EXPECT_THAT(Test("").out, HasSubstr("1 passed, 0 failed, 1 not for that engine (-v lists them)\n"));
  EXPECT_THAT(Test("-v").out,
              testing::ContainsRegex("skipped Misbehave/elsewhere/float/ai_cpu \\([0-9.]+ s\\): the case "
                                     "names other engines\n"));
}

TEST_F(TestCommand, ReproducerRunsTheCaseAgain) {
  WriteCases({"copy", "lane"});
  const Outcome tested = Test("");
  const std::vector<std::string> lines = Lines(tested.out);
  const auto line =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.starts_with("  reproduce: opdk "); });
  ASSERT_NE(line, lines.end()) << tested.out;
  const Outcome again = Run(line->substr(std::string("  reproduce: opdk ").size()));
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("[7] is 9 (0x41100000), expected 8 (0x41000000)"));
  EXPECT_THAT(again.out, testing::EndsWith("0 passed, 1 failed\n"));
}

TEST_F(TestCommand, HangIsEndedByTheTimeout) {
  WriteCases({"hang", "copy"});
  const Outcome tested = Test("--timeout 4");
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("TIMED OUT Misbehave/case 0 hang/float/ai_cpu: took longer than 4 s"));
  EXPECT_THAT(tested.out, testing::EndsWith("1 passed, 1 failed\n"));
}

TEST_F(TestCommand, WhatAKernelLogsIsShownWithItsCaseHoweverTheCaseEnds) {
  WriteCases({"copy", "log", "log", "log", "log", "log_and_fail", "abort", "hang"});
  const Outcome tested = Test(
      fmt::format("--no-checks --timeout 2 --report json='{}' --report junit='{}'", Path("r.json"), Path("r.xml")));
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out,
              testing::ContainsRegex("passed Misbehave/case [0-9] log/float/ai_cpu \\([0-9.]+ s\\)\n"
                                     "  logged: \\[ERROR\\] aicpu: misbehave.cc:[0-9]+ [^\n]* a piece is odd\n[^ ]"));
  EXPECT_THAT(tested.out, HasSubstr("\n4 good cases logged errors; the first 3 are shown; -v shows all"));
  EXPECT_THAT(tested.out, Not(HasSubstr("Misbehave/case 0")));
  EXPECT_THAT(tested.out, HasSubstr("returned error code 2: a piece is odd\n"));
  EXPECT_THAT(tested.out,
              testing::ContainsRegex("CRASHED [^\n]*\n  at: [^\n]*\n  \\[ERROR\\] [^\n]*abort comes now\n"));
  EXPECT_THAT(tested.out,
              testing::ContainsRegex("TIMED OUT [^\n]*\n  at: [^\n]*\n  \\[ERROR\\] [^\n]*hang comes now\n"));
  const json report = json::parse(ReadFile(Path("r.json")));
  EXPECT_THAT(report["report_list"][1]["opdk"]["output"].get<std::string>(), HasSubstr("a piece is odd"));
  EXPECT_THAT(ReadFile(Path("r.xml")), testing::ContainsRegex("<system-out>\\[ERROR\\] [^\n<]*a piece is odd"));
}

TEST_F(TestCommand, MemoryBeyondTheLimitIsAFailure) {
  WriteCases({"memory", "copy"});
  // Checks call the kernel hundreds of times.
  EXPECT_EQ(Test("--no-checks").code, 0);
  const Outcome limited = Test("--no-checks --memory 512");
  EXPECT_EQ(limited.code, 1);
  EXPECT_THAT(limited.out, HasSubstr("case 0 memory"));
  EXPECT_THAT(limited.out, testing::EndsWith("1 passed, 1 failed\n"));
}

TEST_F(TestCommand, ExitFirstStopsAtTheFirstFailure) {
  WriteCases({"lane", "copy", "copy", "copy"});
  const Outcome tested = Test("-x -j 1");
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, testing::EndsWith("0 passed, 1 failed, 3 not run\n"));
}

TEST_F(TestCommand, ExpressionSelects) {
  WriteCases({"copy", "lane", "abort"});
  EXPECT_EQ(Test("--list -k 'not (lane or abort)'").out, "Misbehave/case 0 copy/float/ai_cpu\n");
  EXPECT_EQ(Test("-k nothing").code, 4);
  EXPECT_EQ(Test("-k 'a and'").code, 2);
}

TEST_F(TestCommand, NumbersBelowOneAreRefused) {
  WriteCases({"copy"});
  const Outcome tested = Test("--timeout -1");
  EXPECT_EQ(tested.code, 2);
  EXPECT_THAT(tested.err, HasSubstr("--timeout: '-1' is not a number above 0"));
}

TEST_F(TestCommand, MisspelledOperatorGetsANearOne) {
  WriteCases({"copy"});
  const Outcome tested = Test("Misbehaev");
  EXPECT_EQ(tested.code, 4);
  EXPECT_THAT(tested.err, HasSubstr("did you mean Misbehave?"));
}

TEST_F(TestCommand, ShardsAreDisjointTogetherEverythingAndStable) {
  WriteCases(std::vector<std::string>(20, "copy"));
  std::multiset<std::string> together;
  for (int i = 1; i <= 3; ++i) {
    const std::string list = Test(fmt::format("--list --shard {}/3", i)).out;
    EXPECT_EQ(list, Test(fmt::format("--list --shard {}/3", i)).out);
    for (const std::string& id : Lines(list)) together.insert(id);
    // The selection of cases doesn't change the shard of a case.
    for (const std::string& id : Lines(Test(fmt::format("--list --shard {}/3 -k 1", i)).out)) {
      EXPECT_THAT(list, HasSubstr(id + "\n"));
    }
  }
  EXPECT_EQ(together.size(), 20U);
  EXPECT_EQ(std::set<std::string>(together.begin(), together.end()).size(), 20U);
  for (const char* wrong : {"0/3", "4/3", "1", "a/b", "1/3x", "1/"}) {
    EXPECT_EQ(Test(fmt::format("--shard {}", wrong)).code, 2) << wrong;
  }
}

TEST_F(TestCommand, EmptyShardIsNoError) {
  WriteCases({"copy"});
  size_t empty = 0;
  for (int i = 1; i <= 2; ++i) {
    const Outcome tested = Test(fmt::format("--shard {}/2", i));
    EXPECT_EQ(tested.code, 0);
    empty += tested.err.find("has no cases") == std::string::npos ? 0 : 1;
  }
  EXPECT_EQ(empty, 1U);
}

TEST_F(TestCommand, ARunThatVerifiedNothingHasItsOwnExitCode) {
  Write("cases.yaml", "Misbehave:\n  - {name: no golden, inputs: {x: {data: [1]}}}\n");
  const Outcome tested = Test("");
  EXPECT_EQ(tested.code, 9);
  EXPECT_EQ(tested.out, "0 passed, 0 failed, 1 ran, not verified\n");
  EXPECT_THAT(tested.err, HasSubstr("error E7003: 1 case ran, and nothing says what it must give"));
  const Outcome required = Test("--require-golden");
  EXPECT_EQ(required.code, 1);
  EXPECT_THAT(required.err, HasSubstr("nothing says what they must give"));
  // One verified case is enough for the run to pass.
  Write("cases.yaml",
        "Misbehave:\n  - {name: no golden, inputs: {x: {data: [1]}}}\n"
        "  - {name: copies, inputs: {x: {data: [1]}}, expect: {y: {data: [1]}}}\n");
  const Outcome mixed = Test("");
  EXPECT_EQ(mixed.code, 0);
  EXPECT_EQ(mixed.out, "1 passed, 0 failed, 1 ran, not verified\n");
}

TEST_F(TestCommand, CannCompatShowsCasesThatMsopstWouldPass) {
  Write("cases.yaml",
        "Misbehave:\n  - {name: one percent, inputs: {x: {data: [101]}}, expect: {y: {data: [100]}}}\n"
        "  - {name: right, inputs: {x: {data: [1]}}, expect: {y: {data: [1]}}}\n");
  const Outcome tested = Test("--cann-compat");
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("Misbehave/one percent/float/ai_cpu, output y: not as expected; msOpST's rule: "
                                    "Pass, 100.00 % within 0.01\n"));
  EXPECT_THAT(tested.out, HasSubstr("Misbehave/right/float/ai_cpu, output y: as expected; msOpST's rule: Pass"));
}

TEST_F(TestCommand, ReportsAreWrittenBesideEachOther) {
  WriteCases({"copy", "lane", "crash"});
  const Outcome tested = Test(fmt::format(
      "--report json='{0}/new/r.json' --report junit='{0}/r.xml' --report html='{0}/r.html'", work_.string()));
  EXPECT_EQ(tested.code, 1);
  const json report = json::parse(ReadFile(Path("new/r.json")));
  EXPECT_EQ(report["summary"]["test case count"], 3);
  EXPECT_EQ(report["summary"]["failed count"], 2);
  EXPECT_THAT(report["run_cmd"].get<std::string>(), HasSubstr("--report"));
  EXPECT_EQ(report["opdk"]["environment"]["packages"][0]["name"], "misbehaving_operators");
  EXPECT_EQ(report["opdk"]["environment"]["packages"][0]["sha256"].get<std::string>().size(), 64U);
  EXPECT_THAT(ReadFile(Path("r.xml")), HasSubstr("<error message=\"crashed with SIGSEGV"));
  EXPECT_THAT(ReadFile(Path("r.html")), HasSubstr("misbehaving_operators"));
}

TEST_F(TestCommand, ReportThatCannotBeWrittenIsRefusedBeforeAnythingRuns) {
  WriteCases({"copy"});
  const Outcome tested = Test("--report json=/proc/none/r.json");
  EXPECT_EQ(tested.code, 2);
  EXPECT_THAT(tested.err, HasSubstr("E1006"));
  EXPECT_EQ(tested.out, "");
  EXPECT_THAT(Test("--report jnuit=x").err, HasSubstr("did you mean junit?"));
  EXPECT_EQ(Test("--report json").code, 2);
}

TEST_F(TestCommand, FormatJsonIsTheReportAlone) {
  WriteCases({"copy", "lane"});
  const Outcome tested = Test("--format json -v --durations 3");
  EXPECT_EQ(tested.code, 1);
  EXPECT_EQ(json::parse(tested.out)["summary"]["success count"], 1);
}

TEST_F(TestCommand, DurationsAndVerboseListCases) {
  WriteCases({"copy", "slow"});
  const Outcome tested = Test("-v --durations 1");
  EXPECT_THAT(tested.out, HasSubstr("passed Misbehave/case 0 copy/float/ai_cpu ("));
  EXPECT_THAT(tested.out,
              testing::ContainsRegex("the slowest case:\n +[0-9.]+ s  Misbehave/case 1 slow/float/ai_cpu\n"));
}

TEST_F(TestCommand, AtATerminalThereIsColourAndABarAndNoColorTurnsColourOff) {
  WriteCases({"copy", "lane"});
  const std::string shown = RunAtTerminal(Arguments("")).out;
  EXPECT_THAT(shown, HasSubstr("\033[31mFAILED "));
  EXPECT_THAT(shown, HasSubstr("] 2/2, 1 failed"));
  ::setenv("NO_COLOR", "1", 1);
  const std::string plain = RunAtTerminal(Arguments("")).out;
  ::unsetenv("NO_COLOR");
  EXPECT_THAT(plain, Not(HasSubstr("\033[31m")));
}

TEST_F(TestCommand, KilledRunGoesOnWhereItEnded) {
  WriteCases(std::vector<std::string>(10, "slow"));
  const std::string options = fmt::format("--no-checks -j 1 --resume '{}'", Path("log.jsonl"));
  const pid_t pid = Start(options);
  WaitForLines("log.jsonl", 3);
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  const size_t done = LinesOf("log.jsonl") - 1;
  ASSERT_LT(done, 10U);
  const Outcome resumed = Test(options);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(resumed.out, "10 passed, 0 failed\n");
  EXPECT_THAT(resumed.err, HasSubstr(fmt::format("{} of 10 cases are taken from", done)));
  EXPECT_EQ(LinesOf("log.jsonl"), 11U);
}

TEST_F(TestCommand, ResumeRunsChangedCasesAgain) {
  WriteCases({"copy", "lane"});
  const std::string options = fmt::format("--resume '{}'", Path("log.jsonl"));
  EXPECT_EQ(Test(options).code, 1);
  WriteCases({"copy", "copy"});
  std::string text = ReadFile(Path("cases.yaml"));
  text.replace(text.find("case 1 copy"), 11, "case 1 lane");
  Write("cases.yaml", text);
  const Outcome resumed = Test(options);
  EXPECT_EQ(resumed.out, "2 passed, 0 failed\n");
  EXPECT_THAT(resumed.err, HasSubstr("1 of 2 cases are taken from"));
}

TEST_F(TestCommand, ResumeRefusesResultsOfAnotherStandardAndOtherFiles) {
  WriteCases({"copy"});
  const std::string options = fmt::format("--resume '{}'", Path("log.jsonl"));
  EXPECT_EQ(Test(options).code, 0);
  const Outcome other = Test(options + " --standard binary");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("the results of something else"));
  EXPECT_EQ(Test(fmt::format("--resume '{}'", Path("cases.yaml"))).code, 2);
  EXPECT_THAT(ReadFile(Path("cases.yaml")), HasSubstr("Misbehave")) << "a foreign file is left as it is";
}

TEST_F(TestCommand, RerunFailedRunsFailedCasesAlone) {
  WriteCases({"copy", "lane", "copy"});
  const std::string options = fmt::format("--resume '{}'", Path("log.jsonl"));
  EXPECT_EQ(Test(options).code, 1);
  const Outcome again = Test(options + " --rerun-failed");
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, testing::EndsWith("0 passed, 1 failed\n"));
  std::string text = ReadFile(Path("cases.yaml"));
  text.replace(text.find("how: lane"), 9, "how: copy");
  Write("cases.yaml", text);
  EXPECT_EQ(Test(options + " --rerun-failed").out, "1 passed, 0 failed\n");
  EXPECT_EQ(Test(options + " --rerun-failed").code, 4);
}

TEST_F(TestCommand, RerunFailedOfPluginsNeedsAFile) {
  WriteCases({"copy"});
  const Outcome tested = Test("--rerun-failed");
  EXPECT_EQ(tested.code, 2);
  EXPECT_THAT(tested.err, HasSubstr("--resume FILE"));
}

TEST_F(TestCommand, InterruptEndsTheChildrenAndReportsTheFinishedCases) {
  std::vector<std::string> hows(2, "copy");
  hows.insert(hows.end(), 4, "hang");
  WriteCases(hows);
  const pid_t pid = Start(fmt::format("-j 2 --resume '{0}/log.jsonl' --report json='{0}/r.json'", work_.string()));
  WaitForLines("log.jsonl", 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  kill(pid, SIGINT);
  int status = 0;
  waitpid(pid, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(ReadFile(Path("stdout")), "2 passed, 0 failed; interrupted, 4 not run\n");
  EXPECT_THAT(ReadFile(Path("stderr")), HasSubstr("interrupted when 2 of 6 cases were run"));
  const json report = json::parse(ReadFile(Path("r.json")));
  EXPECT_EQ(report["opdk"]["interrupted"], true);
  EXPECT_EQ(report["report_list"].size(), 2U);
  EXPECT_EQ(
      std::system(fmt::format("pgrep -f 'bin/opd[k] test.*{}' >/dev/null", work_.filename().string()).c_str()) == 0,
      false)
      << "a child lives on";
}

}  // namespace
}  // namespace opdk::cli
