// Files that are removed from a cache, and in which order.
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"

#include <gmock/gmock.h>

#include "graph_core/base/cache_root.h"
#include "tests/graph_core/engines/ai_core/store/cache/cache_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kKey = "0.1.0-avx2-1-2";
constexpr const char* kOtherKey = "0.0.9-avx512-1-2";

class CacheContents : public tests::CacheTest {
 protected:
  // Adds a library of a thousand bytes that was used `age` ago.
  void AddLibrary(const char* key, const std::string& name, std::chrono::hours age) {
    fs::create_directories(root_ / key / "lib");
    Write(root_ / key / "lib" / (name + ".so"), std::string(1000, 'x'));
    SetAge(root_ / key / "lib" / (name + ".so"), age);
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const CacheEntry& entry : ReadCache(root_)) names.push_back(entry.files[0].stem().string());
    return names;
  }
};

using std::chrono::hours;

TEST_F(CacheContents, AMissingOrEmptyDirectoryHasNone) {
  EXPECT_THAT(ReadCache(root_), IsEmpty());
  EXPECT_THAT(ReadCache(root_ / "nowhere"), IsEmpty());
  EXPECT_EQ(RemoveEntries(root_ / "nowhere", [](const CacheEntry&) { return true; }).bytes, 0u);
}

TEST_F(CacheContents, LeastRecentlyUsedGoesFirstAndOnlyAboveTheBound) {
  AddLibrary(kKey, "old", hours(50));
  AddLibrary(kKey, "oldest", hours(90));
  AddLibrary(kKey, "new", hours(1));
  EXPECT_THAT(Names(), ElementsAre("oldest", "old", "new"));
  EXPECT_EQ(TrimCache(root_, kKey, 3000).libraries, 0);
  const Freed freed = TrimCache(root_, kKey, 2999);
  EXPECT_EQ(freed.libraries, 1);
  EXPECT_EQ(freed.bytes, 1000u);
  EXPECT_THAT(Names(), ElementsAre("old", "new"));
}

TEST_F(CacheContents, OtherVersionsAreRemovedBeforeKernelsOfThisVersion) {
  AddLibrary(kKey, "mine", hours(90));
  AddLibrary(kOtherKey, "theirs", hours(1));
  TrimCache(root_, kKey, 1500);
  EXPECT_THAT(Names(), ElementsAre("mine"));
  EXPECT_FALSE(fs::exists(root_ / kOtherKey)) << "its empty directory stays";
}

TEST_F(CacheContents, ForeignFilesAreNeverTouched) {
  AddLibrary(kKey, "mine", hours(90));
  AddLibrary("documents", "thesis", hours(90));
  Write(root_ / kKey / "notes.txt", "mine");
  Write(root_ / kKey / "lib" / "libm.a", "mine");
  fs::create_directory_symlink(root_ / "documents", root_ / kKey / "kernel_meta");
  RemoveEntries(root_, [](const CacheEntry&) { return true; });
  EXPECT_THAT(Names(), IsEmpty());
  EXPECT_TRUE(fs::exists(root_ / "documents" / "lib" / "thesis.so"));
  EXPECT_TRUE(fs::exists(root_ / kKey / "notes.txt"));
  EXPECT_TRUE(fs::exists(root_ / kKey / "lib" / "libm.a"));
}

TEST_F(CacheContents, AnObjectGoesWithTheDescriptorsOfItsKernels) {
  const KernelIr kernels[] = {tests::Kernel(0), tests::Kernel(1), tests::Kernel(2), tests::Kernel(3)};
  const KernelIr* pointers[] = {&kernels[0], &kernels[1], &kernels[2], &kernels[3]};
  ASSERT_EQ(tests::InProcess([&] { return KernelStore(root_.string()).Load(pointers).ok() ? 0 : 1; }), 0);
  size_t described = 0;
  for (const CacheEntry& entry : ReadCache(root_)) {
    EXPECT_TRUE(!entry.library || entry.kernels.size() == 4);
    if (!entry.library) described += entry.kernels.size();
  }
  EXPECT_EQ(described, 4u);
  RemoveEntries(root_, [](const CacheEntry& entry) { return !entry.library; });
  EXPECT_THAT(Files(".o"), IsEmpty());
  EXPECT_EQ(Files(".json").size(), 1u) << "descriptors stay behind";
  EXPECT_EQ(CompiledElsewhere({}), 0);
  // The library is enough.
  EXPECT_EQ(tests::InProcess([&] {
              KernelStore store(root_.string());
              return store.Load(pointers).ok() ? store.compiled() : 100;
            }),
            0);
}

TEST_F(CacheContents, UseMakesAKernelYoung) {
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  const fs::path library = Files(".so").at(0);
  SetAge(library, hours(1000));
  ASSERT_EQ(CompiledElsewhere({0}), 0);
  EXPECT_LT(fs::file_time_type::clock::now() - fs::last_write_time(library), hours(1));
}

TEST_F(CacheContents, AUseFromTheFutureIsWrittenDownAgain) {
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  const fs::path library = Files(".so").at(0);
  SetAge(library, hours(-1000));
  ASSERT_EQ(CompiledElsewhere({0}), 0);
  EXPECT_LT(fs::last_write_time(library) - fs::file_time_type::clock::now(), hours(1));
}

TEST_F(CacheContents, AStoreKeepsItsCacheBelowTheBound) {
  ASSERT_EQ(CompiledElsewhere({0, 1, 2, 3, 4, 5}), 6);
  uint64_t total = 0;
  for (const CacheEntry& entry : ReadCache(root_)) total += entry.bytes;
  const uint64_t bound = total / 2;
  setenv("OPDK_CACHE_SIZE", std::to_string(bound).c_str(), 1);
  ASSERT_EQ(CompiledElsewhere({6, 6, 6}), 1);
  uint64_t left = 0;
  for (const CacheEntry& entry : ReadCache(root_)) left += entry.bytes;
  EXPECT_LE(left, bound);
  EXPECT_EQ(CompiledElsewhere({6}), 0) << "the newest went";
}

// Files that an interrupted process left are removed whenever a process looks through the cache.
TEST_F(CacheContents, ProcessesThatAddLittleLookOnlyOnceInAWhile) {
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  const fs::path left = Files(".so").at(0).parent_path().parent_path() / "new-1-1.o";
  const auto leave = [&] {
    std::ofstream(left) << "x";
    SetAge(left, hours(2));
  };
  leave();
  ASSERT_EQ(CompiledElsewhere({1}), 1);
  EXPECT_TRUE(fs::exists(left));
  SetAge(root_ / "trimmed", hours(1));
  ASSERT_EQ(CompiledElsewhere({2}), 1);
  EXPECT_FALSE(fs::exists(left));
  leave();
  setenv("OPDK_CACHE_SIZE", "4096", 1);
  ASSERT_EQ(CompiledElsewhere({3}), 1);
  EXPECT_FALSE(fs::exists(left)) << "it added much";
}

TEST_F(CacheContents, NothingIsRemovedDuringALoad) {
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  const CacheLock loading = CacheLock::Shared(root_);
  EXPECT_FALSE(CacheLock::TryExclusive(root_).has_value());
  setenv("OPDK_CACHE_SIZE", "0", 1);
  ASSERT_EQ(CompiledElsewhere({1}), 1);
  EXPECT_EQ(Files(".so").size(), 2u);
}

TEST(CacheSize, HasHumanUnits) {
  EXPECT_EQ(ParseSize("4096"), 4096u);
  EXPECT_EQ(ParseSize("200M"), uint64_t{200} << 20);
  EXPECT_EQ(ParseSize("1.5 GiB"), uint64_t{3} << 29);
  EXPECT_EQ(ParseSize("3kb"), 3072u);
  EXPECT_EQ(ParseSize("0"), 0u);
  for (const char* text : {"", "M", "-1", "2x", "10 Mega", "1e30", "nan", "1M 2"})
    EXPECT_FALSE(ParseSize(text)) << text;
  EXPECT_EQ(FormatSize(1000), "1000 B");
  EXPECT_EQ(FormatSize(uint64_t{3} << 19), "1.5 MiB");
}

}  // namespace
}  // namespace opdk
