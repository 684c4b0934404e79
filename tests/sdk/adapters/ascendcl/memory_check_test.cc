// OPDK_ACL_CHECK=1: a program dies when it touches foreign memory.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

// Returns the status of a process with this fault, as waitpid gives it.
int EndOf(const char* fault, const char* checks) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("OPDK_ACL_CHECK", checks, 1);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(5);
    execl(OPDK_BINARY_DIR "/bin/opdk_acl_misuse", "opdk_acl_misuse", fault, nullptr);
    _exit(4);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(MemoryCheck, AnOverrunKills) {
  UseBuiltinOperatorsAlone();
  const int status = EndOf("overrun", "1");
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
}

TEST(MemoryCheck, UseAfterFreeKills) {
  UseBuiltinOperatorsAlone();
  const int status = EndOf("use after free", "1");
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
}

TEST(MemoryCheck, EndsOnlyProgramsWithMistakesAndOnlyIfAskedTo) {
  UseBuiltinOperatorsAlone();
  EXPECT_EQ(EndOf("", "1"), 0);
  EXPECT_EQ(EndOf("overrun", "0"), 0);
  EXPECT_EQ(EndOf("use after free", "0"), 0);
}

}  // namespace
}  // namespace opdk::acl_tests
