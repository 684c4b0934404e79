#include "graph_core/base/tensor_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "graph_core/base/limits.h"
#include "graph_core/base/type_names.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

// Most bytes of a tensor: no object of this process can be larger. It leaves room for rounding up.
constexpr int64_t kMaxBytes = std::numeric_limits<ptrdiff_t>::max() / 2;
// GetSizeByDataType adds this to the bit width of types smaller than a byte.
constexpr int kSubByteBase = 1000;

}  // namespace

bool IsUnknown(std::span<const int64_t> dims) {
  return std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; });
}

Result<size_t> TensorBytes(ge::DataType dtype, std::span<const int64_t> dims) {
  const int size = ge::GetSizeByDataType(dtype);
  if (size <= 0) {
    return Status(ErrorCode::kGraphInvalid,
                  fmt::format("a tensor of dtype {} has no fixed element size, so no memory can be planned for it",
                              DtypeName(dtype)));
  }
  const int64_t bits = size > kSubByteBase ? size - kSubByteBase : int64_t{size} * 8;
  int64_t total = bits;
  for (int64_t dim : dims) {
    if (dim == 0) return size_t{0};
    if (dim > 0 && total <= kMaxBytes / dim) {
      total *= dim;
      continue;
    }
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("{} does not fit in memory: the product of its dimensions is too large",
                              DescribeTensor(dtype, dims)));
  }
  const auto bytes = static_cast<size_t>((total + 7) / 8);
  if (bytes > MemoryLimit()) return CheckMemory(bytes, DescribeTensor(dtype, dims));
  return bytes;
}

std::string DescribeTensor(ge::DataType dtype, std::span<const int64_t> dims) {
  std::string text;
  for (int64_t dim : dims) {
    if (!text.empty()) text += ", ";
    if (dim == -2) {
      text += "...";
    } else {
      text += dim < 0 ? "?" : std::to_string(dim);
    }
  }
  return fmt::format("{}[{}]", DtypeName(dtype), text);
}

std::string ShapesText(std::span<const std::vector<int64_t>> shapes) {
  std::string text;
  for (const std::vector<int64_t>& shape : shapes) text += (text.empty() ? "" : ", ") + ShapeText(shape);
  return text;
}

}  // namespace opdk
