// opdk fuzz, opdk repro and opdk test --mutate, on operators with planted faults and on built-in ones.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class SearchCommands : public Command {
 protected:
  Outcome RunSearch(const std::string& arguments) {
    return Run(fmt::format("{} --state '{}' --plugins '{}'", arguments, Path("state"), OPDK_PLANTED_OPERATORS_DIR));
  }
  // Expects that the counts of "Op on engine: 60 runs (9/s), 50 passed, 10 failed; …" add up to 60.
  static void ExpectEveryRunAccountedFor(const std::string& text) {
    std::smatch line;
    ASSERT_TRUE(std::regex_search(text, line, std::regex(" on \\w+: ([0-9]+) runs \\([^)]*\\)([^;]*);"))) << text;
    const std::string counts = line[2];
    static const std::regex number(", ([0-9]+) ");
    size_t sum = 0;
    for (std::sregex_iterator one(counts.begin(), counts.end(), number), end; one != end; ++one) {
      sum += std::stoul((*one)[1]);
    }
    EXPECT_EQ(sum, std::stoul(line[1])) << text;
  }
  static std::string IdIn(const std::string& text) {
    std::smatch found;
    return std::regex_search(text, found, std::regex("opdk repro ([0-9a-f]{8})")) ? found[1].str() : "";
  }
};

TEST_F(SearchCommands, PlantedFaultIsFoundAndShrunkToItsConditions) {
  const Outcome found =
      RunSearch("fuzz WrongForLongAndLarge --engine ai_cpu --runs 2000 --shrink-time 300 --timeout 60 --seed 1");
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAILED WrongForLongAndLarge on ai_cpu: values"));
  EXPECT_THAT(found.out, HasSubstr("FAILED WrongForLongAndLarge on ai_cpu: vector_tails"));
  EXPECT_THAT(found.out, HasSubstr("elements shrunk to 17)"));
  EXPECT_THAT(found.out, HasSubstr("shape: [17], data: ["));
  EXPECT_THAT(found.out, ContainsRegex("[^0-9.]101[],]"));
  EXPECT_THAT(found.err, HasSubstr("error E7001: 2 failures found"));
}

TEST_F(SearchCommands, AKernelThatRefusesInputsOfItsExpressionIsFound) {
  const Outcome found = RunSearch("fuzz FailsForLarge --engine ai_cpu --runs 500 --seed 1");
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAILED FailsForLarge on ai_cpu: kernel"));
}

TEST_F(SearchCommands, ReproRunsTheKeptFailureAgainBitForBit) {
  const Outcome found =
      RunSearch("fuzz WrongForLongAndLarge --engine ai_cpu --runs 2000 --shrink-time 300 --timeout 60");
  const std::string id = IdIn(found.out);
  ASSERT_NE(id, "") << found.out << found.err;
  const Outcome first = RunSearch("repro " + id);
  const Outcome second = RunSearch("repro " + id.substr(0, 6));
  EXPECT_EQ(first.code, 1);
  EXPECT_THAT(first.out, HasSubstr("[0] is 0.25"));
  EXPECT_EQ(first.out, second.out);
  const Outcome listed = RunSearch("repro --list");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr(id + "  WrongForLongAndLarge  ai_cpu"));
  const Outcome bundled = RunSearch(fmt::format("repro {} --bundle '{}'", id, Path("bundle")));
  EXPECT_EQ(bundled.code, 1);
  for (const char* name :
       {"case.yaml", "command.sh", "failure.yaml", "input_x.npy", "expected_y.npy", "actual_y.npy"}) {
    EXPECT_TRUE(fs::is_regular_file(fs::path(Path("bundle")) / name)) << name;
  }
  EXPECT_NE(ReadFile(Path("bundle/expected_y.npy")), ReadFile(Path("bundle/actual_y.npy")));
}

TEST_F(SearchCommands, PrintedCaseFailsInACaseFileToo) {
  const Outcome found = RunSearch("fuzz WrongWithoutBias --engine ai_cpu --runs 2000 --shrink-time 300 --timeout 60");
  const size_t begin = found.out.find("WrongWithoutBias:\n");
  ASSERT_NE(begin, std::string::npos) << found.out << found.err;
  const std::string text = found.out.substr(begin, found.out.find("\n  again:") - begin);
  EXPECT_THAT(text, Not(HasSubstr("bias:")));
  EXPECT_THAT(text, Not(HasSubstr("attrs:")));
  Write("cases.yaml", text + "\n");
  const Outcome tested = Run(
      fmt::format("test --cases '{}' --plugins '{}' --engine ai_cpu", Path("cases.yaml"), OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("FAILED WrongWithoutBias"));
}

TEST_F(SearchCommands, CrashInABatchIsNarrowedToItsRunAndShrunk) {
  const Outcome found = RunSearch("fuzz CrashesAtRankThree --engine ai_cpu --runs 2000 --shrink-time 300 --timeout 60");
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAILED CrashesAtRankThree on ai_cpu: crash SIGABRT"));
  EXPECT_THAT(found.out, ContainsRegex("x: \\{shape: \\[[01], [01], [01]\\]"));
}

TEST_F(SearchCommands, RightOperatorPassesAndLeavesACorpusThatTheNextRunBeginsWith) {
  const Outcome first = RunSearch("fuzz Right --runs 60");
  EXPECT_EQ(first.code, 0) << first.out << first.err;
  EXPECT_THAT(first.out, ContainsRegex("Right on ai_core: 60 runs \\([0-9]+/s\\), 60 passed; seeds: 0 written, "
                                       "48 derived, 0 of the corpus; [1-9]"));
  EXPECT_THAT(first.out, ContainsRegex("Right on ai_cpu: 60 runs .*, 60 passed"));
  EXPECT_FALSE(fs::is_empty(Path("state/corpus/Right")));
  const Outcome second = RunSearch("fuzz Right --runs 10 --engine ai_cpu");
  EXPECT_THAT(second.out, ContainsRegex(" [1-9][0-9]* of the corpus"));
}

TEST_F(SearchCommands, TheSameSeedDrawsTheSameCasesWithAnyNumberOfProcesses) {
  const auto corpus = [&](const std::string& state, const std::string& options) {
    Run(fmt::format("fuzz Right --engine ai_cpu --runs 300 --no-checks --state '{}' --plugins '{}' {}", Path(state),
                    OPDK_PLANTED_OPERATORS_DIR, options));
    std::set<std::string> files;
    for (const auto& entry : fs::directory_iterator(Path(state) + "/corpus/Right")) {
      files.insert(entry.path().filename().string() + ReadFile(entry.path()));
    }
    return files;
  };
  const auto one = corpus("one", "-j 1 --seed 5");
  EXPECT_GT(one.size(), 3U);
  EXPECT_EQ(one, corpus("three", "-j 3 --seed 5"));
  EXPECT_NE(one, corpus("other", "-j 1 --seed 6"));
}

TEST_F(SearchCommands, CoverageLeadsBehindConditions) {
  const auto search = [&](const char* packages, const char* state) {
    return Run(fmt::format(
        "fuzz CrashesBehindConditions --runs 3000 --seed 1 --no-checks --max-elements 16 --state '{}' --plugins '{}'",
        Path(state), packages));
  };
  const Outcome blind = search(OPDK_PLANTED_OPERATORS_DIR, "blind");
  EXPECT_EQ(blind.code, 0) << blind.out;
  const Outcome guided = search(OPDK_COVERED_OPERATORS_DIR, "guided");
  EXPECT_EQ(guided.code, 1) << guided.err;
  EXPECT_THAT(guided.out, ContainsRegex(", [1-9][0-9]* edges covered"));
  EXPECT_THAT(guided.out, HasSubstr("crash SIGABRT"));
  EXPECT_THAT(guided.out, HasSubstr("x: {shape: [6], data: [101, 101, -2, -2, 101, -2]}"));
}

TEST_F(SearchCommands, AnExpressionThatErrsOnInputsOfItsKernelIsAFailure) {
  for (const char* engine : {"ai_cpu", "ai_core"}) {
    const Outcome found = RunSearch(fmt::format("fuzz ExpressionErrs --runs 300 --engine {}", engine));
    EXPECT_EQ(found.code, 1) << found.out << found.err;
    EXPECT_THAT(found.out, HasSubstr(fmt::format("FAILED ExpressionErrs on {}: golden", engine)));
    EXPECT_THAT(found.out, HasSubstr("the golden can't be computed"));
    EXPECT_THAT(found.out, HasSubstr("x: {shape: [5]"));
    ExpectEveryRunAccountedFor(found.out);
  }
}

TEST_F(SearchCommands, ResultsThatDependOnEarlierCallsAreNotRepeatable) {
  const Outcome found = RunSearch("fuzz RemembersCount --runs 128 --engine ai_cpu --no-checks");
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("NOT REPEATABLE RemembersCount on ai_cpu: values"));
  EXPECT_THAT(found.out, HasSubstr("why: it depends on an earlier call: alone in a process it passes, after the "));
  EXPECT_THAT(found.out, ContainsRegex("[1-9][0-9]* not repeatable"));
  EXPECT_THAT(found.out, Not(HasSubstr("FAILED")));
  ExpectEveryRunAccountedFor(found.out);
}

TEST_F(SearchCommands, ATimeLimitThatWasPassedOnceIsReportedAndFailsNothing) {
  ASSERT_EQ(setenv("HANGS_ONCE", Path("hung").c_str(), 1), 0);
  const Outcome found = RunSearch("fuzz HangsOnce --runs 64 --engine ai_cpu --no-checks --timeout 2");
  unsetenv("HANGS_ONCE");
  EXPECT_EQ(found.code, 0) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("NOT REPEATABLE HangsOnce on ai_cpu: timeout"));
  EXPECT_THAT(found.out, HasSubstr("why: it depends on time: it took more than 2 s once"));
  EXPECT_THAT(found.out, HasSubstr("1 not repeatable"));
  ExpectEveryRunAccountedFor(found.out);
}

TEST_F(SearchCommands, TheTimeLimitIsTheKernelsAndNotTheGoldens) {
  Write("cases.yaml", "SlowExpression:\n  - {name: slow, inputs: {x: {shape: [13, 29], fill: 2}}}\n");
  const Outcome found = RunSearch(fmt::format(
      "fuzz SlowExpression --runs 1 --engine ai_cpu --no-checks --timeout 1 --cases '{}'", Path("cases.yaml")));
  EXPECT_EQ(found.code, 0) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("1 runs ("));
  EXPECT_THAT(found.out, HasSubstr(", 1 passed"));
}

TEST_F(SearchCommands, AKeptCorpusHidesNothingThatAFreshSearchFinds) {
  fs::create_directories(Path("state/corpus/WrongForLongAndLarge"));
  for (int i = 0; i < 1500; ++i) {
    Write(fmt::format("state/corpus/WrongForLongAndLarge/{}.yaml", i),
          fmt::format("WrongForLongAndLarge:\n  - {{name: kept {}, inputs: {{x: {{data: [{}]}}}}}}\n", i, i % 50));
  }
  const std::string search = "fuzz WrongForLongAndLarge --engine ai_cpu --no-checks --shrink-time 1 --seed 1 ";
  const Outcome fresh =
      Run(fmt::format("{}--runs 640 --state '{}' --plugins '{}'", search, Path("fresh"), OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(fresh.code, 1) << fresh.out << fresh.err;
  const Outcome kept = RunSearch(search + "--runs 1280");
  EXPECT_EQ(kept.code, 1) << kept.out << kept.err;
  EXPECT_THAT(kept.out, HasSubstr("FAILED WrongForLongAndLarge on ai_cpu: values"));
  EXPECT_THAT(kept.out, HasSubstr("1500 of the corpus"));
}

TEST_F(SearchCommands, EveryRunIsAccountedForWhateverItCameTo) {
  for (const char* op : {"WrongForLongAndLarge", "CrashesAtRankThree", "WrongWithoutBias", "Right"}) {
    const Outcome found = RunSearch(fmt::format("fuzz {} --engine ai_cpu --runs 200 --keep-going --shrink-time 1", op));
    ExpectEveryRunAccountedFor(found.out);
    EXPECT_THAT(found.out, HasSubstr(fmt::format("{} on ai_cpu: 200 runs", op)));
  }
}

TEST_F(SearchCommands, OneRunOfSixteenMakesAllChecks) {
  const auto fuzz = [&](int runs) {
    return Run(fmt::format("fuzz LeaksFiles --engine ai_cpu --runs {} --shrink-time 1 --state '{}' --plugins '{}'",
                           runs, Path("state"), OPDK_BROKEN_OPERATORS_DIR));
  };
  const Outcome fifteen = fuzz(15);
  EXPECT_EQ(fifteen.code, 0) << fifteen.out << fifteen.err;
  const Outcome sixteen = fuzz(16);
  EXPECT_EQ(sixteen.code, 1) << sixteen.out << sixteen.err;
  EXPECT_THAT(sixteen.out, HasSubstr("FAILED LeaksFiles on ai_cpu: resources"));
}

TEST_F(SearchCommands, CtrlCEndsTheSearchAndKeepsTheCorpus) {
  // Once something is kept; the last line is the command's exit code.
  Write("search.sh",
        fmt::format("'{}/bin/opdk' fuzz Right --engine ai_cpu --time 300 --state '{}' --plugins '{}' &\n"
                    "while [ ! -d '{}/corpus/Right' ]; do sleep 0.1; done\nkill -INT $!\nwait $!\necho $?\n",
                    OPDK_BINARY_DIR, Path("state"), OPDK_PLANTED_OPERATORS_DIR, Path("state")));
  const std::string command =
      fmt::format("timeout 120 bash -m '{}' >'{}' 2>'{}'", Path("search.sh"), Path("out"), Path("err"));
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_THAT(ReadFile(Path("out")), ContainsRegex("Right on ai_cpu: [1-9][0-9]* runs"));
  EXPECT_TRUE(ReadFile(Path("out")).ends_with("\n1\n")) << ReadFile(Path("out"));
  EXPECT_THAT(ReadFile(Path("err")), HasSubstr("interrupted; until then nothing failed"));
}

TEST_F(SearchCommands, UnknownOperatorIsNamedWithItsNeighbour) {
  const Outcome found = RunSearch("fuzz Rigth");
  EXPECT_EQ(found.code, 3);
  EXPECT_THAT(found.err, HasSubstr("did you mean Right?"));
  EXPECT_EQ(RunSearch("repro 00000000").code, 4);
  EXPECT_EQ(RunSearch("repro").code, 2);
  EXPECT_EQ(RunSearch("fuzz Right --runs -3").code, 2);
  EXPECT_EQ(RunSearch("fuzz Right --cases nowhere.yaml").code, 2);
  EXPECT_EQ(RunSearch("fuzz Right --coverage").code, 2);
}

TEST_F(SearchCommands, MutationScoreTellsGoodCasesFromWeakOnes) {
  Write("good.yaml", "Right:\n  - {name: adds 1, inputs: {x: {data: [0, 1, -3, nan]}}}\n");
  const Outcome good = Run(fmt::format("test --mutate --min-score 100 --cases '{}' --plugins '{}'", Path("good.yaml"),
                                       OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_THAT(good.out, HasSubstr("(100 %) by 1 case"));
  Write(
      "weak.yaml",
      "Right:\n  - {name: adds 1, inputs: {x: {data: [0, 1]}}, expect: {y: {data: [1, 2]}}, tolerance: {atol: 1.5}}\n");
  const Outcome weak = Run(fmt::format("test --mutate --min-score 90 --cases '{}' --plugins '{}'", Path("weak.yaml"),
                                       OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(weak.code, 1);
  EXPECT_THAT(
      weak.out,
      HasSubstr("not noticed: the second operand of add is left out\n    in:      %3 = add %0, %2 : float[2]\n    "
                "becomes: %3 = %0\n"));
  EXPECT_THAT(weak.out, HasSubstr("not noticed: the last element is 1 more\n    in:      output y\n"));
  EXPECT_THAT(weak.err, HasSubstr("the score of Right is below 90 %"));
  const Outcome as_json = Run(fmt::format("test --mutate --format json --cases '{}' --plugins '{}'", Path("weak.yaml"),
                                          OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(as_json.code, 0);
  const auto json = nlohmann::json::parse(as_json.out);
  EXPECT_EQ(json.at("operators").at(0).at("survivors").size(),
            json.at("mutants").get<size_t>() - json.at("noticed").get<size_t>());
  EXPECT_LT(json.at("score").get<double>(), 0.9);
  EXPECT_THAT(json.at("operators").at(0).at("expression").get<std::string>(), HasSubstr("%3 = add %0, %2"));
}

TEST_F(SearchCommands, EquivalentMutantsAreListedAndNotCounted) {
  // ||x||: one of the two does nothing.
  Write("cases.yaml", "WrongWithoutBias:\n  - {name: is its size, inputs: {x: {data: [1, -2, nan, inf]}}}\n");
  const Outcome scored =
      Run(fmt::format("test --mutate --cases '{}' --plugins '{}'", Path("cases.yaml"), OPDK_PLANTED_OPERATORS_DIR));
  EXPECT_EQ(scored.code, 0) << scored.err;
  EXPECT_THAT(scored.out, HasSubstr("equivalent: abs is left out"));
}

}  // namespace
}  // namespace opdk::cli
