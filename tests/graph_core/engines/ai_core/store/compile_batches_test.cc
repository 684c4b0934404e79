#include "graph_core/engines/ai_core/store/compile_batches.h"

#include <gmock/gmock.h>

#include <set>

#include "tests/graph_core/engines/ai_core/store/cache/cache_fixture.h"

namespace opdk {
namespace {

using ::testing::Each;
using ::testing::SizeIs;

std::vector<std::vector<CodegenKernel>> Batches(size_t count, int threads) {
  static const KernelIr ir = tests::Kernel(1);
  std::vector<CodegenKernel> kernels;
  for (size_t i = 0; i < count; ++i) kernels.push_back({std::to_string(i), &ir});
  return BatchesToCompile(kernels, threads);
}

TEST(CompileBatches, GiveEveryThreadTheSame) {
  EXPECT_THAT(Batches(20, 2), ::testing::AllOf(SizeIs(4), Each(SizeIs(5))));
  EXPECT_THAT(Batches(8, 2), ::testing::AllOf(SizeIs(2), Each(SizeIs(4))));
  EXPECT_THAT(Batches(64, 8), ::testing::AllOf(SizeIs(8), Each(SizeIs(8))));
  EXPECT_THAT(Batches(3, 16), ::testing::AllOf(SizeIs(3), Each(SizeIs(1))));
  EXPECT_THAT(Batches(5, 0), SizeIs(1));
  EXPECT_TRUE(Batches(0, 4).empty());
}

TEST(CompileBatches, HoldEachKernelOnceAndTheHeaviestApart) {
  const KernelIr light = tests::Kernel(0), heavy = tests::Kernel(30);
  std::vector<CodegenKernel> kernels;
  for (int i = 0; i < 12; ++i) kernels.push_back({std::to_string(i), i == 3 || i == 4 ? &heavy : &light});
  std::multiset<std::string> names;
  for (const auto& batch : BatchesToCompile(kernels, 2)) {
    int heavies = 0;
    for (const CodegenKernel& kernel : batch) {
      names.insert(kernel.name);
      heavies += kernel.ir == &heavy;
    }
    EXPECT_EQ(heavies, 1);
  }
  EXPECT_EQ(names.size(), 12u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 12u);
}

}  // namespace
}  // namespace opdk
