#include "graph_core/package/op_compute_call.h"

#include <gtest/gtest.h>

#include "tbe/dsl.h"
#include "tbe/elementwise.h"
#include "tbe/op_compute.h"

namespace opdk {
namespace {

using tbe::Tensor;

std::vector<Tensor> AddCompute(const tbe::OpParams& op) { return {tbe::vadd(op.Input("a"), op.Input("b"))}; }

// Returns the status of a kernel that adds its operands, for two tensors.
Status AddStatus(const Tensor& a, const Tensor& b) {
  Package package;
  package.name = "vendor";
  const auto kernel =
      std::make_shared<const tbe::OpComputeKernel>(tbe::OpComputeKernel{sizeof(tbe::OpComputeKernel), AddCompute});
  const EngineKernelEntry entry("ai_core", "Foo", {__FILE__, __LINE__}, kernel);
  OperatorProvider provider;
  provider.package = &package;
  provider.kernels = {&entry};
  OpDesc op;
  op.type = "Foo";
  op.name = "foo_1";
  op.ir_inputs = {{"a", PortKind::kRequired, ""}, {"b", PortKind::kRequired, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.inputs = {{"a", 0, ge::TensorDesc()}, {"b", 1, ge::TensorDesc()}};
  op.outputs = {{"y", 0, ge::TensorDesc()}};
  return CallOpCompute(op, provider, {a, b}, nullptr).status();
}

TEST(OpComputeCall, AnErrorNamesOperatorCallAndOperands) {
  const Tensor a = tbe::Placeholder(0, {2, 3}, ge::DT_FLOAT);
  const Status shapes = AddStatus(a, tbe::Placeholder(1, {4, 3}, ge::DT_FLOAT));
  EXPECT_EQ(shapes.code(), ErrorCode::kExpression);
  EXPECT_EQ(ExitCode(shapes.code()), 3);
  EXPECT_EQ(shapes.message(),
            "operator Foo, tbe::vadd(lhs, rhs): shapes [2, 3] and [4, 3] don't broadcast (axis 0: 2 and 4)");
  EXPECT_EQ(shapes.places(), std::vector<std::string>{"package vendor, AI Core kernel of Foo, node foo_1"});
  const Status dtypes = AddStatus(a, tbe::Placeholder(1, {2, 3}, ge::DT_INT32));
  EXPECT_EQ(dtypes.message(),
            "operator Foo, tbe::vadd(lhs, rhs): lhs is float[2, 3], rhs is int32[2, 3]: cast_to one of them");
}

}  // namespace
}  // namespace opdk
