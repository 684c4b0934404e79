#include "sdk/tools/cli/explanation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace opdk::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

CompileReport ReportOf(int fast, int slow) {
  CompileReport report;
  for (int i = 0; i < fast + slow; ++i) {
    NodeExplanation node;
    node.node = fmt::format("conv{}", i);
    node.engine = "ai_core";
    node.description =
        i < fast ? "oneDNN conv, jit:avx2" : "oneDNN conv, ref:any (oneDNN's reference: slow, nothing else takes it)";
    report.nodes.push_back(node);
  }
  return report;
}

TEST(Explanation, TheSummaryNamesNodesThatNoFastKernelTakes) {
  EXPECT_THAT(FormatSummary(ReportOf(2, 0)), Not(HasSubstr("slow")));
  EXPECT_THAT(FormatSummary(ReportOf(1, 2)), EndsWith("\nslow, as no faster kernel takes them: conv1, conv2"));
  EXPECT_THAT(FormatSummary(ReportOf(0, 7)), EndsWith(": conv0, conv1, conv2, conv3, conv4 and 2 more"));
}

}  // namespace
}  // namespace opdk::cli
