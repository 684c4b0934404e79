#include <gtest/gtest.h>

#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

Result<const OperatorProvider*> Check(const std::string& type, const std::vector<int64_t>& shape,
                                      ge::DataType dtype = ge::DT_FLOAT) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, dtype));
  const Graph graph = b.Finish({b.Op(type, "n", {x})});
  return AiCpuOnly()[0]->CheckSupported(*graph.Find("n"), *TestPackages());
}

TEST(AiCpuEngine, TakesNodesThatOperatorInformationAndAKernelAllow) {
  const auto provider = Check("TestFail", {2});
  ASSERT_TRUE(provider.ok()) << provider.status().ToString();
  EXPECT_EQ((*provider)->package->name, "execution_operators");
  EXPECT_NE((*provider)->Kernel(kAiCpuEngine), nullptr);
}

TEST(AiCpuEngine, SaysWhyItRefuses) {
  const auto dtype = Check("TestFail", {2}, ge::DT_INT32);
  ASSERT_FALSE(dtype.ok());
  EXPECT_NE(dtype.status().message().find("int32"), std::string::npos) << dtype.status().message();
  const auto limit = Check("TestFail", {1, 1, 1, 1});
  ASSERT_FALSE(limit.ok());
  EXPECT_NE(limit.status().message().find("rank"), std::string::npos) << limit.status().message();
  const auto kernel = Check("TestNoKernel", {2});
  ASSERT_FALSE(kernel.ok());
  EXPECT_NE(kernel.status().message().find("no AI CPU kernel"), std::string::npos) << kernel.status().message();
}

TEST(AiCpuEngine, AKernelWithMembersIsANewObjectForEachRun) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestStateful", "n", {b.Input("x", {1})})}));
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(TensorValues(MustRun(model, {Floats({1}, {0})}).at(0)), std::vector<float>{1});
  }
}

TEST(AiCpuEngine, IsTriedAfterAiCore) { EXPECT_EQ(AiCpuOnly()[0]->cost(), 3); }

}  // namespace
}  // namespace opdk
