// The layout of everything that crosses the boundary between a package or program and opdk's libraries. It is compiled
// with both values of _GLIBCXX_USE_CXX11_ABI: none of these types may depend on which std::string there is.
// A number here that has to change means that old packages can't be loaded any more: raise OPDK_ABI_VERSION. A field
// more at the end of a registration's entry needs that only where the host can't do without it.
#include <cstddef>

#include "cpu_context.h"
#include "cpu_kernel.h"
#include "cpu_node_def.h"
#include "cpu_nodedef_builder.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/inference_context.h"
#include "graph/operator.h"
#include "graph/operator_reg.h"
#include "opdk/package.h"
#include "opdk/registrations.h"
#include "opdk/scope_fusion.h"
#include "register/register.h"
#include "register/register_custom_pass.h"
#include "tbe/compute.h"
#include "tbe/dsl.h"
#include "tbe/op_compute.h"

static_assert(OPDK_ABI_VERSION == 5, "the numbers below are those of version 5");

#define EXPECT_SIZE(Type, bytes) static_assert(sizeof(Type) == (bytes), "the size of " #Type " changed")
#define EXPECT_PLACE(Type, field, byte) \
  static_assert(offsetof(Type, field) == (byte), "the place of " #field " in " #Type " changed")

EXPECT_SIZE(OpdkOpInfoFile, 16);
EXPECT_SIZE(OpdkPackage, 80);
EXPECT_PLACE(OpdkPackage, struct_size, 0);
EXPECT_PLACE(OpdkPackage, abi_version, 4);
EXPECT_PLACE(OpdkPackage, name, 8);
EXPECT_PLACE(OpdkPackage, compiler_abi, 40);
EXPECT_PLACE(OpdkPackage, op_info, 48);
EXPECT_PLACE(OpdkPackage, registrations, 64);
EXPECT_PLACE(OpdkPackage, priority, 72);

namespace opdk {

EXPECT_SIZE(Registrations, 16);
EXPECT_SIZE(RegistrationEntry, 40);
EXPECT_PLACE(RegistrationEntry, kind, 0);
EXPECT_PLACE(RegistrationEntry, size, 4);
EXPECT_PLACE(RegistrationEntry, type, 8);
EXPECT_PLACE(RegistrationEntry, place, 24);
EXPECT_SIZE(PrototypeEntry, 72);
EXPECT_SIZE(OperatorFunctionEntry, 72);
EXPECT_SIZE(ValueRangeEntry, 80);
EXPECT_SIZE(EngineKernelEntry, 64);
EXPECT_SIZE(CheckSupportEntry, 56);
EXPECT_SIZE(FrameworkOpEntry, 56);
EXPECT_SIZE(ModelParserEntry, 56);
EXPECT_SIZE(ScopePassEntry, 64);
EXPECT_SIZE(ScopeFusionPorts, 40);
EXPECT_SIZE(ScopeFusionNode, 104);
EXPECT_SIZE(ScopeFusionResult, 160);
EXPECT_SIZE(ScopeFusionAnswer, 64);
EXPECT_SIZE(SourcePlace, 16);
EXPECT_SIZE(Status, 8);

}  // namespace opdk

namespace ge {

EXPECT_SIZE(GraphPassEntry, 112);
EXPECT_SIZE(AscendString, 16);
EXPECT_SIZE(Shape, 24);
EXPECT_SIZE(TensorDesc, 192);
EXPECT_SIZE(TensorType, 24);
EXPECT_SIZE(Tensor, 208);
EXPECT_SIZE(AttrValue, 16);
EXPECT_SIZE(NamedAttrs, 8);
EXPECT_SIZE(Operator, 24);
EXPECT_SIZE(Graph, 24);
EXPECT_SIZE(GNode, 16);
EXPECT_SIZE(InferenceContext, 8);
EXPECT_SIZE(ShapeAndType, 32);

}  // namespace ge

namespace aicpu {

EXPECT_SIZE(CpuKernelType, 40);
EXPECT_SIZE(CpuKernel, 8);
EXPECT_SIZE(AttrValue, 8);
EXPECT_SIZE(Tensor, 56);
EXPECT_SIZE(NodeDef, 80);
EXPECT_SIZE(NodeDefBuilder, 8);
EXPECT_SIZE(CpuKernelContext, 104);

}  // namespace aicpu

namespace domi {

EXPECT_SIZE(OpRegistrationData, 16);

}  // namespace domi

namespace tbe {

EXPECT_SIZE(OpComputeKernel, 16);
EXPECT_SIZE(OpParams, 48);
EXPECT_SIZE(Tensor, 16);
EXPECT_SIZE(TensorNode, 512);
EXPECT_SIZE(Expr, 16);
EXPECT_SIZE(ExprNode, 64);

}  // namespace tbe
