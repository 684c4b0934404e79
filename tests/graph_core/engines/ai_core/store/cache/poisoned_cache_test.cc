// Code in the cache is run, so code that another user could have put there is not used. Kernels are compiled anew, in a
// place of this process's own, and the results are right all the same.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "graph_core/base/descriptor_path.h"
#include "graph_core/base/sha256.h"
#include "graph_core/engines/ai_core/store/cache/library_record.h"
#include "tests/graph_core/engines/ai_core/store/cache/cache_fixture.h"

namespace opdk::tests {
namespace {

constexpr uid_t kStranger = 65534;

class PoisonedCache : public CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    ASSERT_EQ(CompiledElsewhere({0}), 1);
    ASSERT_EQ(CompiledElsewhere({0}), 0) << "an untouched cache is used";
  }
  fs::path Key() const { return Files(".so").at(0).parent_path().parent_path(); }
  // Expects that a process doesn't use the cache, says why, and changes nothing there.
  void ExpectUnused(const std::string& why) {
    const size_t before = Files(".o").size() + Files(".so").size();
    EXPECT_EQ(CompiledElsewhere({0}), 1);
    EXPECT_EQ(Files(".o").size() + Files(".so").size(), before);
    KernelStore store(root_.string());
    const Status trust = store.TrustCache();
    EXPECT_EQ(trust.code(), ErrorCode::kUntrusted);
    EXPECT_THAT(trust.message(), HasSubstr(why));
  }
};

TEST_F(PoisonedCache, IsMadeForItsOwnerAloneWhateverTheUmask) {
  fs::remove_all(root_);
  const mode_t before = umask(0);
  const int compiled = CompiledElsewhere({0});
  umask(before);
  ASSERT_EQ(compiled, 1);
  for (const auto& entry : fs::recursive_directory_iterator(root_)) {
    EXPECT_EQ(entry.status().permissions() & (fs::perms::group_all | fs::perms::others_all), fs::perms::none)
        << entry.path();
  }
}

TEST_F(PoisonedCache, ADirectoryThatOthersCanWriteToIsNotUsed) {
  for (const fs::path& directory : {root_, Key(), Key() / "lib", Key() / "kernel_meta"}) {
    for (const mode_t mode : {0777, 01777, 0702}) {
      SCOPED_TRACE(fmt::format("{} {:o}", directory.string(), mode));
      chmod(directory.c_str(), mode);
      ExpectUnused(directory.string() + " can be written by everybody");
      chmod(directory.c_str(), 0700);
    }
  }
  EXPECT_EQ(CompiledElsewhere({0}), 0);
}

TEST_F(PoisonedCache, ADirectoryAboveThatOthersCanWriteToIsNotUsed) {
  const fs::path root = root_;
  root_ = root / "below";
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  chmod(root.c_str(), 0777);
  ExpectUnused(root.string() + " can be written by everybody");
  chmod(root.c_str(), 01777);
  EXPECT_EQ(CompiledElsewhere({0}), 0) << "entries of a sticky directory belong to their owners";
  root_ = root;
}

TEST_F(PoisonedCache, ADirectoryThatAGroupCanWriteToIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(chown(root_.c_str(), 0, 100), 0);
  chmod(root_.c_str(), 0770);
  ExpectUnused("can be written by its group 100");
}

TEST_F(PoisonedCache, ADirectoryOfAnotherUserIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  for (const fs::path& directory : {root_, Key(), Key() / "lib", Key() / "kernel_meta"}) {
    SCOPED_TRACE(directory.string());
    ASSERT_EQ(chown(directory.c_str(), kStranger, kStranger), 0);
    ExpectUnused(directory.string() + " belongs to ");
    ASSERT_EQ(chown(directory.c_str(), 0, 0), 0);
  }
}

TEST_F(PoisonedCache, AKeyThatOthersKnowIsNotUsed) {
  chmod((root_ / "key").c_str(), 0644);
  ExpectUnused("key can be read by others");
  chmod((root_ / "key").c_str(), 0600);
  Write(root_ / "key", "short");
  ExpectUnused("is no key: it has 5 bytes");
}

// A single file that another user can write to counts as missing.
TEST_F(PoisonedCache, AFileThatOthersCanWriteToCountsAsMissing) {
  for (const char* extension : {".so", ".json"}) {
    for (const fs::path& file : Files(extension)) chmod(file.c_str(), 0666);
    EXPECT_EQ(CompiledElsewhere({0}), extension == std::string(".json") ? 1 : 0) << extension;
    for (const fs::path& file : Files(extension)) {
      if (file.parent_path().filename() != "lib") continue;
      EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600)) << "made anew";
    }
  }
}

TEST_F(PoisonedCache, AFileOfAnotherUserCountsAsMissing) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  for (const char* extension : {".so", ".o", ".json"}) {
    for (const fs::path& file : Files(extension)) ASSERT_EQ(chown(file.c_str(), kStranger, kStranger), 0);
  }
  EXPECT_EQ(CompiledElsewhere({0}), 1);
}

TEST_F(PoisonedCache, ASymbolicLinkCountsAsMissing) {
  for (const char* extension : {".so", ".o"}) {
    for (const fs::path& file : Files(extension)) {
      const fs::path moved = root_ / ("moved" + std::string(extension));
      fs::rename(file, moved);
      fs::create_symlink(moved, file);
    }
  }
  EXPECT_EQ(CompiledElsewhere({0}), 1);
}

// Nothing waits for the other end of a pipe.
TEST_F(PoisonedCache, APipeCountsAsMissing) {
  for (const char* extension : {".so", ".o", ".json"}) {
    for (const fs::path& file : Files(extension)) {
      fs::remove(file);
      ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    }
  }
  EXPECT_EQ(CompiledElsewhere({0}), 1);
}

// Anybody who wrote there when modes were wrong can make hashes fit, but has no key. Linker and loader accept files
// with more bytes at their end.
TEST_F(PoisonedCache, AlteredCodeWithAnAlteredHashIsNotUsed) {
  const auto append = [](const fs::path& file) {
    std::ofstream(file, std::ios::app | std::ios::binary) << "altered";
    std::ifstream whole(file, std::ios::binary);
    return Sha256(std::string(std::istreambuf_iterator<char>(whole), {}));
  };
  const fs::path library = Files(".so").at(0);
  const std::string sum = append(library);
  Write(fs::path(library).replace_extension(".json"), FormatLibraryRecord({sum, {{KernelName(Kernel(0)), "altered"}}}));
  const fs::path object = Files(".o").at(0);
  const fs::path descriptor = object.parent_path() / (KernelName(Kernel(0)) + ".json");
  std::ifstream file(descriptor);
  auto json = nlohmann::json::parse(file);
  json["sha256"] = append(object);
  Write(descriptor, json.dump());
  EXPECT_EQ(CompiledElsewhere({0}), 1);
}

// A library under another library's name is refused.
TEST_F(PoisonedCache, ALibraryAndRecordInThePlaceOfAnotherAreNotUsed) {
  const fs::path first = Files(".so").at(0);
  ASSERT_EQ(CompiledElsewhere({1}), 1);
  for (const fs::path& file : Files(".so")) {
    if (file == first) continue;
    fs::copy_file(file, first, fs::copy_options::overwrite_existing);
    fs::copy_file(fs::path(file).replace_extension(".json"), fs::path(first).replace_extension(".json"),
                  fs::copy_options::overwrite_existing);
  }
  KernelCache cache(root_.string(), Key().filename().string());
  ASSERT_TRUE(cache.Trust().ok());
  EXPECT_FALSE(cache.FindLibrary(first.stem().string()).has_value());
  EXPECT_EQ(CompiledElsewhere({0}), 0) << "linked again from its object";
}

TEST_F(PoisonedCache, AnotherUsersCacheIsNotUsedByAProcessWithoutPrivileges) {
  if (geteuid() != 0) GTEST_SKIP() << "only root becomes another";
  chmod(root_.c_str(), 0755);
  // The stranger's own directory in the place of root's: root must not use what the stranger compiled.
  const fs::path theirs = root_ / "theirs";
  fs::create_directory(theirs);
  ASSERT_EQ(chown(theirs.c_str(), kStranger, kStranger), 0);
  const int made = InProcess([&] {
    if (setgid(kStranger) != 0 || setuid(kStranger) != 0) return 100;
    if (access(OPDK_BINARY_DIR "/lib/libopdk_codegen.so", R_OK) != 0) return 102;
    KernelStore store(theirs.string());
    return Computes(store, 0) ? store.compiled() : 101;
  });
  if (made == 102) GTEST_SKIP() << "another user can't read the build tree";
  EXPECT_EQ(made, 1);
  const fs::path mine = root_;
  root_ = theirs;
  ExpectUnused("belongs to ");
  root_ = mine;
}

// The file that was looked at is loaded, whatever has its name by then.
TEST_F(PoisonedCache, AnOpenLibraryIsLoadedThroughItsDescriptor) {
  KernelCache cache(root_.string(), Key().filename().string());
  ASSERT_TRUE(cache.Trust().ok());
  const fs::path path = Files(".so").at(0);
  const auto library = cache.FindLibrary(path.stem().string());
  ASSERT_TRUE(library.has_value());
  fs::remove(path);
  Write(path, "altered");
  const std::string loaded = PathOfDescriptor(library->descriptor());
  EXPECT_NE(loaded, PathOfDescriptor(library->descriptor())) << "the linker knows libraries by their paths";
  std::ifstream file(loaded, std::ios::binary);
  std::string magic(4, '\0');
  file.read(magic.data(), 4);
  EXPECT_EQ(magic,
            "\x7f"
            "ELF");
}

TEST_F(PoisonedCache, WithoutAHomeKernelsAreCompiledAndNotKept) {
  for (const char* home : {static_cast<const char*>(nullptr), ""}) {
    const int code = InProcess([&] {
      for (const char* name : {"OPDK_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}) unsetenv(name);
      if (home != nullptr) setenv("HOME", home, 1);
      KernelStore store;
      if (!Computes(store, 0) || !store.cache().temporary()) return 100;
      return store.compiled();
    });
    EXPECT_EQ(code, 1);
  }
}

}  // namespace
}  // namespace opdk::tests
