// What a TBE kernel makes of its operands: its function, called behind the fence.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"
#include "tbe/expr.h"

namespace opdk {

// Whether the provider's kernel is a tensor expression, which CallOpCompute asks for.
bool HasExpression(const OperatorProvider& provider);

// An input as an operand of such a kernel. E2010: no tensor has this shape and dtype.
Result<tbe::Tensor> MakePlaceholder(int input, const std::vector<int64_t>& shape, ge::DataType dtype,
                                    const std::string& name = "");

// The outputs that the kernel gives for these operands (one per input of `op`; empty: absent): as many as `op` has.
// E2010: it refuses them, or leaves an output out; E6002: it threw.
Result<std::vector<tbe::Tensor>> CallOpCompute(const OpDesc& op, const OperatorProvider& provider,
                                               const std::vector<tbe::Tensor>& inputs, const ConstInputFn& const_input);

// The same, each of the dtype and shape that `op` has for it. E2010: it isn't.
Result<std::vector<tbe::Tensor>> CallOpComputeAsInferred(const OpDesc& op, const OperatorProvider& provider,
                                                         const std::vector<tbe::Tensor>& inputs,
                                                         const ConstInputFn& const_input);

}  // namespace opdk
