#include <gtest/gtest.h>

#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class PreparationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(PreparationTest, Case) { testing::RunCase(GetParam(), testing::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, PreparationTest,
                         ::testing::ValuesIn(testing::CaseFiles("graph_core/preparation/cases")), testing::CaseName);

TEST(FoldingTest, NothingIsFoldedWithoutEngines) {
  auto graph = Parse(R"(graph g {
    %a = Const {value: float[1](1.0)}
    %r = Neg(x: %a)
    %o = NetOutput(x: [%r])
  })");
  ASSERT_TRUE(graph.ok());
  PassContext context = testing::CaseContext();
  context.engines.clear();
  ASSERT_TRUE(PrepareGraph(*graph, context).ok());
  EXPECT_NE(graph->Find("r"), nullptr);
  EXPECT_TRUE(graph->Find("r")->Is("Neg"));
}

TEST(FoldingTest, ComputedShapesAreKnownThoughFoldingIsDisabled) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[2,3,4]
    %half = Const {value: int64[1](12)}
    %two = Const {value: int64[1](2)}
    %shape = Concat(x: [%two, %half]) {axis: 0}
    %r = Reshape(x: %x, shape: %shape)
    %o = NetOutput(x: [%r])
  })");
  ASSERT_TRUE(graph.ok());
  PassContext context = testing::CaseContext();
  context.disabled_passes = {"fold_constants"};
  Status status = PrepareGraph(*graph, context);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(graph->Find("shape")->Is("Concat"));
  EXPECT_EQ(graph->Find("r")->op().outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{2, 12}));
}

}  // namespace
}  // namespace opdk
