// Tensors as the bytes of NumPy's .npy files. Reading them: sdk/tools/model/npy.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graph/types.h"
#include "opdk/status.h"

namespace opdk {

struct NpyType {
  ge::DataType dtype;
  std::string_view code;  // kind and size, without the byte order
  size_t size;
  size_t swap;  // bytes that are reversed together
};
std::span<const NpyType> NpyTypes();

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

// Version 1, C order. `descr`: code with byte order, "<f4".
std::string NpyFile(std::string_view descr, std::span<const int64_t> shape, std::string_view data);

// bfloat16, which .npy doesn't know, is written as float32. E1005: a dtype without a .npy form (strings, quantized,
// below a byte).
Result<std::string> FormatNpy(ge::DataType dtype, std::span<const int64_t> shape, std::string_view data);

}  // namespace opdk
