// Damaged files of the cache.
#include "graph_core/engines/ai_core/store/cache/kernel_cache.h"

#include <gmock/gmock.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "graph_core/base/sha256.h"
#include "tests/graph_core/engines/ai_core/store/cache/cache_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using tests::Computes;
using tests::Kernel;

std::string Bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Damage {
  const char* name;
  std::string (*bytes)(std::string whole);
};

constexpr Damage kDamages[] = {
    {"empty", [](std::string) { return std::string(); }},
    {"cut off", [](std::string whole) { return whole.substr(0, whole.size() / 2); }},
    {"longer", [](std::string whole) { return whole + "more"; }},
    {"one bit changed",
     [](std::string whole) {
       whole[whole.size() / 3] = static_cast<char>(whole[whole.size() / 3] ^ 1);
       return whole;
     }},
    {"garbage", [](std::string whole) { return std::string(whole.size(), '\x55'); }},
    {"other JSON", [](std::string) { return std::string("[1, {\"kernels\": 3}]"); }},
};

class DamagedCache : public tests::CacheTest {
 protected:
  // Damages each file with the extension in each way, after `before`. Expects that right results are then computed.
  void ExpectRebuilt(const std::string& folder, const std::string& extension, bool drop_libraries, int at_most) {
    for (const Damage& damage : kDamages) {
      SCOPED_TRACE(folder + "/*" + extension + " " + damage.name);
      ASSERT_GE(CompiledElsewhere({0}), 0);
      for (const fs::path& file : Files(extension)) {
        if (file.parent_path().filename() == folder) Write(file, damage.bytes(Bytes(file)));
      }
      if (drop_libraries) {
        for (const fs::path& file : Files(".so")) fs::remove(file);
      }
      const int compiled = CompiledElsewhere({0});
      EXPECT_GE(compiled, 0);
      EXPECT_LE(compiled, at_most);
      EXPECT_EQ(CompiledElsewhere({0}), 0) << "it was not repaired";
    }
  }
};

TEST_F(DamagedCache, LibrariesAreLinkedAgain) { ExpectRebuilt("lib", ".so", false, 0); }
TEST_F(DamagedCache, LibrariesWithADamagedRecordAreLinkedAgain) { ExpectRebuilt("lib", ".json", false, 0); }
TEST_F(DamagedCache, ObjectsAreCompiledAgain) { ExpectRebuilt("kernel_meta", ".o", true, 1); }
TEST_F(DamagedCache, ObjectsWithADamagedDescriptorAreCompiledAgain) { ExpectRebuilt("kernel_meta", ".json", true, 1); }

class KernelCacheTest : public tests::CacheTest {};

TEST_F(KernelCacheTest, DescriptorHasTheObjectsSumAndTheFactsOfACall) {
  ASSERT_EQ(CompiledElsewhere({1}), 1);
  const fs::path object = Files(".o").at(0);
  const auto descriptor = nlohmann::json::parse(Bytes(object.parent_path() / (KernelName(Kernel(1)) + ".json")));
  EXPECT_EQ(descriptor["kernelName"], KernelName(Kernel(1)));
  EXPECT_EQ(descriptor["binFileName"].get<std::string>() + descriptor["binFileSuffix"].get<std::string>(),
            object.filename().string());
  EXPECT_EQ(descriptor["sha256"], Sha256(Bytes(object)));
  EXPECT_EQ(descriptor["supportInfo"]["inputs"], nlohmann::json({"float", "float"}));
  EXPECT_EQ(descriptor["supportInfo"]["outputs"], nlohmann::json({"float"}));
  EXPECT_EQ(descriptor["parameters"].size(), 3u);
  EXPECT_EQ(descriptor["opParaSize"], 4 * (Kernel(1).symbols + 1));
  EXPECT_EQ(descriptor["compileInfo"]["expression"], Print(Kernel(1)));
}

TEST_F(KernelCacheTest, ALibraryThatIsRemovedWhileItIsLoadedStaysUsable) {
  KernelStore store(root_.string());
  ASSERT_TRUE(Computes(store, 0));
  for (const char* extension : {".so", ".o", ".json"}) {
    for (const fs::path& file : Files(extension)) fs::remove(file);
  }
  EXPECT_TRUE(Computes(store, 0));
  EXPECT_EQ(store.compiled(), 1);
}

TEST_F(KernelCacheTest, FilesOfKilledProcessesAreRemovedWithTime) {
  ASSERT_EQ(CompiledElsewhere({0}), 1);
  const fs::path key = Files(".o").at(0).parent_path().parent_path();
  Write(key / "new-999999-0.tmp", "left");
  Write(key / "new-999999-1.so", "being written");
  Write(key / "lib" / ".opdk-999999-0.part", "without its name yet");
  SetAge(key / "new-999999-0.tmp", std::chrono::hours(2));
  SetAge(key / "lib" / ".opdk-999999-0.part", std::chrono::hours(2));
  SetAge(root_ / "trimmed", std::chrono::hours(1));
  EXPECT_EQ(CompiledElsewhere({1}), 1);
  EXPECT_FALSE(fs::exists(key / "new-999999-0.tmp"));
  EXPECT_FALSE(fs::exists(key / "lib" / ".opdk-999999-0.part"));
  EXPECT_TRUE(fs::exists(key / "new-999999-1.so"));
}

TEST_F(KernelCacheTest, TemporaryCachesOfKilledProcessesAreRemovedByTheNextOne) {
  setenv("TMPDIR", root_.c_str(), 1);
  const auto temporaries = [&] { return std::distance(fs::directory_iterator(root_), fs::directory_iterator()); };
  // A store that is never destroyed, as in a process that is killed.
  EXPECT_EQ(tests::InProcess([&] { return Computes(*new KernelStore("/proc/no/place"), 0) ? 0 : 1; }), 0);
  EXPECT_EQ(temporaries(), 1);
  {
    KernelStore living("/proc/no/place");
    EXPECT_TRUE(Computes(living, 0));
    EXPECT_EQ(temporaries(), 1);
    EXPECT_EQ(tests::InProcess([&] {
                KernelStore other("/proc/no/place");
                return Computes(other, 1) && temporaries() == 2 ? 0 : 1;
              }),
              0);
    EXPECT_TRUE(Computes(living, 1));
  }
  EXPECT_EQ(temporaries(), 0);
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace opdk
