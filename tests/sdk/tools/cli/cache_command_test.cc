// `opdk cache` as a user runs it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CacheCommand : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    ::setenv("OPDK_CACHE_DIR", Path("kernels").c_str(), 1);
    ::unsetenv("OPDK_CACHE_SIZE");
  }
  void TearDown() override {
    ::unsetenv("OPDK_CACHE_DIR");
    ::unsetenv("OPDK_CACHE_SIZE");
    Command::TearDown();
  }
  void Fill() { ASSERT_EQ(Run(fmt::format("run {} --engine ai_core", kAddModel)).code, 0); }
};

TEST_F(CacheCommand, ListsKernelsThatARunCompiled) {
  Fill();
  const Outcome text = Run("cache list");
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("add_"));
  EXPECT_THAT(text.out, HasSubstr("1 kernel in 1 object and 1 library"));
  EXPECT_THAT(text.out, HasSubstr("of at most 512.0 MiB"));
  EXPECT_THAT(text.out, HasSubstr(Path("kernels")));
  const auto listed = nlohmann::json::parse(Run("cache list --json").out);
  ASSERT_EQ(listed["kernels"].size(), 1u);
  EXPECT_EQ(listed["kernels"][0]["current"], true);
  EXPECT_GT(listed["kernels"][0]["bytes"], 100);
  EXPECT_GT(listed["bytes"], listed["kernels"][0]["bytes"]);
  EXPECT_EQ(listed["bound"], 512 << 20);
}

TEST_F(CacheCommand, AnEmptyCacheIsNoError) {
  for (const char* command : {"cache list", "cache list --json", "cache clear", "cache clear --all", "cache path"}) {
    const Outcome outcome = Run(command);
    EXPECT_EQ(outcome.code, 0) << command << outcome.err;
  }
  EXPECT_FALSE(fs::exists(Path("kernels"))) << "looking makes no directory";
  EXPECT_EQ(Run("cache path").out, Path("kernels") + "\n");
  EXPECT_THAT(Run("cache list").out, HasSubstr("0 kernels"));
}

TEST_F(CacheCommand, ClearReportsTheFreedBytes) {
  Fill();
  EXPECT_THAT(Run("cache clear --older-than 1h").out, HasSubstr("removed 0 objects and 0 libraries"));
  const Outcome cleared = Run("cache clear");
  EXPECT_EQ(cleared.code, 0) << cleared.err;
  EXPECT_THAT(cleared.out, HasSubstr("removed 1 object and 1 library: "));
  EXPECT_THAT(cleared.out, HasSubstr("KiB freed, 0 B left"));
  Fill();
  EXPECT_THAT(Run("cache clear --older-than 0s").out, HasSubstr("removed 1 object and 1 library"));
}

TEST_F(CacheCommand, OtherVersionsAreClearedOnlyWithAll) {
  fs::create_directories(Path("kernels/0.0.1-avx2-1-2/lib"));
  Write("kernels/0.0.1-avx2-1-2/lib/abc.so", "old");
  EXPECT_THAT(Run("cache clear").out, HasSubstr("removed 0 objects and 0 libraries: 0 B freed, 3 B left"));
  EXPECT_THAT(Run("cache clear --all").out, HasSubstr("removed 0 objects and 1 library: 3 B freed, 0 B left"));
}

TEST_F(CacheCommand, WrongUseIsExplained) {
  for (const char* arguments : {"cache", "cache shrink", "cache clear --older-than soon", "cache clear --older-than",
                                "cache clear --all --older-than 3d", "cache list extra"}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("error E1001: ")) << arguments;
  }
  EXPECT_THAT(Run("cache clear --older-than soon").err, HasSubstr("--older-than 30d"));
  ::setenv("OPDK_CACHE_SIZE", "lots", 1);
  EXPECT_THAT(Run("cache list").err, HasSubstr("OPDK_CACHE_SIZE is 'lots'"));
  EXPECT_EQ(Run("cache list").code, 2);
  EXPECT_EQ(Run(fmt::format("run {} --engine ai_core", kAddModel)).code, 2);
}

TEST_F(CacheCommand, WithoutAHomeTheErrorNamesTheVariableToSet) {
  ::unsetenv("OPDK_CACHE_DIR");
  const std::string home = ::getenv("HOME") == nullptr ? "" : ::getenv("HOME");
  const char* caches = ::getenv("XDG_CACHE_HOME");
  const std::string kept = caches == nullptr ? "" : caches;
  ::unsetenv("HOME");
  ::unsetenv("XDG_CACHE_HOME");
  const Outcome outcome = Run("cache list");
  const Outcome elsewhere = Run("cache list --dir " + Path("kernels"));
  ::setenv("HOME", home.c_str(), 1);
  if (caches != nullptr) ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("set OPDK_CACHE_DIR"));
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
}

TEST_F(CacheCommand, ACacheThatOthersCanWriteToIsNamedAndNotCleared) {
  Fill();
  fs::permissions(Path("kernels"), fs::perms::others_write, fs::perm_options::add);
  EXPECT_THAT(Run("cache list").err, HasSubstr("warning: kernels are compiled anew for each run: "));
  EXPECT_THAT(Run("doctor").out, HasSubstr("NOT USED: "));
  const Outcome cleared = Run("cache clear --all");
  EXPECT_NE(cleared.code, 0);
  EXPECT_THAT(cleared.err, HasSubstr(Path("kernels")));
  fs::permissions(Path("kernels"), fs::perms::others_write, fs::perm_options::remove);
  EXPECT_THAT(Run("cache list").out, HasSubstr("1 kernel in 1 object and 1 library"));
}

TEST_F(CacheCommand, AFileInPlaceOfTheCacheCostsOneWarningOnly) {
  Write("kernels", "not a directory");
  EXPECT_EQ(Run("cache list").code, 0);
  const Outcome run = Run(fmt::format("run {} --engine ai_core", kAddModel));
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("compiled kernels are not kept"));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
}

}  // namespace
}  // namespace opdk::cli
