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

TEST_F(DumpPlace, WhatIsNoDirectoryIsAnError) {
  EXPECT_EQ(NewDirectory(parent_ + "/missing", "a").status().code(), ErrorCode::kFileNotFound);
  EXPECT_EQ(CheckDumpDirectory(parent_ + "/missing").code(), ErrorCode::kFileNotFound);
  EXPECT_TRUE(CheckDumpDirectory(parent_).ok());
}

TEST_F(DumpPlace, ADirectoryThatCantBeWrittenToIsAnError) {
  // Nobody makes files there, root neither.
  EXPECT_EQ(NewDirectory("/proc/self", "a").status().code(), ErrorCode::kWriteFailed);
  if (::geteuid() == 0) return;
  ASSERT_EQ(::chmod(parent_.c_str(), 0500), 0);
  EXPECT_EQ(CheckDumpDirectory(parent_).code(), ErrorCode::kWriteFailed);
}

TEST(FileNameOf, KeepsWhatAFileNameCanHold) { EXPECT_EQ(FileNameOf("conv-1/out:0 é.npy"), "conv-1_out_0_é.npy"); }

}  // namespace
}  // namespace opdk
