// Encrypted models, from their file and from memory.
#include <cstdlib>

#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class EncryptedAclModel : public AclModel {
 protected:
  void SetUp() override {
    AclModel::SetUp();
    const std::string stem = ::testing::TempDir() + "acl_encrypted_" + std::to_string(getpid());
    secret_ = stem + ".om";
    key_ = stem + ".key";
    const std::string opdk = OPDK_BINARY_DIR "/bin/opdk ";
    const std::string command = opdk + "keys generate --model ours -o " + key_ + " >" + stem + ".log 2>&1 && " + opdk +
                                "om encrypt " + path_ + " --key " + key_ + " -o " + secret_ + " >>" + stem +
                                ".log 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << BytesOfFile(stem + ".log");
    std::filesystem::remove(stem + ".log");
    setenv("OPDK_MODEL_KEY_FILE", key_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("OPDK_MODEL_KEY_FILE");
    std::filesystem::remove(secret_);
    std::filesystem::remove(key_);
    AclModel::TearDown();
  }

  std::string secret_, key_;
};

TEST_F(EncryptedAclModel, RunsFromAFileAndFromMemory) {
  const std::string bytes = BytesOfFile(secret_);
  const std::vector<float> x = {0, 1, -1, 0.5, 2, -2};
  uint32_t models[2] = {};
  ASSERT_OK(aclmdlLoadFromFile(secret_.c_str(), &models[0]));
  ASSERT_OK(aclmdlLoadFromMem(bytes.data(), bytes.size(), &models[1]));
  for (const uint32_t model : models) {
    const DeviceTensor input(x), output(x.size() * sizeof(float));
    EXPECT_OK(aclmdlExecute(model, input.dataset(), output.dataset()));
    ExpectExp(x, output.values());
    EXPECT_OK(aclmdlUnload(model));
  }
}

TEST_F(EncryptedAclModel, IsRefusedWithoutItsKey) {
  const std::string bytes = BytesOfFile(secret_);
  unsetenv("OPDK_MODEL_KEY_FILE");
  uint32_t model = 0;
  EXPECT_NE(aclmdlLoadFromFile(secret_.c_str(), &model), ACL_SUCCESS);
  EXPECT_ERROR("encrypted with the key ours");
  EXPECT_NE(aclmdlLoadFromMem(bytes.data(), bytes.size(), &model), ACL_SUCCESS);
  EXPECT_ERROR("OPDK_MODEL_KEY_FILE");
}

}  // namespace
}  // namespace opdk::acl_tests
