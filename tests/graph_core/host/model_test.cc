// opdk::Packages, opdk::Model and what opdk/inspect.h says of a graph, as a program uses them.
#include "opdk/model.h"

#include <gmock/gmock.h>

#include <array>

#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "opdk/inspect.h"
#include "tbe/print.h"

namespace opdk {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// y = Relu(Exp(x)) over rows of three.
ge::Graph ExpRelu(int64_t rows) {
  const ge::TensorDesc desc(ge::Shape(std::vector<int64_t>{rows, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
  ge::Operator x("x", "Data");
  DescOf(x).outputs.push_back({"y", 0, desc});
  ge::Operator exp = ge::OperatorFactory::CreateOperator("exp", "Exp");
  exp.SetInput("x", x);
  ge::Operator relu = ge::OperatorFactory::CreateOperator("relu", "Relu");
  relu.SetInput("x", exp);
  ge::Graph graph("exp_relu");
  graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{relu});
  return graph;
}

// Operators are made from the packages that are loaded.
class HostApi : public ::testing::Test {
 protected:
  static Packages Builtin() {
    auto loaded = Packages::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return std::move(loaded).value();
  }

  const Packages packages = Builtin();
};
using PackagesApi = HostApi;
using ModelApi = HostApi;
using InspectApi = HostApi;

TEST_F(PackagesApi, SaysWhatIsLoadedAndWhoProvidesAnOperator) {
  ASSERT_EQ(packages.packages().size(), 1U);
  EXPECT_EQ(packages.packages()[0].name, "opdk_builtin");
  EXPECT_THAT(packages.rejected(), IsEmpty());
  EXPECT_THAT(packages.searched(), ElementsAre(HasSubstr("lib/opdk/builtin")));
  EXPECT_THAT(packages.OperatorTypes(), Contains("Softmax"));
  const std::vector<OperatorSupport> providers = packages.Providers("Softmax");
  ASSERT_EQ(providers.size(), 1U);
  EXPECT_EQ(providers[0].package, "opdk_builtin");
  EXPECT_TRUE(providers[0].prototype);
  EXPECT_THAT(providers[0].engines, ElementsAre("ai_core", "ai_cpu"));
  EXPECT_THAT(packages.Providers("Sofmax"), IsEmpty());
  auto prototype = packages.Prototype("Softmax");
  ASSERT_TRUE(prototype.ok()) << prototype.status().ToString();
  EXPECT_THAT((*prototype)->ir_attrs, Contains(Field(&IrAttr::name, "axis")));
  EXPECT_THAT(packages.Prototype("Sofmax").status().ToString(), HasSubstr("did you mean Softmax"));
}

TEST_F(PackagesApi, TheLastOnesLoadedAreThoseOfTheProcess) {
  auto current = Packages::Current();
  ASSERT_TRUE(current.ok());
  EXPECT_EQ(current->registry(), packages.registry());
}

TEST_F(PackagesApi, ADirectoryThatDoesNotExistIsAnError) {
  EXPECT_EQ(Packages::Load({{"/nowhere/at/all"}, false, false}).status().code(), ErrorCode::kFileNotFound);
}

TEST_F(ModelApi, RunsOnTheCallersBuffersAndSaysWhatRan) {
  auto model = Model::Compile(packages, ExpRelu(2));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_FALSE(model->dynamic());
  EXPECT_THAT(model->inputs(), ElementsAre(Field(&PortSpec::name, "x")));
  EXPECT_THAT(model->outputs().at(0).shape, ElementsAre(2, 3));
  const std::array<float, 6> x{0, 0, 0, 0, 0, 0};
  std::array<float, 6> y{};
  const std::array<int64_t, 2> shape{2, 3};
  const RunInput input{x.data(), sizeof x, ge::DT_FLOAT, shape};
  RunOutput output{y.data(), sizeof y};
  const Status status = model->Run({&input, 1}, {&output, 1});
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_THAT(y, ElementsAre(1, 1, 1, 1, 1, 1));
  const CompileReport& report = model->report();
  EXPECT_EQ(report.tasks, 1);
  ASSERT_EQ(report.nodes.size(), 2U);
  EXPECT_EQ(report.nodes[0].engine, "ai_core");
  EXPECT_EQ(report.nodes[0].kernel, report.nodes[1].kernel);
}

TEST_F(ModelApi, ADynamicModelTakesAnyNumberOfRows) {
  auto model = Model::Compile(packages, ExpRelu(-1));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_TRUE(model->dynamic());
  for (const int64_t rows : {1, 5}) {
    const std::vector<float> x(static_cast<size_t>(3 * rows));
    const ge::TensorDesc desc(ge::Shape({rows, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
    const ge::Tensor given(desc, reinterpret_cast<const uint8_t*>(x.data()), x.size() * sizeof(float));
    auto results = model->Run({&given, 1});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_THAT(results->at(0).GetTensorDesc().GetShape().GetDims(), ElementsAre(rows, 3));
  }
}

TEST_F(ModelApi, RefusesWhatItDoesNotKnow) {
  CompileOptions options;
  options.engine = "gpu";
  EXPECT_EQ(Model::Compile(packages, ExpRelu(2), options).status().code(), ErrorCode::kUsage);
  EXPECT_EQ(Model::Compile(packages, ge::Graph()).status().code(), ErrorCode::kGraphInvalid);
}

TEST_F(ModelApi, AModelKeepsThePackagesItNeeds) {
  auto model = [] { return Model::Compile(Builtin(), ExpRelu(1)); }();
  ASSERT_TRUE(model.ok());
  // The process forgets its own.
  const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_BINARY_DIR "/lib/opdk/builtin"}};
  ASSERT_EQ(ge::GEInitialize(options), ge::SUCCESS) << ge::GEGetErrorMsg();
  ASSERT_EQ(ge::GEFinalize(), ge::SUCCESS);
  ASSERT_FALSE(Packages::Current().ok());
  const std::array<float, 3> x{1, 2, 3};
  const std::array<int64_t, 2> shape{1, 3};
  const RunInput input{x.data(), sizeof x, ge::DT_FLOAT, shape};
  RunOutput output;
  EXPECT_TRUE(model->Run({&input, 1}, {&output, 1}).ok());
}

TEST_F(InspectApi, NodesAreInferredInTopologicalOrder) {
  auto nodes = InferGraph(packages, ExpRelu(-1));
  ASSERT_TRUE(nodes.ok()) << nodes.status().ToString();
  EXPECT_THAT(*nodes, ElementsAre(Field(&InferredNode::name, "x"), Field(&InferredNode::name, "exp"),
                                  Field(&InferredNode::name, "relu")));
  EXPECT_THAT(nodes->back().outputs.at(0).shape, ElementsAre(-1, 3));
}

TEST_F(InspectApi, AKernelsExpressionIsPrintedAndEvaluated) {
  auto expression = ExpressionOf(packages, ExpRelu(1), "relu");
  ASSERT_TRUE(expression.ok()) << expression.status().ToString();
  EXPECT_EQ(expression->package, "opdk_builtin");
  EXPECT_THAT(tbe::Print(expression->values), HasSubstr("max"));
  const auto values = tbe::Evaluate(expression->values, {tbe::FromNumbers(ge::DT_FLOAT, {1, 3}, {-1, 0, 2})});
  ASSERT_TRUE(values.ok()) << values.status().ToString();
  EXPECT_THAT(tbe::ToNumbers(values->at(0)), ElementsAre(0, 0, 2));
}

TEST_F(InspectApi, WhatHasNoExpressionIsRefused) {
  EXPECT_EQ(ExpressionOf(packages, ExpRelu(1), "tanh").status().code(), ErrorCode::kGraphInvalid);
  EXPECT_EQ(ExpressionOf(packages, ExpRelu(-1), "relu").status().code(), ErrorCode::kExpression);
  const Status package = ExpressionOf(packages, ExpRelu(1), "relu", "opdk_builtn").status();
  EXPECT_EQ(package.code(), ErrorCode::kUsage);
  EXPECT_THAT(package.ToString(), HasSubstr("did you mean opdk_builtin"));
}

}  // namespace
}  // namespace opdk
