#include "graph_core/base/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/graph_core/package/package_fixture.h"

namespace opdk {
namespace {

using testing::HasSubstr;

class Trust : public PluginDirectories {
 protected:
  void SetUp() override {
    PluginDirectories::SetUp();
    Drop("twice", "a");
    library_ = Path("a/libtest_twice.so");
  }
  Status Check() { return TrustCheck().Check(library_); }
  std::string library_;
};

TEST_F(Trust, OnesOwnFilesBelowTheStickyTemporaryDirectoryAreTrusted) {
  EXPECT_TRUE(Check().ok()) << Check().ToString();
}

TEST_F(Trust, ADirectoryRightBelowTheTemporaryOneIsTrustedWhenOnlyItsOwnerCanWriteToIt) {
  EXPECT_TRUE(TrustCheck().Check(root_.string()).ok());
  chmod(root_.c_str(), 01777);
  EXPECT_FALSE(TrustCheck().Check(root_.string()).ok());
}

TEST_F(Trust, ALibraryThatEverybodyCanWriteToIsRefusedWithTheRemedy) {
  chmod(library_.c_str(), 0646);
  EXPECT_EQ(Check().code(), ErrorCode::kUntrusted);
  EXPECT_THAT(Check().message(), HasSubstr(library_ + " can be written by everybody"));
  EXPECT_THAT(Check().hint(), HasSubstr("chmod o-w " + library_));
}

TEST_F(Trust, ALibraryThatAGroupCanWriteToIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  chmod(library_.c_str(), 0664);
  EXPECT_TRUE(Check().ok()) << "root's own group";
  ASSERT_EQ(chown(library_.c_str(), 0, 100), 0);
  EXPECT_THAT(Check().message(), HasSubstr("can be written by its group 100"));
}

TEST_F(Trust, ALibraryOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(chown(library_.c_str(), 65534, 0), 0);
  EXPECT_THAT(Check().message(), HasSubstr("belongs to nobody"));
}

TEST_F(Trust, ADirectoryThatOthersCanWriteToIsRefusedStickyOrNot) {
  chmod(Path("a").c_str(), 0777);
  EXPECT_THAT(Check().message(), HasSubstr(Path("a") + " can be written by everybody"));
  chmod(Path("a").c_str(), 01777);
  EXPECT_FALSE(Check().ok()) << "anybody can add a library to it";
}

TEST_F(Trust, ADirectoryAboveThatOthersCanRenameInIsRefusedUnlessSticky) {
  chmod(root_.c_str(), 0777);
  EXPECT_FALSE(Check().ok());
  chmod(root_.c_str(), 01777);
  EXPECT_TRUE(Check().ok());
}

TEST_F(Trust, ASymbolicLinkIsJudgedByWhereItLeads) {
  chmod(library_.c_str(), 0666);
  std::filesystem::create_symlink(library_, root_ / "b/liblink.so");
  EXPECT_FALSE(TrustCheck().Check(Path("b/liblink.so")).ok());
}

// Anybody who can write to the directory of a link can lead the link elsewhere.
TEST_F(Trust, ALinkInADirectoryThatOthersCanWriteToIsRefused) {
  const std::string link = Path("b/liblink.so");
  std::filesystem::create_symlink(library_, link);
  EXPECT_TRUE(TrustCheck().Check(link).ok());
  for (const mode_t mode : {0777, 01777}) {
    chmod(Path("b").c_str(), mode);
    EXPECT_THAT(TrustCheck().Check(link).message(), HasSubstr(Path("b") + " can be written by everybody"));
  }
  chmod(Path("b").c_str(), 0700);
  if (geteuid() != 0) return;  // only root gives files away
  ASSERT_EQ(lchown(link.c_str(), 65534, 65534), 0);
  EXPECT_THAT(TrustCheck().Check(link).message(), HasSubstr(link + " belongs to "));
}

TEST_F(Trust, ALinkOnTheWayIsJudgedLikeTheLastLink) {
  std::filesystem::create_directory(root_ / "open");
  std::filesystem::create_symlink(root_ / "a", root_ / "open/way");
  chmod(Path("open").c_str(), 0777);
  EXPECT_FALSE(TrustCheck().Check(Path("open/way/libtest_twice.so")).ok());
  EXPECT_FALSE(TrustCheck().Check(Path("open/way/../a/libtest_twice.so")).ok());
  chmod(Path("open").c_str(), 0700);
  EXPECT_TRUE(TrustCheck().Check(Path("open/way/../a/libtest_twice.so")).ok());
}

TEST_F(Trust, LinksThatLeadInACircleAreAnError) {
  std::filesystem::create_symlink("one", root_ / "two");
  std::filesystem::create_symlink("two", root_ / "one");
  EXPECT_EQ(TrustCheck().Check(Path("one")).code(), ErrorCode::kFileNotFound);
}

TEST_F(Trust, AFileThatWritersReplaceIsOpenedAgain) {
  const std::string path = Path("a/model");
  const auto replace = [&] {
    std::ofstream(path + ".new") << "whole";
    std::filesystem::rename(path + ".new", path);
  };
  replace();
  std::atomic<bool> done = false;
  std::thread writer([&] {
    while (!done) replace();
  });
  for (int i = 0; i < 300; ++i) {
    const auto file = TrustCheck().Open(path, {"the file", 1 << 30});
    EXPECT_TRUE(file.ok()) << file.status().ToString();
    if (!file.ok()) continue;
    EXPECT_EQ(file->Read().value(), "whole");
  }
  done = true;
  writer.join();
}

TEST_F(Trust, APlaceThatIsNotThereYetIsJudgedByWhereItWouldBe) {
  EXPECT_TRUE(TrustCheck().CheckPlace(Path("a/not/there")).ok());
  chmod(Path("a").c_str(), 0777);
  EXPECT_FALSE(TrustCheck().CheckPlace(Path("a/not/there")).ok());
  EXPECT_FALSE(TrustCheck().Check(Path("b/not/there")).ok());
}

TEST_F(Trust, UntrustedLibrariesAreNotOpenedUnlessThatIsAllowed) {
  Drop("aborts", "b");
  chmod(Path("b/libtest_aborts.so").c_str(), 0666);
  const auto registry = Load({"a", "b"});
  EXPECT_EQ(registry->packages().size(), 1u);
  ASSERT_EQ(registry->rejected().size(), 1u);
  EXPECT_THAT(registry->rejected()[0].reason.message(), HasSubstr("not trusted: "));
  EXPECT_FALSE(std::filesystem::exists(root_ / "trace"));
  chmod(library_.c_str(), 0666);
  ::setenv("OPDK_ALLOW_UNTRUSTED", "1", 1);
  EXPECT_EQ(Load({"a"})->packages().size(), 1u);
}

}  // namespace
}  // namespace opdk
