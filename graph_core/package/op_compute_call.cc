#include "graph_core/package/op_compute_call.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/fence.h"
#include "tbe/elementwise.h"
#include "tbe/error.h"
#include "tbe/op_compute.h"

namespace opdk {
namespace {

std::string KernelPlace(const OpDesc& op, const OperatorProvider& provider) {
  return fmt::format("package {}, {} kernel of {}, node {}", provider.package->name, ExpressionEngine().title, op.type,
                     op.name);
}

}  // namespace

bool HasExpression(const OperatorProvider& provider) { return provider.Kernel(ExpressionEngine().name) != nullptr; }

Result<tbe::Tensor> MakePlaceholder(int input, const std::vector<int64_t>& shape, ge::DataType dtype,
                                    const std::string& name) {
  try {
    return tbe::Placeholder(input, shape, dtype, name);
  } catch (const tbe::ExpressionError& error) {
    return error.status();
  }
}

Result<std::vector<tbe::Tensor>> CallOpCompute(const OpDesc& op, const OperatorProvider& provider,
                                               const std::vector<tbe::Tensor>& inputs,
                                               const ConstInputFn& const_input) {
  std::vector<tbe::Tensor> outputs;
  const auto where = [&] { return KernelPlace(op, provider); };
  Status status = Fence(
      [&]() -> Status {
        try {
          const EngineKernelEntry* kernel = provider.Kernel(ExpressionEngine().name);
          outputs = static_cast<const tbe::OpComputeKernel*>(kernel->payload.get())
                        ->compute(tbe::OpParams(op, inputs, const_input));
        } catch (const tbe::ExpressionError& error) {
          return Status(error.status().code(), fmt::format("operator {}, {}", op.type, error.status().message()));
        }
        return {};
      },
      where);
  if (!status.ok()) return std::move(status).At(where());
  if (outputs.size() != op.outputs.size()) {
    return Status(ErrorCode::kExpression,
                  fmt::format("the kernel gives {} outputs, the operator has {}", outputs.size(), op.outputs.size()))
        .At(where());
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].get() != nullptr) continue;
    return Status(ErrorCode::kExpression, fmt::format("the kernel leaves output {} empty", op.outputs[i].name))
        .At(where());
  }
  return outputs;
}

Result<std::vector<tbe::Tensor>> CallOpComputeAsInferred(const OpDesc& op, const OperatorProvider& provider,
                                                         const std::vector<tbe::Tensor>& inputs,
                                                         const ConstInputFn& const_input) {
  OPDK_TRY(std::vector<tbe::Tensor> outputs, CallOpCompute(op, provider, inputs, const_input));
  for (size_t i = 0; i < outputs.size(); ++i) {
    const ge::TensorDesc& desc = op.outputs[i].desc;
    if (outputs[i].dtype() == desc.GetDataType() && outputs[i].shape() == desc.GetShape().GetDims()) continue;
    ge::TensorDesc made = desc;
    made.SetDataType(outputs[i].dtype());
    made.SetShape(ge::Shape(outputs[i].shape()));
    return Status(ErrorCode::kExpression,
                  fmt::format("the kernel's output {} has dtype and shape {}, inference says {}", op.outputs[i].name,
                              DescText(made), DescText(desc)))
        .At(KernelPlace(op, provider));
  }
  return outputs;
}

}  // namespace opdk
