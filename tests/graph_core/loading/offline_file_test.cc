// Files of offline models: their bytes in memory, and the users who may have written them.
#include "graph_core/loading/offline_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/graph_core/program/program_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OfflineFiles : public ProgramFile {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "opdk_offline_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    fs::create_directory(root_ / "d");
    file_ = (root_ / "d/m.om").string();
    ASSERT_TRUE(WriteOffline(file_, Written(kDynamic)).ok());
  }
  void TearDown() override {
    ::unsetenv("OPDK_ALLOW_UNTRUSTED");
    fs::remove_all(root_);
  }
  static Status Refusal(const std::string& path) { return ReadOffline(path).status(); }

  fs::path root_;
  std::string file_;
};

TEST_F(OfflineFiles, ReadBytesStayWhateverHappensToTheFile) {
  const auto model = ReadOffline(file_);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const std::string bytes(model->bytes);
  // As `cp` writes: in the file's own place.
  std::ofstream(file_, std::ios::binary) << "another model";
  EXPECT_EQ(model->bytes, bytes);
  ASSERT_TRUE(WriteOffline(file_, bytes).ok());
  EXPECT_EQ(model->bytes, bytes);
  EXPECT_TRUE(ReadOffline(file_).ok());
}

TEST_F(OfflineFiles, EveryDirectoryOnTheWayMustBeClosedToOthers) {
  EXPECT_TRUE(Refusal(file_).ok());
  for (const fs::path& directory : {root_, root_ / "d"}) {
    ::chmod(directory.c_str(), 0777);
    EXPECT_EQ(Refusal(file_).code(), ErrorCode::kUntrusted) << directory;
    EXPECT_THAT(Refusal(file_).message(), HasSubstr(directory.string() + " can be written by everybody"));
    ::chmod(directory.c_str(), 01777);
    EXPECT_TRUE(Refusal(file_).ok()) << "entries of a sticky directory belong to their owners";
    ::chmod(directory.c_str(), 0700);
  }
  ::chmod(file_.c_str(), 0666);
  EXPECT_EQ(Refusal(file_).code(), ErrorCode::kUntrusted);
}

TEST_F(OfflineFiles, ALinkIsJudgedByItsDirectoryAndItsTarget) {
  fs::create_directory(root_ / "open");
  fs::create_symlink(file_, root_ / "open/link.om");
  const std::string link = (root_ / "open/link.om").string();
  EXPECT_TRUE(Refusal(link).ok());
  ::chmod((root_ / "open").c_str(), 0777);
  EXPECT_EQ(Refusal(link).code(), ErrorCode::kUntrusted);
  ::chmod((root_ / "open").c_str(), 0700);
  ::chmod((root_ / "d").c_str(), 0777);
  EXPECT_EQ(Refusal(link).code(), ErrorCode::kUntrusted);
}

TEST_F(OfflineFiles, OpenPlacesAreAllowedAsForPackagesAndLookedAtByAnybody) {
  ::chmod((root_ / "d").c_str(), 0777);
  EXPECT_THAT(Refusal(file_).hint(), HasSubstr("OPDK_ALLOW_UNTRUSTED=1"));
  EXPECT_TRUE(FactsOfFile(file_).ok()) << "nothing of it runs";
  ::setenv("OPDK_ALLOW_UNTRUSTED", "1", 1);
  EXPECT_TRUE(Refusal(file_).ok());
  EXPECT_EQ(ReadOwnOffline(file_).status().code(), ErrorCode::kUntrusted) << "a cache is opdk's own";
}

}  // namespace
}  // namespace opdk
