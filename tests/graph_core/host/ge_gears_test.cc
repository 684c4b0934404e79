#include "graph_core/host/ge_gears.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/input_shapes.h"
#include "graph_core/ir/text.h"
#include "opdk/parser_options.h"
#include "tests/graph_core/host/session_functions.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using Gears = std::vector<std::vector<std::vector<int64_t>>>;

Graph TwoInputs() {
  auto graph = Parse(R"(graph g {
  %x = Data {index: 0} : float[?,3,?,?]@NCHW
  %y = Data {index: 1} : float[?,10]
  %o = NetOutput(x: [%x, %y])
})");
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  return *std::move(graph);
}

struct Applied {
  Status status;
  std::vector<std::string> shapes;
  CompileOptions compile;
};

Applied Apply(const std::vector<std::pair<Status (*)(const std::string&, ShapeOptions&), std::string>>& given) {
  Applied applied;
  ShapeOptions options;
  for (const auto& [read, value] : given) {
    applied.status = read(value, options);
    if (!applied.status.ok()) return applied;
  }
  Graph graph = TwoInputs();
  applied.status = ApplyShapes(options, graph, applied.compile);
  for (const Node* node : graph.inputs()) {
    applied.shapes.push_back(::testing::PrintToString(node->op().outputs[0].desc.GetShape().GetDims()));
  }
  return applied;
}

TEST(GearOptions, ShapesOfInputsAreSetByName) {
  const Applied applied = Apply({{ReadInputShape, "x:2,3,224,1~640;y:-1,10"}});
  ASSERT_TRUE(applied.status.ok()) << applied.status.ToString();
  EXPECT_THAT(applied.shapes, ::testing::ElementsAre("{ 2, 3, 224, -1 }", "{ -1, 10 }"));
}

TEST(GearOptions, NamesOfDimensionsAreKept) {
  ShapeOptions options;
  CompileOptions compile;
  ASSERT_TRUE(ReadInputShape("x:N,3,in_h2,-1;y:N,10", options).ok());
  Graph graph = TwoInputs();
  ASSERT_TRUE(ApplyShapes(options, graph, compile).ok());
  EXPECT_EQ(DimNames(graph.inputs()[0]->op()), (std::vector<std::string>{"N", "", "in_h2", ""}));
  EXPECT_EQ(DimNames(graph.inputs()[1]->op()), (std::vector<std::string>{"N", ""}));
  for (const char* none : {"x:2N,3", "x:N~4,3", "x:N+1,3", "x:N M,3"}) {
    EXPECT_EQ(ReadInputShape(none, options).code(), ErrorCode::kUsage) << none;
  }
}

TEST(GearOptions, BatchesFillTheFirstDimensions) {
  const Applied applied = Apply({{ReadInputShape, "x:-1,3,8,8"}, {ReadBatchGears, "1,4"}});
  ASSERT_TRUE(applied.status.ok()) << applied.status.ToString();
  EXPECT_EQ(applied.compile.gears, (Gears{{{1, 3, 8, 8}, {1, 10}}, {{4, 3, 8, 8}, {4, 10}}}));
}

TEST(GearOptions, RangesMayStandInBrackets) {
  const Applied applied = Apply({{ReadInputShape, "x:[1~4,3,8,-1];y:[5,10]"}});
  ASSERT_TRUE(applied.status.ok()) << applied.status.ToString();
  EXPECT_THAT(applied.shapes, ::testing::ElementsAre("{ -1, 3, 8, -1 }", "{ 5, 10 }"));
  ShapeOptions options;
  EXPECT_EQ(ReadInputShape("x:[1,3", options).code(), ErrorCode::kUsage);
}

TEST(GearOptions, ImagesOfChannelsLastFillTheAxesThatAreOpen) {
  auto graph = Parse("graph g { %x = Data {index: 0} : float[1,?,?,3] %o = NetOutput(x: [%x]) }");
  ASSERT_TRUE(graph.ok());
  ShapeOptions options;
  CompileOptions compile;
  ASSERT_TRUE(ReadImageGears("16,24;32,48", options).ok());
  const Status applied = ApplyShapes(options, *graph, compile);
  ASSERT_TRUE(applied.ok()) << applied.ToString();
  EXPECT_EQ(compile.gears, (Gears{{{1, 16, 24, 3}}, {{1, 32, 48, 3}}}));
}

TEST(GearOptions, ImagesFillHeightAndWidth) {
  const Applied applied = Apply({{ReadInputShape, "x:1,3,-1,-1;y:1,10"}, {ReadImageGears, "16,24;32,48"}});
  ASSERT_TRUE(applied.status.ok()) << applied.status.ToString();
  EXPECT_EQ(applied.compile.gears, (Gears{{{1, 3, 16, 24}, {1, 10}}, {{1, 3, 32, 48}, {1, 10}}}));
}

TEST(GearOptions, DimsFillAllInTheirOrder) {
  const Applied applied = Apply({{ReadDimsGears, "1,8,9,2;3,4,5,6"}});
  ASSERT_TRUE(applied.status.ok()) << applied.status.ToString();
  EXPECT_EQ(applied.compile.gears, (Gears{{{1, 3, 8, 9}, {2, 10}}, {{3, 3, 4, 5}, {6, 10}}}));
}

TEST(GearOptions, GearsThatDoNotFitTheInputsAreRefused) {
  EXPECT_THAT(Apply({{ReadInputShape, "z:1"}}).status.ToString(), HasSubstr("no input 'z'"));
  EXPECT_THAT(Apply({{ReadInputShape, "y:1"}}).status.ToString(), HasSubstr("doesn't fit"));
  EXPECT_THAT(Apply({{ReadBatchGears, "1,2"}}).status.ToString(), HasSubstr("leaves dimensions unknown"));
  EXPECT_THAT(Apply({{ReadInputShape, "x:1,3,8,8;y:1,10"}, {ReadBatchGears, "1,2"}}).status.ToString(),
              HasSubstr("no input has -1 there"));
  EXPECT_THAT(Apply({{ReadDimsGears, "1,2"}}).status.ToString(), HasSubstr("4 dimensions of -1"));
  EXPECT_THAT(Apply({{ReadBatchGears, "1,2"}, {ReadDimsGears, "1,2,3,4"}}).status.ToString(),
              HasSubstr("exclude each other"));
}

TEST(GearOptions, AShapeForWhichTheModelWasntReadIsRefused) {
  ShapeOptions options;
  CompileOptions compile;
  ASSERT_TRUE(ReadInputShape("x:1,3,8,8;y:5,10", options).ok());
  Graph graph = TwoInputs();
  Node& y = *graph.inputs()[1];
  y.op().attrs[kReadForShape] = std::vector<int64_t>{-1, 10};
  EXPECT_TRUE(ApplyShapes(options, graph, compile).ok());
  y.op().attrs[kReadForShape] = std::vector<int64_t>{4, 10};
  EXPECT_THAT(ApplyShapes(options, graph, compile).ToString(),
              ::testing::AllOf(HasSubstr("E1001"), HasSubstr("input 'y': the model was read for [4,10]"),
                               HasSubstr("input_shape=y:5,10")));
}

TEST(GearOptions, ParsersGetTheShapesOfTheInputs) {
  ShapeOptions options;
  ASSERT_TRUE(ReadInputShape("x:2,3,N,1~640;y:-1,10;s:", options).ok());
  EXPECT_EQ(ShapesForParser(options), "s:;x:2,3,-1,-1;y:-1,10");
}

TEST(GearOptions, InvalidValuesAreRefused) {
  for (const char* value : {"x", ":1", "x:1,,2", "x:a", "x:-2", "x:3~1", "x:1;", "x:1;x:2"}) {
    EXPECT_EQ(Apply({{ReadInputShape, value}}).status.code(), ErrorCode::kUsage) << value;
  }
  for (const char* value : {"0", "-1", "1,,2", "1,1", "1;2", "a"}) {
    EXPECT_EQ(Apply({{ReadBatchGears, value}}).status.code(), ErrorCode::kUsage) << value;
  }
  for (const char* value : {"224", "1,2;3", "1,2;1,2", "1,2;"}) {
    EXPECT_EQ(Apply({{ReadImageGears, value}}).status.code(), ErrorCode::kUsage) << value;
  }
}

}  // namespace
}  // namespace opdk

namespace ge {
namespace {

TEST_F(SessionFunctions, GearsAreOptionsOfAGraph) {
  ASSERT_EQ(session_->AddGraph(1, TwoOutputs({-1}), Options{{"ge.dynamicBatchSize", "2,4"}}), SUCCESS);
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{2, 4}));
  EXPECT_EQ(session_->RunGraph(1, {Floats({3}, {1, 2, 3})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("the model was made for [2]; [4]")) << GEGetErrorMsg();

  const Options both = {{"ge.dynamicBatchSize", "2,4"}, {"ge.compileHybridMode", "1"}};
  ASSERT_EQ(session_->AddGraph(2, TwoOutputs({-1}), both), SUCCESS);
  ASSERT_EQ(session_->RunGraph(2, {Floats({3}, {1, 2, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{2, 4, 6}));
}

TEST_F(SessionFunctions, ShapesOfInputsAreAnOption) {
  ASSERT_EQ(session_->AddGraph(1, TwoOutputs({-1}), Options{{"ge.inputShape", "x:3"}}), SUCCESS);
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_TRUE(session_->GetCompiledGraphSummary(1)->IsStatic());
  ASSERT_EQ(session_->AddGraph(2, TwoOutputs({-1}), Options{{"ge.inputShape", "nothing:3"}}), SUCCESS);
  EXPECT_EQ(session_->CompileGraph(2), FAILED);
  EXPECT_TRUE(ErrorHas("no input 'nothing'")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, RunsAreHeldToTheRangesOfInputs) {
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->AddGraph(1, TwoOutputs({-1}), Options{{"ge.inputShape", "x:2~3"}}), SUCCESS);
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session_->RunGraph(1, {Floats({3}, {1, 2, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraph(1, {Floats({4}, {1, 2, 3, 4})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("E1004")) << GEGetErrorMsg();
  EXPECT_TRUE(ErrorHas("axis 0 of input 0 'x' is 4, out of its range 2~3")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraph(1, {Floats({1}, {1})}, outputs), FAILED);
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, AGraphThatIsCompiledForItsFirstRunIsHeldToThem) {
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->AddGraph(1, TwoOutputs({-1}), Options{{"ge.inputShape", "x:2~-1"}}), SUCCESS);
  EXPECT_EQ(session_->RunGraph(1, {Floats({1}, {1})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("axis 0 of input 0 'x' is 1, out of its range 2~")) << GEGetErrorMsg();
}

}  // namespace
}  // namespace ge
