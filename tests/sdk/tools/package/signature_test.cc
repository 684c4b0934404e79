#include <sys/stat.h>

#include "tests/sdk/tools/package/install_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Signatures : public Installing {
 protected:
  void SetUp() override {
    Installing::SetUp();
    const Outcome made = Run("keys generate alice");
    ASSERT_EQ(made.code, 0) << made.err;
  }
  std::string KeyFile() const { return Path("config/opdk/keys/alice.key"); }
  void Trust() { ASSERT_EQ(Run("keys trust " + KeyFile() + ".pub").code, 0); }
};

TEST_F(Signatures, APrivateKeyIsReadableByItsOwnerOnly) {
  struct stat status {};
  ASSERT_EQ(stat(KeyFile().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  chmod(KeyFile().c_str(), 0640);
  const Outcome refused = Run(fmt::format("pack '{}' -o {} --sign alice", Library("steps_1_0"), Path("x.opdk")));
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("error E5009: others can read this private key"));
}

TEST_F(Signatures, AnExistingKeyIsNotOverwritten) {
  const std::string before = ReadFile(KeyFile());
  EXPECT_EQ(Run("keys generate alice").code, 2);
  EXPECT_EQ(ReadFile(KeyFile()), before);
}

TEST_F(Signatures, ATrustedSignatureIsShownByInstallListAndInfo) {
  Trust();
  const Outcome installed = Install(Packed("steps_1_0", "--sign alice"));
  EXPECT_THAT(installed.out, HasSubstr("signed with alice (trusted)"));
  EXPECT_THAT(Run("list --plugins " + Path("plugins")).out, HasSubstr("signed with alice (trusted)"));
  EXPECT_THAT(Run("info test_steps --dir " + Path("plugins")).out, HasSubstr("signed with alice (trusted)"));
  EXPECT_THAT(Run("keys list").out, HasSubstr("alice  yes"));
}

TEST_F(Signatures, AnUnknownKeyIsNotedUnlessASignatureIsRequired) {
  const std::string archive = Packed("steps_1_0", "--sign alice");
  EXPECT_THAT(Install(archive).out, HasSubstr("signed with alice, a key that isn't trusted"));
  EXPECT_EQ(Loaded(), "1.0.0");
  ::setenv("OPDK_REQUIRE_SIGNATURE", "1", 1);
  EXPECT_EQ(Install(Packed("steps_1_10", "--sign alice")).code, 6);
  EXPECT_EQ(Run("list --plugins " + Path("plugins")).code, 6) << "what is installed is judged anew";
  Trust();
  EXPECT_EQ(Loaded(), "1.0.0");
  EXPECT_EQ(Run("keys distrust alice").code, 0);
  EXPECT_EQ(Run("list --plugins " + Path("plugins")).code, 6);
}

// A key is trusted for its bytes, since anybody can call a key alice.
TEST_F(Signatures, AnotherKeyOfATrustedNameIsNotTrusted) {
  Trust();
  ASSERT_EQ(Run("keys generate alice -o " + Path("stranger.key")).code, 0);
  const std::string archive = Packed("steps_1_0", "--sign " + Path("stranger.key"));
  EXPECT_THAT(Install(archive).out, HasSubstr("signed with alice, a key that isn't trusted"));
  ::setenv("OPDK_REQUIRE_SIGNATURE", "1", 1);
  EXPECT_EQ(Install(archive, "--force").code, 6);
  EXPECT_EQ(Run("list --plugins " + Path("plugins")).code, 6);
}

// Anybody who can write the manifest can write another library's hash into it.
TEST_F(Signatures, AManifestThatOthersCanWriteToIsRefused) {
  ASSERT_EQ(Install(Packed("steps_1_0")).code, 0);
  const std::string manifest = Path("plugins/test_steps/1.0.0/manifest.json");
  chmod(manifest.c_str(), 0666);
  const Outcome list = Run("list --plugins " + Path("plugins"));
  EXPECT_EQ(list.code, 6);
  EXPECT_THAT(list.out, testing::ContainsRegex("E5009 .*manifest.json can be written by everybody"));
  EXPECT_EQ(Run("list --allow-untrusted --plugins " + Path("plugins")).code, 0);
}

TEST_F(Signatures, ADirectoryCanRequireThem) {
  fs::create_directory(Path("plugins"));
  Write("plugins/config.yaml", "require_signature: true\n");
  const Outcome refused = Install(Packed("steps_1_0"));
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("error E5011: it is not signed, and a signature is required here"));
  Trust();
  EXPECT_EQ(Install(Packed("steps_1_0", "--sign alice")).code, 0);
  EXPECT_EQ(Loaded(), "1.0.0");
  fs::copy_file(Library("steps_1_10"), Path("plugins/libloose.so"));
  EXPECT_EQ(Run("list --plugins " + Path("plugins")).code, 6) << "a loose library has no signature";
}

// The files are changed and the manifest with them: only the signature tells.
TEST_F(Signatures, ABadSignatureIsAlwaysRefused) {
  Trust();
  EXPECT_EQ(Install(Packed("steps_1_0", "--sign alice")).code, 0);
  const std::string path = Path("plugins/test_steps/1.0.0/manifest.json");
  auto manifest = nlohmann::json::parse(ReadFile(path));
  manifest["vendor"] = "mallory";
  Write("plugins/test_steps/1.0.0/manifest.json", manifest.dump());
  const Outcome list = Run("list --plugins " + Path("plugins"));
  EXPECT_EQ(list.code, 6);
  EXPECT_THAT(list.out, HasSubstr("E5011 its signature (key alice) is not that of its manifest"));
}

TEST_F(Signatures, TrustedKeysThatOthersCanChangeAreNotUsed) {
  Trust();
  chmod(Path("config/opdk/trusted_keys").c_str(), 0666);
  const Outcome refused = Install(Packed("steps_1_0", "--sign alice"));
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("trusted_keys can be written by everybody"));
}

TEST_F(Signatures, ABrokenKeyFileIsLocated) {
  fs::create_directories(Path("config/opdk"));
  Write("config/opdk/trusted_keys", "# mine\ned25519 nonsense alice\n");
  const Outcome list = Run("keys list");
  EXPECT_EQ(list.code, 2);
  EXPECT_THAT(list.err, HasSubstr("trusted_keys:2"));
}

TEST_F(Installing, DoctorShowsThePathsAndTheOperatorsOfEachFile) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  Write("plugins/libnotes.so", "these are my notes\n");
  ::setenv("OPDK_PLUGIN_PATH", Path("nowhere").c_str(), 1);
  const Outcome doctor = Run("doctor --plugins " + Path("plugins"));
  ::unsetenv("OPDK_PLUGIN_PATH");
  EXPECT_EQ(doctor.code, 6);
  EXPECT_THAT(doctor.out, testing::ContainsRegex("nowhere +OPDK_PLUGIN_PATH +does not exist"));
  EXPECT_THAT(doctor.out, HasSubstr("tests/test_steps 1.0.0: 1 operators, wins 1"));
  EXPECT_THAT(doctor.out, HasSubstr("E5001 it is a text file, not a shared library"));
  EXPECT_THAT(doctor.out, HasSubstr("libdnnl.so"));
  EXPECT_THAT(doctor.out, HasSubstr("libHalide14.so"));
}

TEST_F(Installing, AnUnknownPackageGetsANearName) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  const Outcome unknown = Run("enable test_step --dir " + Path("plugins"));
  EXPECT_EQ(unknown.code, 6);
  EXPECT_THAT(unknown.err, HasSubstr("error E5012: "));
  EXPECT_THAT(unknown.err, HasSubstr("did you mean test_steps?"));
}

}  // namespace
}  // namespace opdk::cli
