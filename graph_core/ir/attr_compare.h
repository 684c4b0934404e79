// Equality and hashes of attribute values; tensors count by content.
#pragma once

#include <cstddef>

#include "opdk/op_desc.h"

namespace opdk {

bool SameTensor(const ge::Tensor& a, const ge::Tensor& b);
bool SameAttr(const Attr& a, const Attr& b);
bool SameAttrs(const AttrMap& a, const AttrMap& b);

// Returns a hash of the attributes. Equal attributes have equal hashes. Only a part of a large tensor is read.
size_t HashAttrs(const AttrMap& attrs);

}  // namespace opdk
