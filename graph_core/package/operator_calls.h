// Calls of the functions that a package registers for an operator: verification and inference.
//
// The package of the prototype that counts is called, fenced: an exception becomes E6002, a graphStatus other than
// success E2003. The message names the package, the operator type and the node.
#pragma once

#include <string_view>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

Status VerifyOperator(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input);
// Infers the shapes and dtypes of the outputs. A prototype without a function takes those of its kernel's expression.
Status InferOperatorShape(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input);
// Returns whether the prototype has a function that infers formats. InferOperatorFormats calls it.
bool InfersFormats(const PackageRegistry& packages, std::string_view type);
Status InferOperatorFormats(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input);
// Returns the function that infers value ranges. nullptr: the prototype has none. InferOperatorValueRanges calls it.
const ValueRangeEntry* ValueRangesOf(const PackageRegistry& packages, std::string_view type);
Status InferOperatorValueRanges(const PackageRegistry& packages, OpDesc& op, const ConstInputFn& const_input);

}  // namespace opdk
