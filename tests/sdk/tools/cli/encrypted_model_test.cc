// Encrypted offline models, which only run with the key.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "graph_core/loading/bundle_file.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_file.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EncryptedModel : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    ::setenv("XDG_CONFIG_HOME", Path("config").c_str(), 1);
    plain_ = Path("add.om");
    secret_ = Path("secret.om");
    ASSERT_EQ(RunProgram("atc", fmt::format("--model={} --output={}", kAddModel, Path("add"))).code, 0);
    ASSERT_EQ(Run("keys generate --model ours").code, 0);
    key_ = Path("config/opdk/keys/ours.model_key");
    const Outcome made = Run(fmt::format("om encrypt {} --key ours -o {}", plain_, secret_));
    ASSERT_EQ(made.code, 0) << made.err;
  }
  void TearDown() override {
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("OPDK_MODEL_KEY_FILE");
    ::unsetenv("OPDK_REQUIRE_SIGNATURE");
    Command::TearDown();
  }
  void ExpectRefused(const char* code, const char* why) {
    for (const std::string command : {"run ", "om info "}) {
      const Outcome ran = Run(command + secret_);
      EXPECT_NE(ran.code, 0) << ran.out;
      EXPECT_THAT(ran.err + ran.out, AllOf(HasSubstr(code), HasSubstr(why), HasSubstr("secret.om"))) << command;
    }
  }

  std::string plain_, secret_, key_;
};

TEST_F(EncryptedModel, GivesTheOutputsOfThePlainModel) {
  ASSERT_EQ(Run(fmt::format("run {} --seed 3 --output {}", plain_, Path("a"))).code, 0);
  const Outcome ran = Run(fmt::format("run {} --seed 3 --output {}", secret_, Path("b")));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ReadFile(Path("a/sum.npy")), ReadFile(Path("b/sum.npy")));
  EXPECT_EQ(Run(fmt::format("om diff {} {}", plain_, secret_)).code, 0);
}

TEST_F(EncryptedModel, TellsNothingOfTheModel) {
  const std::string plain = ReadFile(plain_), secret = ReadFile(secret_);
  EXPECT_GT(secret.size(), plain.size());
  for (size_t i = 0; i + 64 <= plain.size(); i += 512) {
    const std::string part = plain.substr(i, 64);
    const bool tells = part.find_first_not_of('\0') != std::string::npos;
    if (tells) {
      ASSERT_EQ(secret.find(part), std::string::npos) << i;
    }
  }
  ASSERT_EQ(Run(fmt::format("om encrypt {} --key ours -o {}", plain_, Path("again.om"))).code, 0);
  EXPECT_NE(ReadFile(Path("again.om")), secret);
}

TEST_F(EncryptedModel, NeedsItsKey) {
  const std::string elsewhere = Path("elsewhere.key");
  fs::rename(key_, elsewhere);
  ExpectRefused("error E1002", "encrypted with the key ours");
  ::setenv("OPDK_MODEL_KEY_FILE", elsewhere.c_str(), 1);
  EXPECT_EQ(Run("run " + secret_).code, 0);
  fs::permissions(elsewhere, fs::perms::group_read, fs::perm_options::add);
  ExpectRefused("error E5009", "others can read");
  ::unsetenv("OPDK_MODEL_KEY_FILE");
  ASSERT_EQ(Run("keys generate --model ours").code, 0);
  ExpectRefused("error E5011", "another key");
  Write("config/opdk/keys/ours.model_key", "opdk-model-key AAAA ours\n");
  fs::permissions(key_, fs::perms::owner_read | fs::perms::owner_write);
  ExpectRefused("error E1005", "opdk-model-key <base64 of 32 bytes>");
}

TEST_F(EncryptedModel, IsRefusedWhereItWasChangedOrCutOff) {
  const std::string whole = ReadFile(secret_);
  // The head's size, its place of random bytes, a chunk and its end.
  for (const size_t at : {size_t{170}, size_t{192}, whole.size() / 2, whole.size() - 1}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    Write("secret.om", changed);
    ExpectRefused("error E5011", "was changed");
  }
  std::string other_size = whole;
  other_size[8] = static_cast<char>(other_size[8] ^ 1);
  for (const std::string& text :
       {whole.substr(0, whole.size() - 1), whole.substr(0, 200), whole.substr(0, 20), whole + "more", other_size}) {
    Write("secret.om", text);
    ExpectRefused("error E2001", "cut off");
  }
  std::string nameless = whole;
  nameless[32] = '/';
  Write("secret.om", nameless);
  ExpectRefused("error E2001", "names no key");
}

TEST_F(EncryptedModel, OfAnyNumberOfChunksComesBackWhole) {
  constexpr size_t kChunk = size_t{1} << 20, kHead = 192, kTag = 17;
  for (const size_t size : {size_t{0}, size_t{1}, kChunk - 1, kChunk, kChunk + 1, 3 * kChunk}) {
    std::string bytes(size, 'x');
    for (size_t i = 0; i < size; i += 1000) bytes[i] = static_cast<char>(i / 1000);
    const auto encrypted = EncryptOffline(bytes, "ours");
    ASSERT_TRUE(encrypted.ok()) << encrypted.status().ToString();
    const auto back = DecryptOffline(std::string_view(*encrypted));
    ASSERT_TRUE(back.ok()) << size << back.status().ToString();
    EXPECT_TRUE(back->bytes == bytes) << size;
    if (size < 3 * kChunk) continue;
    std::string swapped = *encrypted;
    std::swap_ranges(swapped.begin() + kHead, swapped.begin() + kHead + kChunk + kTag,
                     swapped.begin() + kHead + kChunk + kTag);
    EXPECT_FALSE(DecryptOffline(std::string_view(swapped)).ok());
  }
}

TEST_F(EncryptedModel, IsSignedAsTheModelInIt) {
  ASSERT_EQ(Run("keys generate me").code, 0);
  ASSERT_EQ(Run(fmt::format("om sign {} --key me", plain_)).code, 0);
  fs::copy_file(plain_ + ".sig", secret_ + ".sig");
  ASSERT_EQ(Run("keys trust " + Path("config/opdk/keys/me.key.pub")).code, 0);
  ::setenv("OPDK_REQUIRE_SIGNATURE", "1", 1);
  EXPECT_EQ(Run("run " + secret_).code, 0);
  fs::remove(secret_ + ".sig");
  EXPECT_THAT(Run("run " + secret_).err, AllOf(HasSubstr("error E5011"), HasSubstr("not signed")));
}

TEST_F(EncryptedModel, CanGetAnotherKey) {
  ASSERT_EQ(Run("keys generate --model theirs").code, 0);
  ASSERT_EQ(Run(fmt::format("om encrypt {} --key theirs -o {}", secret_, Path("theirs.om"))).code, 0);
  fs::remove(key_);
  EXPECT_EQ(Run("run " + Path("theirs.om")).code, 0);
}

TEST_F(EncryptedModel, MayBeABundle) {
  const std::string one = ReadFile(plain_);
  Write("bundle.om", WriteBundle(std::vector<std::string>{one, one}));
  ASSERT_EQ(Run(fmt::format("om encrypt {} --key ours -o {}", Path("bundle.om"), Path("secrets.om"))).code, 0);
  EXPECT_FALSE(IsBundle(ReadFile(Path("secrets.om"))));
  const auto facts = FactsOfBundle(Path("secrets.om"));
  ASSERT_TRUE(facts.ok()) << facts.status().ToString();
  EXPECT_EQ(facts->size(), 2U);
  fs::remove(key_);
  EXPECT_THAT(FactsOfBundle(Path("secrets.om")).status().ToString(), HasSubstr("encrypted with the key ours"));
}

TEST_F(EncryptedModel, KeysAreListed) {
  EXPECT_THAT(Run("keys list").out, AllOf(HasSubstr("key for models"), HasSubstr("ours            " + key_)));
  fs::remove(key_);
  EXPECT_THAT(Run("keys list").out, Not(HasSubstr("key for models")));
}

TEST_F(EncryptedModel, IsMadeOnlyOfModelsThatLoadingKeepsInMemory) {
  const std::string to = " --key ours -o " + Path("other.om");
  const std::string outside = fmt::format("--model={} --output={} --external_weight=1", kLogSoftmaxModel, Path("out"));
  ASSERT_EQ(RunProgram("atc", outside).code, 0);
  EXPECT_THAT(Run("om encrypt " + Path("out.om") + to).err, HasSubstr("without --external_weight"));
  EXPECT_THAT(Run(fmt::format("om encrypt {0} --key ours -o {0}", plain_)).err, HasSubstr("its own place"));
  EXPECT_THAT(Run("om encrypt " + plain_ + " --key nobody -o " + Path("other.om")).err,
              AllOf(HasSubstr("error E1002"), HasSubstr("opdk keys generate --model")));
  EXPECT_THAT(Run(fmt::format("om encrypt {}", kAddModel) + to).err, HasSubstr("error E2001"));
  EXPECT_FALSE(fs::exists(Path("other.om")));
  EXPECT_THAT(Run("keys generate --model ours").err, HasSubstr("exists already"));
  EXPECT_EQ(fs::status(key_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const std::string bytes = ReadFile(key_).substr(15, 40);
  EXPECT_THAT(ReadFile(secret_), Not(HasSubstr(bytes)));
}

}  // namespace
}  // namespace opdk::cli
