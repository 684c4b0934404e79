// Whether values are the same bit for bit.
#pragma once

#include "graph/tensor.h"
#include "opdk/op_desc.h"

namespace ge {
namespace fusion {

bool SameTensor(const Tensor& a, const Tensor& b);
bool SameAttr(const opdk::Attr& a, const opdk::Attr& b);
// Every attribute that `pattern` declares and has a value of, given or by default, is the same in `op`.
bool SameDeclaredAttrs(const opdk::OpDesc& pattern, const opdk::OpDesc& op);

}  // namespace fusion
}  // namespace ge
