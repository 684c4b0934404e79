// Plugin directories that a test fills with the fixtures' libraries.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk {

class PluginDirectories : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "opdk_registry_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    for (const char* name : {"a", "b", "builtin"}) std::filesystem::create_directory(root_ / name);
    ::setenv("OPDK_BUILTIN_DIR", (root_ / "builtin").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (root_ / "data").c_str(), 1);
    ::setenv("OPDK_CACHE_DIR", (root_ / "cache").c_str(), 1);
    ::setenv("OPDK_TEST_TRACE", (root_ / "trace").c_str(), 1);
    for (const char* name : {"OPDK_PLUGIN_PATH", "OPDK_ALLOW_UNTRUSTED", "OPDK_REQUIRE_SIGNATURE"}) ::unsetenv(name);
  }
  void TearDown() override {
    PackageRegistry::SetCurrent(nullptr);
    for (const char* name : {"OPDK_BUILTIN_DIR", "OPDK_LIBEXEC_DIR", "OPDK_CACHE_DIR", "OPDK_ALLOW_UNTRUSTED"}) {
      ::unsetenv(name);
    }
    std::filesystem::remove_all(root_);
  }

  static std::filesystem::path Fixture(const std::string& name) {
    return std::filesystem::path(OPDK_BINARY_DIR "/tests/packages") / ("libtest_" + name + ".so");
  }
  // Drops the library of a fixture into a plugin directory.
  void Drop(const std::string& fixture, const std::string& directory) {
    std::filesystem::copy_file(Fixture(fixture), root_ / directory / ("libtest_" + fixture + ".so"));
  }
  void Write(const std::string& path, const std::string& text) { std::ofstream(root_ / path) << text; }
  std::string Path(const std::string& name) const { return (root_ / name).string(); }

  std::shared_ptr<PackageRegistry> Load(std::vector<std::string> dirs) {
    PackageOptions options;
    for (const std::string& dir : dirs) options.plugin_dirs.push_back(Path(dir));
    auto loaded = PackageRegistry::Load(options);
    EXPECT_TRUE(loaded.ok()) << loaded.status().ToString();
    return loaded.ok() ? *loaded : nullptr;
  }
  // Returns why the only library of directory a is rejected, loaded beside a good package.
  Status Rejection() {
    if (!std::filesystem::exists(root_ / "b/libtest_twice.so")) Drop("twice", "b");
    const auto registry = Load({"a", "b"});
    EXPECT_EQ(registry->packages().size(), 1u) << "the good package goes on";
    if (registry->rejected().size() != 1) {
      ADD_FAILURE() << registry->rejected().size() << " rejected";
      return Status();
    }
    EXPECT_THAT(registry->rejected()[0].path, testing::HasSubstr(Path("a")));
    return registry->rejected()[0].reason;
  }

  std::filesystem::path root_;
};

}  // namespace opdk
