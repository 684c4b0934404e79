#include "graph_core/base/descriptor_path.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

TEST(DescriptorPath, IsAnotherForEachCallAndLeadsToTheFile) {
  const auto file = InputFile::Open(__FILE__, kTextFile);
  ASSERT_TRUE(file.ok());
  std::set<std::string> paths;
  for (int i = 0; i < 100; ++i) {
    for (const std::string& path : {PathOfDescriptor(file->descriptor()), RespelledPath(__FILE__)}) {
      EXPECT_TRUE(paths.insert(path).second) << path << " was given before";
      EXPECT_TRUE(std::filesystem::equivalent(path, __FILE__)) << path;
    }
  }
}

}  // namespace
}  // namespace opdk
