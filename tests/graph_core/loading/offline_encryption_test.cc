#include "graph_core/loading/offline_encryption.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace opdk {
namespace {

// Returns the flags of the mapping that holds `at`, as smaps has them; empty: there is none.
std::string MappingFlags(const void* at) {
  const auto address = reinterpret_cast<uintptr_t>(at);
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
      here = begin <= address && address < end;
    if (here && line.starts_with("VmFlags:")) return line + " ";
  }
  return "";
}

TEST(OfflineEncryption, ADecryptedModelIsNoPartOfACoreDump) {
  const std::string key = testing::TempDir() + "offline_encryption_" + std::to_string(getpid());
  std::ofstream(key) << "opdk-model-key " << std::string(43, 'A') << "= ours\n";
  ASSERT_EQ(chmod(key.c_str(), 0600), 0);
  setenv("OPDK_MODEL_KEY_FILE", key.c_str(), 1);
  const std::string model(5000, 'm');
  const auto secret = EncryptOffline(model, key);
  ASSERT_TRUE(secret.ok()) << secret.status().ToString();
  const auto plain = DecryptOffline(OfflineBytes(*secret));
  unsetenv("OPDK_MODEL_KEY_FILE");
  std::filesystem::remove(key);
  ASSERT_TRUE(plain.ok()) << plain.status().ToString();
  EXPECT_EQ(plain->bytes, model);
  EXPECT_NE(MappingFlags(plain->bytes.data()).find(" dd "), std::string::npos) << MappingFlags(plain->bytes.data());
  EXPECT_EQ(MappingFlags(secret->data()).find(" dd "), std::string::npos);
}

}  // namespace
}  // namespace opdk
