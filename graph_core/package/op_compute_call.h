// Calls of a TBE kernel's function, behind the fence: operands in, tensor expressions out.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"
#include "tbe/expr.h"

namespace opdk {

// Returns whether the provider's kernel is a tensor expression. CallOpCompute needs such a provider.
bool HasExpression(const OperatorProvider& provider);

// Returns an operand that stands for an input of a kernel. E2010: no tensor has this shape and dtype.
Result<tbe::Tensor> MakePlaceholder(int input, const std::vector<int64_t>& shape, ge::DataType dtype,
                                    const std::string& name = "");

// Returns the kernel's outputs for these operands, as many as `op` has. `inputs` has one operand per input of `op`; an
// empty operand is an absent input. E2010: the kernel refuses the operands, or leaves an output out. E6002: it threw.
Result<std::vector<tbe::Tensor>> CallOpCompute(const OpDesc& op, const OperatorProvider& provider,
                                               const std::vector<tbe::Tensor>& inputs, const ConstInputFn& const_input);

// Calls CallOpCompute and compares the outputs with `op`. E2010 also: an output has another dtype or shape than `op`
// says.
Result<std::vector<tbe::Tensor>> CallOpComputeAsInferred(const OpDesc& op, const OperatorProvider& provider,
                                                         const std::vector<tbe::Tensor>& inputs,
                                                         const ConstInputFn& const_input);

}  // namespace opdk
