#include "graph_core/ai_core/kernel_store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "graph_core/ai_core/canonicalise.h"
#include "tbe/dsl.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

KernelIr AddKernel() {
  tbe::Tensor x = tbe::Placeholder(0, {8}, ge::DT_FLOAT), y = tbe::Placeholder(1, {8}, ge::DT_FLOAT);
  return Canonicalise(std::vector<tbe::Tensor>{x + y}).value().ir;
}

class KernelStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "opdk-store-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override {
    fs::permissions(root_, fs::perms::owner_all);
    fs::remove_all(root_);
  }
  std::vector<fs::path> Files(const std::string& extension) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (entry.is_regular_file() && entry.path().extension() == extension) files.push_back(entry.path());
    }
    return files;
  }
  // In another process: a file that this one has mapped can't be cut off without killing it.
  void FillCache() const {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(KernelStore(root_.string()).Get(AddKernel()).ok() ? 0 : 1);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  fs::path root_;
};

TEST_F(KernelStoreTest, SecondStartCompilesNothing) {
  KernelStore first(root_.string());
  ASSERT_TRUE(first.Get(AddKernel()).ok());
  EXPECT_EQ(first.compiled(), 1);
  KernelStore second(root_.string());
  ASSERT_TRUE(second.Get(AddKernel()).ok());
  EXPECT_EQ(second.compiled(), 0);
  ASSERT_EQ(Files(".o").size(), 1u);
  EXPECT_EQ(Files(".o")[0].parent_path().filename(), "kernel_meta");
}

TEST_F(KernelStoreTest, CutOffLibraryIsLinkedAgain) {
  FillCache();
  for (const fs::path& library : Files(".so")) fs::resize_file(library, fs::file_size(library) / 2);
  KernelStore store(root_.string());
  auto entry = store.Get(AddKernel());
  ASSERT_TRUE(entry.ok()) << entry.status().ToString();
  EXPECT_EQ(store.compiled(), 0);
}

TEST_F(KernelStoreTest, CorruptedObjectAndDescriptorAreRebuilt) {
  FillCache();
  for (const fs::path& library : Files(".so")) fs::remove(library);
  for (const fs::path& object : Files(".o")) {
    std::fstream file(object, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file << "broken";
  }
  KernelStore store(root_.string());
  ASSERT_TRUE(store.Get(AddKernel()).ok());
  EXPECT_EQ(store.compiled(), 1);
  for (const fs::path& library : Files(".so")) fs::remove(library);
  for (const fs::path& descriptor : Files(".json")) std::ofstream(descriptor) << "{ not json";
  KernelStore third(root_.string());
  ASSERT_TRUE(third.Get(AddKernel()).ok());
  EXPECT_EQ(third.compiled(), 1);
}

TEST_F(KernelStoreTest, UnusableDirectoryCostsTimeOnly) {
  std::ofstream(root_ / "file") << "not a directory";
  KernelStore store((root_ / "file" / "cache").string());
  EXPECT_TRUE(store.cache().temporary());
  EXPECT_TRUE(store.Get(AddKernel()).ok());
}

TEST_F(KernelStoreTest, TwoProcessesMayFillOneCache) {
  std::vector<pid_t> children;
  for (int i = 0; i < 2; ++i) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      KernelStore store(root_.string());
      _exit(store.Get(AddKernel()).ok() && !store.cache().temporary() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  KernelStore store(root_.string());
  ASSERT_TRUE(store.Get(AddKernel()).ok());
  EXPECT_EQ(store.compiled(), 0);
}

}  // namespace
}  // namespace opdk
