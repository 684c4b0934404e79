// Code of a package that ends the process must not look like success without outputs.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

struct Ending {
  const char* how;
  const char* said;
  const char* where;
};

void PrintTo(const Ending& ending, std::ostream* out) { *out << ending.how; }

class ExitGuard : public Command, public testing::WithParamInterface<Ending> {};

TEST_P(ExitGuard, IsAnErrorThatNamesTheNode) {
  WriteFloats("x.npy", {2}, {1, 2});
  const Outcome outcome =
      Run(fmt::format("run --op Misbehave --attr how={} --input x={} --plugins '{}/test_packages/misbehaving'",
                      GetParam().how, Path("x.npy"), OPDK_BINARY_DIR));
  EXPECT_EQ(outcome.code, 7) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(fmt::format("error E6003: it called {}(0)", GetParam().said)));
  EXPECT_THAT(outcome.err, HasSubstr("package misbehaving_operators, "));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().where));
}

class CrashGuard : public Command, public testing::WithParamInterface<Ending> {};

TEST_P(CrashGuard, IsAnErrorThatNamesTheNode) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer reports it";
#endif
  WriteFloats("x.npy", {2}, {1, 2});
  const Outcome outcome =
      Run(fmt::format("run --op Misbehave --attr how={} --input x={} --plugins '{}/test_packages/misbehaving'",
                      GetParam().how, Path("x.npy"), OPDK_BINARY_DIR));
  EXPECT_EQ(outcome.code, 7) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(fmt::format("error E6003: it crashed with {}", GetParam().said)));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().where));
}

INSTANTIATE_TEST_SUITE_P(Crashes, CrashGuard,
                         testing::Values(Ending{"crash", "SIGSEGV", "AI CPU kernel of Misbehave, node "},
                                         Ending{"abort", "SIGABRT", "AI CPU kernel of Misbehave, node "}),
                         [](const auto& ending) { return std::string(ending.param.how); });

INSTANTIATE_TEST_SUITE_P(Endings, ExitGuard,
                         testing::Values(Ending{"exit", "exit", "AI CPU kernel of Misbehave, node "},
                                         Ending{"_exit", "_exit", "AI CPU kernel of Misbehave, node "},
                                         Ending{"quick_exit", "quick_exit", "AI CPU kernel of Misbehave, node "},
                                         Ending{"exit_elsewhere", "exit", "AI CPU kernel of Misbehave, node "},
                                         Ending{"infer_exit", "exit", "operator Misbehave, node "}),
                         [](const auto& ending) { return std::string(ending.param.how); });

}  // namespace
}  // namespace opdk::cli
