#include "opdk/input_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

using testing::HasSubstr;

class InputFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "opdk_input_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  std::string Path(const std::string& name) const { return root_ + "/" + name; }
  std::string root_;
};

TEST_F(InputFiles, AreReadWholeAndInParts) {
  std::ofstream(Path("a")) << "0123456789";
  const auto file = InputFile::Open(Path("a"), {"the file", 10});
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(*file->Read(), "0123456789");
  EXPECT_EQ(*file->Read(), "0123456789") << "reading moves nothing";
  EXPECT_EQ(*file->ReadHead(3), "012");
  char part[4] = {};
  EXPECT_TRUE(file->ReadAt(6, part, 4).ok());
  EXPECT_EQ(std::string(part, 4), "6789");
  EXPECT_THAT(file->ReadAt(8, part, 4).message(), HasSubstr("it ends at byte 10, 2 more are needed"));
}

TEST_F(InputFiles, OfTheSystemWithoutASizeAreReadWhole) {
  const auto text = ReadFile("/proc/self/status", kTextFile);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_THAT(*text, HasSubstr("VmSize"));
  EXPECT_THAT(ReadFile("/proc/self/status", {"the file", 10}).status().message(),
              HasSubstr("the file can't be read: it has more than 10 bytes"));
}

TEST_F(InputFiles, AboveTheLimitAreRefusedAlsoWhenTheyGrow) {
  std::ofstream(Path("a")) << "0123456789";
  EXPECT_THAT(ReadFile(Path("a"), {"the file", 9}).status().message(),
              HasSubstr("it has 10 bytes, and 9 are the most it may have"));
  const auto file = InputFile::Open(Path("a"), {"the file", 10});
  std::ofstream(Path("a"), std::ios::app) << "x";
  EXPECT_EQ(file->Read().status().code(), ErrorCode::kFileNotFound);
}

TEST_F(InputFiles, OtherKindsOfFilesAreRefusedByTheNameOfTheirKind) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  const auto said = [](const std::string& path) {
    const Status status = ReadFile(path, {"the thing", 10}).status();
    EXPECT_EQ(status.code(), ErrorCode::kFileNotFound);
    EXPECT_EQ(status.places(), std::vector<std::string>{path});
    return status.message();
  };
  EXPECT_EQ(said(Path("pipe")), "the thing can't be read: it is a FIFO");
  EXPECT_EQ(said(root_), "the thing can't be read: it is a directory");
  EXPECT_EQ(said("/dev/zero"), "the thing can't be read: it is a device");
  EXPECT_EQ(said(Path("none")), "the thing can't be read: No such file or directory");
  EXPECT_EQ(said(std::string("a\0b", 3)), "the thing can't be read: its name holds a NUL");
}

TEST_F(InputFiles, ALinkIsFollowedUnlessThatIsRuledOut) {
  std::ofstream(Path("a")) << "x";
  std::filesystem::create_symlink("a", Path("link"));
  EXPECT_TRUE(InputFile::Open(Path("link"), kTextFile).ok());
  EXPECT_THAT(InputFile::OpenNoFollow(Path("link"), kTextFile).status().message(), HasSubstr("it is a symbolic link"));
  EXPECT_TRUE(InputFile::OpenNoFollow(Path("a"), kTextFile).ok());
}

}  // namespace
}  // namespace opdk
