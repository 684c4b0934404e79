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
  size_t swap;  // size of the unit whose bytes are reversed for the other byte order
};
std::span<const NpyType> NpyTypes();

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

// Returns a file of version 1 in C order. `descr`: code with byte order, "<f4".
std::string NpyFile(std::string_view descr, std::span<const int64_t> shape, std::string_view data);

// Returns a tensor as a file. bfloat16, which .npy doesn't know, is written as float32. E1005: a dtype without a .npy
// form (strings, quantized, below a byte).
Result<std::string> FormatNpy(ge::DataType dtype, std::span<const int64_t> shape, std::string_view data);

}  // namespace opdk
