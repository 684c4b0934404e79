// Equality and hashes of attribute values; tensors count by content.
#pragma once

#include <cstddef>

#include "opdk/op_desc.h"

namespace opdk {

bool SameTensor(const ge::Tensor& a, const ge::Tensor& b);
bool SameAttr(const Attr& a, const Attr& b);
bool SameAttrs(const AttrMap& a, const AttrMap& b);

// Equal values have equal hashes. Of large tensors only a part is read.
size_t HashAttrs(const AttrMap& attrs);

}  // namespace opdk
