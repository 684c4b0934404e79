#include "sdk/tools/model/kernel_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Returns the output of `opdk explain --kernel node` for HintedScale
// (tests/graph_core/engines/ai_core/hinted_operators).
std::string ReportFor(const std::string& hint) {
  auto packages = PackageRegistry::Load(
      {{OPDK_BINARY_DIR "/test_packages/ai_core", OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
  auto graph = opdk::Parse(fmt::format(R"(
graph g {{
  %x = Data {{index: 0}} : float[7,40]
  %v = Data {{index: 1}} : float[40]
  %h = HintedScale(x: %x, v: %v) {{hint: "{}"}}
  %o = NetOutput(x: [%h])
}})",
                                       hint));
  EXPECT_TRUE(packages.ok() && graph.ok());
  auto session = Session::Create(*packages, {});
  auto compiled = (*session)->Compile(*std::move(graph));
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  PassContext context;
  context.packages = packages->get();
  auto text = FormatKernel(compiled->model.program().graph, context, "h");
  EXPECT_TRUE(text.ok()) << text.status().ToString();
  return *text;
}

TEST(KernelReport, SaysWhichHintsAreFollowedAndWhyOthersAreNot) {
  const std::string text = ReportFor("tiles");
  EXPECT_THAT(text, HasSubstr("hint tile 1 24 tile 0 4\n"));
  EXPECT_THAT(text, HasSubstr("\nhints\nfollowed: tile s"));
  EXPECT_THAT(text, HasSubstr("\nignored: tile s0 4: loops run in blocks along the last axis"));
  EXPECT_THAT(text, HasSubstr("\"tile s0 4\""));  // in the descriptor
  EXPECT_THAT(ReportFor("materialize"), HasSubstr("\nhints\nfollowed: materialize %"));
  EXPECT_THAT(ReportFor("parallel_above"), HasSubstr("followed: parallel_above 1000"));
}

TEST(KernelReport, SaysNothingOfHintsWhereThereAreNone) { EXPECT_THAT(ReportFor(""), Not(HasSubstr("\nhints\n"))); }

}  // namespace
}  // namespace opdk
