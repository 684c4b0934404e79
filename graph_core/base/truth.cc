#include "graph_core/base/truth.h"

#include <algorithm>
#include <cstring>

#include "graph_core/base/element_type.h"

namespace opdk {

bool IsTrue(ge::DataType dtype, std::span<const int64_t> dims, const void* data) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  if (count != 1) return count > 0;
  const int size = ge::GetSizeByDataType(dtype);
  const auto* bytes = static_cast<const uint8_t*>(data);
  bool holds = std::any_of(bytes, bytes + size, [](uint8_t byte) { return byte != 0; });
  // Floats are compared as numbers, because minus zero has a bit that is set.
  if (IsFloat(dtype)) {
    VisitElementType(dtype, [&]<typename T>(T value) {
      std::memcpy(&value, data, sizeof value);
      holds = value != T(0);
    });
  }
  return holds;
}

}  // namespace opdk
