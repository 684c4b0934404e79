// Bit-for-bit equality of values.
#pragma once

#include "graph/tensor.h"
#include "opdk/op_desc.h"

namespace ge {
namespace fusion {

bool SameTensor(const Tensor& a, const Tensor& b);
bool SameAttr(const opdk::Attr& a, const opdk::Attr& b);
// Returns whether `op` has the same value for each declared attribute of `pattern` that has one there, set or default.
bool SameDeclaredAttrs(const opdk::OpDesc& pattern, const opdk::OpDesc& op);

}  // namespace fusion
}  // namespace ge
