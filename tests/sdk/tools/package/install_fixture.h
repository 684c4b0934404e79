// `opdk` with keys, cache and plugin directory of its own, and the packages of this folder.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {

class Installing : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    ::setenv("XDG_CONFIG_HOME", Path("config").c_str(), 1);
    ::setenv("OPDK_CACHE_DIR", Path("cache").c_str(), 1);
    for (const char* name : {"OPDK_ALLOW_UNTRUSTED", "OPDK_REQUIRE_SIGNATURE", "OPDK_TEST_KILL_AT"}) ::unsetenv(name);
  }
  void TearDown() override {
    for (const char* name : {"XDG_CONFIG_HOME", "OPDK_CACHE_DIR", "OPDK_REQUIRE_SIGNATURE"}) ::unsetenv(name);
    Command::TearDown();
  }

  static std::string Library(const std::string& fixture) {
    return fmt::format("{}/tests/steps/{}/libtest_steps.so", OPDK_BINARY_DIR, fixture);
  }
  // Runs a command that is killed at that step; returns the code of std::system. Spaces separate names in LD_PRELOAD:
  // no paths there.
  static int RunKilledAt(int step, const std::string& arguments, const std::string& variables = "") {
    return std::system(fmt::format("LD_LIBRARY_PATH='{0}/tests/steps' LD_PRELOAD=libtest_kill_at.so "
                                   "OPDK_TEST_KILL_AT={1} {2} '{0}/bin/opdk' {3} >/dev/null 2>&1",
                                   OPDK_BINARY_DIR, step, variables, arguments)
                           .c_str());
  }
  // Returns the archive of a fixture.
  std::string Packed(const std::string& fixture, const std::string& options = "") {
    const std::string archive = Path(fixture + ".opdk");
    const Outcome packed = Run(fmt::format("pack '{}' -o {} {}", Library(fixture), archive, options));
    EXPECT_EQ(packed.code, 0) << packed.err;
    return archive;
  }
  Outcome Install(const std::string& archive, const std::string& options = "") {
    return Run(fmt::format("install {} --dir {} {}", archive, Path("plugins"), options));
  }
  // Returns the version of test_steps that a process would load now; "" for none. Fails if a package that is found is
  // unusable.
  std::string Loaded() {
    const Outcome list = Run(fmt::format("list --plugins {} --format json", Path("plugins")));
    EXPECT_EQ(list.code, 0) << list.err;
    const auto json = nlohmann::json::parse(list.out, nullptr, false);
    if (json.is_discarded()) return "no list";
    for (const auto& package : json["packages"]) {
      if (package["name"] == "test_steps") return package["version"];
    }
    return "";
  }
};

}  // namespace opdk::cli
