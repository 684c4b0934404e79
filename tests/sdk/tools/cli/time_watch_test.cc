// A kernel that never returns is named while the command waits, and --timeout ends the command.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <chrono>
#include <sstream>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class TimeWatch : public Command {
 protected:
  Outcome RunMisbehave(const std::string& how, const std::string& options) {
    WriteFloats("x.npy", {2}, {1, 2});
    return Run(
        fmt::format("run --op Misbehave --attr how={} --input x='{}' --plugins '{}/test_packages/misbehaving' {}", how,
                    Path("x.npy"), OPDK_BINARY_DIR, options));
  }
};

TEST_F(TimeWatch, ACallThatDoesNotReturnIsNamedOnceWhileTheRunWaits) {
  before_ = "timeout 15 ";
  const Outcome outcome = RunMisbehave("hang", "");
  EXPECT_EQ(outcome.code, 124) << "it goes on waiting: " << outcome.err;
  const std::string said = "package misbehaving_operators, AI CPU kernel of Misbehave, node Misbehave has been running";
  EXPECT_THAT(outcome.err, ContainsRegex(said + " for 1[0-2] s and goes on; --timeout SECONDS ends it\n"));
  EXPECT_EQ(outcome.err.find(said), outcome.err.rfind(said));
}

TEST_F(TimeWatch, AtTheTimeoutTheRunEndsAndNamesTheCall) {
  before_ = "timeout 60 ";
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = RunMisbehave("hang", "--timeout 2");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(outcome.code, 7) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("hang comes now\nerror E6004: the run has not ended after 2 s: this call "));
  EXPECT_THAT(outcome.err, HasSubstr("  at: package misbehaving_operators, AI CPU kernel of Misbehave, node Misbehave\n"
                                     "  help: "));
  EXPECT_THAT(outcome.err, HasSubstr("--timeout SECONDS"));
}

TEST_F(TimeWatch, ALibraryThatDoesNotLetItselfBeLoadedIsNamed) {
  const std::string packages = OPDK_BINARY_DIR "/tests/packages/";
  const auto load = [&](const std::string& library, const std::string& options) {
    return Run(fmt::format("run --op Mish --input x=list:1 --plugins '{}{}' {}", packages, library, options));
  };
  before_ = fmt::format("OPDK_CACHE_DIR='{}' timeout 60 ", Path("cache"));
  const Outcome tried = load("libtest_hangs.so", "--timeout 1");
  EXPECT_EQ(tried.code, 7) << tried.err;
  EXPECT_THAT(tried.err, ContainsRegex("error E6004: [^\n]*this call runs for [^\n]*\n  at: loading the library "
                                       "[^\n]*/libtest_hangs.so in a process of its own, to try it\n"));
  // A library that was tried and found harmless, and then waits for a reader of this FIFO.
  EXPECT_NE(load("libtest_asks_its_name.so", "").code, 7);
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  before_ += fmt::format("env OPDK_TEST_TRACE='{}' ", Path("fifo"));
  const Outcome loaded = load("libtest_asks_its_name.so", "--timeout 1");
  EXPECT_EQ(loaded.code, 7) << loaded.err;
  EXPECT_THAT(loaded.err, ContainsRegex("\n  at: loading the library [^\n]*/libtest_asks_its_name.so\n"));
}

TEST_F(TimeWatch, AStepOfOpdksOwnThatTakesLongIsNamed) {
  std::string text;
  const std::pair<const char*, const char*> inputs[] = {{"x", "1 128 128 640"}, {"w", "7 7 640 640"}};
  for (const auto& [name, shape] : inputs) {
    text += fmt::format(
        "node {{ name: '{}' op: 'Placeholder' attr {{ key: 'dtype' value {{ type: DT_FLOAT }} }} "
        "attr {{ key: 'shape' value {{ shape {{ ",
        name);
    std::istringstream dims(shape);
    for (std::string dim; dims >> dim;) text += fmt::format("dim {{ size: {} }} ", dim);
    text += "} } } }\n";
  }
  text +=
      "node { name: 'slow_conv' op: 'Conv2D' input: 'x' input: 'w' attr { key: 'T' value { type: DT_FLOAT } } "
      "attr { key: 'strides' value { list { i: 1 i: 1 i: 1 i: 1 } } } "
      "attr { key: 'padding' value { s: 'SAME' } } }\n";
  Write("conv.pbtxt", text);
  before_ = "timeout 60 ";
  const Outcome ran = Run(fmt::format("run '{}' --threads 1 --deterministic --timeout 3", Path("conv.pbtxt")));
  EXPECT_EQ(ran.code, 7) << ran.out << ran.err;
  EXPECT_THAT(ran.err, ContainsRegex("error E6004: [^\n]*this call runs for [^\n]*\n  at: node slow_conv"));
  // The algorithms are tried, unless the cache knows the times.
  before_ += fmt::format("env OPDK_CACHE_DIR='{}' ", Path("cache"));
  const Outcome tried = Run(fmt::format("run '{}' --threads 1 --timeout 2", Path("conv.pbtxt")));
  EXPECT_EQ(tried.code, 7) << tried.out << tried.err;
  EXPECT_THAT(tried.err, ContainsRegex("\n  at: preparing node slow_conv"));
}

TEST_F(TimeWatch, ARunInTimeSaysNothing) {
  const Outcome outcome = RunMisbehave("slow", "--timeout 100");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(TimeWatch, ATimeoutThatIsNoTimeIsAUsageError) {
  for (const char* seconds : {"0", "-1", "soon"}) {
    const Outcome outcome = RunMisbehave("slow", fmt::format("--timeout {}", seconds));
    EXPECT_EQ(outcome.code, 2) << seconds;
    EXPECT_THAT(outcome.err, HasSubstr("--timeout")) << seconds;
    EXPECT_THAT(outcome.out, Not(HasSubstr("y")));
  }
}

}  // namespace
}  // namespace opdk::cli
