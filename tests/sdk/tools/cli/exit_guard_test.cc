// Code of a package that ends the process must not look like success without outputs.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string_view>

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

TEST_F(Command, AnErrorThatAKernelLoggedBeforeItEndedTheProcessIsWritten) {
  WriteFloats("x.npy", {2}, {1, 2});
  for (const char* how : {"exit", "abort"}) {
#ifdef __SANITIZE_ADDRESS__
    if (std::string_view(how) == "abort") continue;  // the sanitizer reports it
#endif
    const Outcome outcome =
        Run(fmt::format("run --op Misbehave --attr how={} --input x={} --plugins '{}/test_packages/misbehaving'", how,
                        Path("x.npy"), OPDK_BINARY_DIR));
    EXPECT_THAT(outcome.err, testing::ContainsRegex(fmt::format("{} comes now\nerror E6003", how)));
  }
}

// Its output fills a small pipe that nobody empties: the signal comes while no package's code runs.
TEST_F(Command, ACrashOutsideOfPackagesCodeSaysWhatMayHaveCausedIt) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer reports it";
#endif
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_GE(fcntl(ends[1], F_SETPIPE_SZ, 4096), 4096);
  const std::string program = OPDK_BINARY_DIR "/bin/opdk", errors = Path("stderr");
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(open(errors.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    execl(program.c_str(), "opdk", "list", nullptr);
    _exit(1);
  }
  char first = 0;
  ASSERT_EQ(read(ends[0], &first, 1), 1);
  kill(child, SIGSEGV);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  close(ends[0]);
  close(ends[1]);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
  EXPECT_THAT(ReadFile(errors), HasSubstr("error E9001: the process crashed with SIGSEGV"));
  EXPECT_THAT(ReadFile(errors), HasSubstr("opdk test finds it"));
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
