// A kernel that never returns is named while the command waits, and --timeout ends the command.
#include <gmock/gmock.h>

#include <chrono>

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
