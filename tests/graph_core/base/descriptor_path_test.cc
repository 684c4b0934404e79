#include "graph_core/base/descriptor_path.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

const char* const kThisFile = OPDK_SOURCE_DIR "/tests/graph_core/base/descriptor_path_test.cc";

TEST(DescriptorPath, IsAnotherForEachCallAndLeadsToTheFile) {
  const auto file = InputFile::Open(kThisFile, kTextFile);
  ASSERT_TRUE(file.ok());
  std::set<std::string> paths;
  for (int i = 0; i < 100; ++i) {
    for (const std::string& path : {PathOfDescriptor(file->descriptor()), RespelledPath(kThisFile)}) {
      EXPECT_TRUE(paths.insert(path).second) << path << " was given before";
      EXPECT_TRUE(std::filesystem::equivalent(path, kThisFile)) << path;
    }
  }
}

}  // namespace
}  // namespace opdk
