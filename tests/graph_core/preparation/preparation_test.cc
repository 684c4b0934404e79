#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph_core/preparation/passes.h"
#include "tests/graph_core/engines/function_engine.h"
#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class PreparationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(PreparationTest, GivesTheGraphOfItsFile) { tests::RunCase(GetParam(), tests::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, PreparationTest, ::testing::ValuesIn(tests::CaseFiles("graph_core/preparation/cases")),
                         tests::CaseName);

// The result of a pass, whether it changed the graph, decides whether others run again.
TEST(InferShapesTest, SaysWhetherItCorrectedADescription) {
  for (const char* wrong : {"float[2]", "int32[3]"}) {
    auto graph = Parse(std::string("graph g { %x = Data {index: 0} : int32[2] %y = Neg(x: %x) : ") + wrong +
                       " %o = NetOutput(x: [%y]) }");
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    const PassContext context = tests::CaseContext();
    ASSERT_TRUE(tests::RunByName("fill_from_prototypes", *graph, context).ok());
    EXPECT_EQ(InferShapes(*graph, context).value(), Changed::kYes) << wrong;
    EXPECT_EQ(InferShapes(*graph, context).value(), Changed::kNo) << wrong;
  }
}

// Extents that are added or multiplied must not wrap around.
TEST(InferShapesTest, AnAxisThatNoMemoryHoldsIsRefused) {
  const auto infer = [](int64_t extent) {
    auto graph =
        Parse(fmt::format("graph g {{ %x = Data {{index: 0}} : float[16] %y = Data {{index: 1}} : float[{}] "
                          "%z = ConcatD(x: [%x, %y]) {{concat_dim: 0}} %o = NetOutput(x: [%z]) }}",
                          extent));
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    return PrepareGraph(*graph, tests::CaseContext());
  };
  EXPECT_TRUE(infer(int64_t{1} << 44).ok());
  const Status status = infer(INT64_MAX);
  EXPECT_EQ(status.code(), ErrorCode::kInferShape);
  EXPECT_NE(status.ToString().find("input x1 has an axis of 9223372036854775807 elements"), std::string::npos)
      << status.ToString();
}

TEST(FoldingTest, NothingIsFoldedWithoutEngines) {
  auto graph = Parse(R"(graph g {
    %a = Const {value: float[1](1.0)}
    %r = Neg(x: %a)
    %o = NetOutput(x: [%r])
  })");
  ASSERT_TRUE(graph.ok());
  PassContext context = tests::CaseContext();
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
    %shape = ConcatD(x: [%two, %half]) {concat_dim: 0}
    %r = Reshape(x: %x, shape: %shape)
    %o = NetOutput(x: [%r])
  })");
  ASSERT_TRUE(graph.ok());
  PassContext context = tests::CaseContext();
  context.disabled_passes = {"fold_constants"};
  Status status = PrepareGraph(*graph, context);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(graph->Find("shape")->Is("ConcatD"));
  EXPECT_EQ(graph->Find("r")->op().outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{2, 12}));
}

// Returns a graph of one operator over a constant of `elements` floats, after folding by `context`.
std::unique_ptr<Graph> FoldedOver(const std::string& type, int64_t elements, const PassContext& context) {
  auto parsed =
      Parse("graph g {\n  %a = Const {value: float[1](1.0)}\n  %y = " + type + "(x: %a)\n  %o = NetOutput(x: [%y])\n}");
  EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
  auto graph = std::make_unique<Graph>(std::move(*parsed));
  const std::vector<float> values(static_cast<size_t>(elements), 2);
  const ge::TensorDesc desc(ge::Shape({elements}), ge::FORMAT_ND, ge::DT_FLOAT);
  Node* constant = graph->Find("a");
  constant->op().attrs["value"] =
      ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
  constant->op().outputs[0].desc = desc;
  const Status status = PrepareGraph(*graph, context);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return graph;
}

TEST(FoldingTest, LargeConstantsAreFoldedWhereTheResultIsNoLarger) {
  const auto graph = FoldedOver("Neg", 1 << 20, tests::CaseContext());
  const ge::Tensor* value = graph->Find("y")->ConstValue();
  ASSERT_NE(value, nullptr);
  ASSERT_EQ(value->GetSize(), size_t{4} << 20);
  EXPECT_EQ(reinterpret_cast<const float*>(value->GetData())[(1 << 20) - 1], -2);
}

// Reports one element less than inference promised.
Status Lie(const KernelArgs& args) {
  --args.outputs[0].shape->at(0);
  return Status();
}

TEST(FoldingTest, AKernelThatContradictsInferenceFoldsNothing) {
  tests::FunctionEngine engine(Lie);
  PassContext context = tests::CaseContext();
  context.engines = {&engine};
  EXPECT_TRUE(FoldedOver("Neg", 3, context)->Find("y")->Is("Neg"));
}

}  // namespace
}  // namespace opdk
