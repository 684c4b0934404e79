// Kernels of a process: warm and cold starts, several processes, places that can't be written.
#include "graph_core/engines/ai_core/store/kernel_store.h"

#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <thread>

#include "tests/graph_core/engines/ai_core/store/cache/cache_fixture.h"

namespace opdk::tests {
namespace {
using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

class KernelStoreTest : public CacheTest {
 protected:
  // Runs `work` where root_ is a file system of its own of `kibibytes`; -1: this is not allowed here.
  int OnDisk(int kibibytes, const std::function<int()>& work) const {
    return InProcess([&] {
      const int uid = static_cast<int>(getuid()), gid = static_cast<int>(getgid());
      if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return 255;
      Write("/proc/self/setgroups", "deny");
      Write("/proc/self/uid_map", "0 " + std::to_string(uid) + " 1");
      Write("/proc/self/gid_map", "0 " + std::to_string(gid) + " 1");
      const std::string size = "mode=0700,size=" + std::to_string(kibibytes) + "k";
      if (mount("tmpfs", root_.c_str(), "tmpfs", 0, size.c_str()) != 0) return 255;
      return work();
    });
  }
  static constexpr int kNotAllowed = 255;
};

bool Mapped(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  const std::string text((std::istreambuf_iterator<char>(maps)), {});
  return text.find(library) != std::string::npos;
}

// Counts lines, without those that a sanitizer prints ("==1234==WARNING: …").
int Lines(const std::string& text) {
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; std::getline(lines, line);) count += line.starts_with("==") || line.empty() ? 0 : 1;
  return count;
}

TEST_F(KernelStoreTest, SecondStartCompilesNothingAndLoadsNoCompiler) {
  EXPECT_EQ(CompiledElsewhere({0, 1}), 2);
  ASSERT_EQ(Files(".o").size(), 2u);
  EXPECT_EQ(Files(".o")[0].parent_path().filename(), "kernel_meta");
  EXPECT_EQ(CompiledElsewhere({0, 1}), 0);
  const int code = InProcess([&] {
    // Libraries that earlier tests of this process loaded would be seen.
    if (Mapped("libHalide")) return 3;
    KernelStore store(root_.string());
    return Computes(store, 1) && !Mapped("libopdk_codegen") && !Mapped("libHalide") ? 0 : 1;
  });
  if (code == 3) GTEST_SKIP() << "this process has loaded the compiler before";
  EXPECT_EQ(code, 0);
}

TEST_F(KernelStoreTest, ProcessesThatFillOneCacheAtOnceAllComputeRightResults) {
  std::vector<std::thread> waiting;
  std::vector<int> codes(4, -1);
  for (size_t i = 0; i < codes.size(); ++i) {
    waiting.emplace_back([&, i] {
      codes[i] = InProcess([&] {
        KernelStore store(root_.string());
        std::vector<KernelIr> kernels;
        for (int n = 0; n < 6; ++n) kernels.push_back(Kernel((n + static_cast<int>(i)) % 6));
        std::vector<const KernelIr*> pointers;
        for (const KernelIr& kernel : kernels) pointers.push_back(&kernel);
        if (!store.Load(pointers).ok() || store.cache().temporary()) return 1;
        for (int n = 0; n < 6; ++n) {
          if (!Computes(store, n)) return 2;
        }
        return 0;
      });
    });
  }
  for (std::thread& thread : waiting) thread.join();
  EXPECT_THAT(codes, ::testing::Each(0));
  EXPECT_EQ(CompiledElsewhere({0, 1, 2, 3, 4, 5}), 0);
  for (const auto& entry : fs::recursive_directory_iterator(root_)) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("new-")) << entry.path();
  }
}

TEST_F(KernelStoreTest, ThreadsThatWantTheSameKernelCompileItOnce) {
  KernelStore store(root_.string());
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { right += Computes(store, 2) ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4);
  EXPECT_EQ(store.compiled(), 1);
}

TEST_F(KernelStoreTest, ProgressCountsTheKernelsThatAreCompiled) {
  KernelStore store(root_.string());
  ASSERT_TRUE(Computes(store, 0));
  const KernelIr kernels[] = {Kernel(0), Kernel(1), Kernel(2)};
  const KernelIr* pointers[] = {&kernels[0], &kernels[1], &kernels[2]};
  std::vector<std::pair<int, int>> seen;
  ASSERT_TRUE(store.Load(pointers, [&](int done, int total) { seen.emplace_back(done, total); }).ok());
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.back(), std::pair(2, 2));
}

TEST_F(KernelStoreTest, AFileInPlaceOfTheDirectoryCostsOneWarning) {
  Write(root_ / "file", "not a directory");
  CaptureStderr();
  {
    KernelStore store((root_ / "file" / "cache").string());
    EXPECT_TRUE(Computes(store, 0));
    EXPECT_TRUE(Computes(store, 1));
    EXPECT_TRUE(store.cache().temporary());
    EXPECT_TRUE(fs::exists(store.cache().directory()));
  }
  const std::string warning = GetCapturedStderr();
  const std::string expected = "compiled kernels are not kept: can't write " + (root_ / "file").string();
  EXPECT_THAT(warning, HasSubstr(expected));
  EXPECT_EQ(Lines(warning), 1) << warning;
}

TEST_F(KernelStoreTest, WithoutAHomeKernelsAreNotKept) {
  const int code = InProcess([&] {
    for (const char* variable : {"HOME", "OPDK_CACHE_DIR", "XDG_CACHE_HOME"}) unsetenv(variable);
    fs::current_path(root_);
    KernelStore store;
    return Computes(store, 0) && store.cache().temporary() ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(fs::is_empty(root_)) << "something was written to the working directory";
}

TEST_F(KernelStoreTest, AFullDiskCostsTimeOnly) {
  for (int kibibytes : {4, 16, 28, 40}) {
    const int code = OnDisk(kibibytes, [&] {
      KernelStore store(root_.string());
      const KernelIr kernels[] = {Kernel(0), Kernel(1), Kernel(2), Kernel(3)};
      const KernelIr* pointers[] = {&kernels[0], &kernels[1], &kernels[2], &kernels[3]};
      if (!store.Load(pointers).ok()) return 1;
      for (int n = 0; n < 4; ++n) {
        if (!Computes(store, n)) return 2;
      }
      // Kernels that were compiled before the disk was full are not compiled again.
      return store.compiled() == 4 ? 0 : 3;
    });
    if (code == kNotAllowed) GTEST_SKIP() << "no file system can be mounted here";
    EXPECT_EQ(code, 0) << kibibytes << " KiB";
  }
}

TEST_F(KernelStoreTest, AReadOnlyCacheIsReadAndMissingKernelsAreCompiledElsewhere) {
  if (geteuid() != 0) GTEST_SKIP() << "in a namespace of one's own the directories above belong to nobody";
  const int code = OnDisk(4096, [&] {
    if (CompiledElsewhere({0}) != 1) return 1;
    if (mount("tmpfs", root_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) != 0) return kNotAllowed;
    KernelStore store(root_.string());
    if (!Computes(store, 0) || store.compiled() != 0 || store.cache().temporary()) return 2;
    return Computes(store, 1) && store.compiled() == 1 && store.cache().temporary() ? 0 : 3;
  });
  if (code == kNotAllowed) GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(KernelStoreTest, ACacheThatIsTakenAwayComesBack) {
  KernelStore store(root_.string());
  ASSERT_TRUE(Computes(store, 0));
  fs::remove_all(root_);
  EXPECT_TRUE(Computes(store, 0));  // loaded: the file isn't needed
  EXPECT_TRUE(Computes(store, 1));
  EXPECT_FALSE(store.cache().temporary());
  EXPECT_EQ(CompiledElsewhere({1}), 0);
}

TEST_F(KernelStoreTest, WithoutALinkerTheErrorNamesThePackageToInstall) {
  const int code = InProcess([&] {
    setenv("PATH", root_.c_str(), 1);
    KernelStore store(root_.string());
    const Status status = store.Get(Kernel(0)).status();
    return status.code() == ErrorCode::kCompile && status.hint() == "install binutils" && store.compiled() == 1 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST_F(KernelStoreTest, ThePathSaysWhichLinkerIsTaken) {
  const fs::path tools = root_ / "tools";
  fs::create_directory(tools);
  Write(tools / "ld",
        "#!/bin/sh\necho linked >'" + (root_ / "linked").string() + "'\nPATH=${PATH#*:} exec ld \"$@\"\n");
  fs::permissions(tools / "ld", fs::perms::owner_all);
  const int code = InProcess([&] {
    const char* path = std::getenv("PATH");
    setenv("PATH", (tools.string() + ":" + (path == nullptr ? "/usr/bin:/bin" : path)).c_str(), 1);
    KernelStore store((root_ / "cache").string());
    return Computes(store, 0) && fs::exists(root_ / "linked") ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST_F(KernelStoreTest, ABoundThatIsNoSizeIsRefused) {
  setenv("OPDK_CACHE_SIZE", "much", 1);
  KernelStore store(root_.string());
  const Status status = store.Get(Kernel(0)).status();
  EXPECT_EQ(status.code(), ErrorCode::kUsage);
  EXPECT_THAT(status.ToString(), HasSubstr("OPDK_CACHE_SIZE is 'much', which is no size"));
}

TEST_F(KernelStoreTest, ABoundOfZeroKeepsNothingAndStillComputes) {
  setenv("OPDK_CACHE_SIZE", "0", 1);
  KernelStore store(root_.string());
  for (int n = 0; n < 3; ++n) EXPECT_TRUE(Computes(store, n));
  EXPECT_FALSE(store.cache().temporary());
  EXPECT_TRUE(Files(".so").empty());
  EXPECT_TRUE(Files(".o").empty());
}

}  // namespace
}  // namespace opdk::tests
