#include "graph_core/base/dump_place.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace opdk {
namespace {

class DumpPlace : public ::testing::Test {
 protected:
  DumpPlace() {
    std::string pattern = ::testing::TempDir() + "/opdk_place_XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) parent_ = pattern;
  }
  ~DumpPlace() override {
    std::error_code ignored;
    std::filesystem::remove_all(parent_, ignored);
  }
  std::string parent_;
};

TEST_F(DumpPlace, NewDirectoriesTakeTheNextFreeNumber) {
  EXPECT_EQ(NewDirectory(parent_, "a/b c").value(), parent_ + "/a_b_c");
  EXPECT_EQ(NewDirectory(parent_, "a/b c").value(), parent_ + "/a_b_c.1");
  EXPECT_EQ(NewDirectory(parent_, "a/b c").value(), parent_ + "/a_b_c.2");
  EXPECT_TRUE(NewDirectory(parent_, std::string(5000, 'x')).ok());
}

TEST_F(DumpPlace, APathThatIsNoDirectoryIsAnError) {
  EXPECT_EQ(NewDirectory(parent_ + "/missing", "a").status().code(), ErrorCode::kFileNotFound);
  EXPECT_EQ(CheckDumpDirectory(parent_ + "/missing").code(), ErrorCode::kFileNotFound);
  EXPECT_TRUE(CheckDumpDirectory(parent_).ok());
}

TEST_F(DumpPlace, ADirectoryThatCantBeWrittenToIsAnError) {
  // Not even root can make files there.
  EXPECT_EQ(NewDirectory("/proc/self", "a").status().code(), ErrorCode::kWriteFailed);
  if (::geteuid() == 0) return;
  ASSERT_EQ(::chmod(parent_.c_str(), 0500), 0);
  EXPECT_EQ(CheckDumpDirectory(parent_).code(), ErrorCode::kWriteFailed);
}

TEST(FileNameOf, IsNeverADirectoryNorTooLong) {
  EXPECT_EQ(FileNameOf(".."), "__");
  EXPECT_EQ(FileNameOf("../x"), ".._x");
  EXPECT_LE(FileNameOf(std::string(5000, 'x')).size() + std::string(".123.npy").size(), 255U);
}

TEST(FileNamesOf, TellsNamesApart) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(FileNamesOf(Names{"a/b", "a_b", "a:b", "a_b.1"}), (Names{"a_b.2", "a_b", "a_b.3", "a_b.1"}));
  EXPECT_EQ(FileNamesOf(Names{"a/b", "c"}), (Names{"a_b", "c"}));
  EXPECT_EQ(FileNamesOf(Names{"x", "x"}), (Names{"x", "x.1"}));
  const std::string shared(4000, 'x');
  const Names names = FileNamesOf(Names{shared + "1", shared + "2"});
  EXPECT_NE(names[0], names[1]);
}

TEST(FileNameOf, KeepsCharactersThatAFileNameCanHold) {
  EXPECT_EQ(FileNameOf("conv-1/out:0 é.npy"), "conv-1_out_0_é.npy");
}

}  // namespace
}  // namespace opdk
