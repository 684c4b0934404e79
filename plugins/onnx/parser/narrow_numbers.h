// Element types of fewer than 8 bits, and 8-bit floats. No kernel has them: a value of such a type lives in a wider
// one, its carrier, that holds all its numbers: INT4 in int8, UINT4 in uint8, FLOAT8E4M3FN in float16, FLOAT8E8M0 in
// bfloat16.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/tensor.h"

namespace opdk::onnx_plugin {

// An integer, a float with `mantissa` bits of mantissa, or a power of two by its exponent (FLOAT8E8M0).
struct NarrowType {
  int32_t onnx_type;
  ge::DataType carrier;
  int bits;  // of an element in memory
  bool is_signed = true;
  // Floats alone.
  int mantissa = 0, least_exponent = 0;  // of normal numbers
  double greatest = 0;
  bool has_infinity = false, has_negative_zero = true, has_nan = true;
  bool is_exponent = false;

  bool is_float() const { return mantissa > 0 || is_exponent; }
};

// Returns the narrow type with this ONNX number. nullptr: the graph has values of that type itself, or no such type
// exists.
const NarrowType* FindNarrowType(int32_t onnx_type);

// Returns the type that values of an ONNX type have in the graph: the carrier's type of a narrow type, else the type
// itself. DT_UNDEFINED: the type isn't supported.
ge::DataType GraphType(int32_t onnx_type);

// Returns the numbers that the type holds, as opdk/parser_options.h describes them (kHeldNumbers).
std::vector<float> HeldNumbersOf(const NarrowType& type);

// Unpacks `count` elements as they lie in memory, from `bytes` on (the lowest bits first), to the carrier's bytes.
std::vector<uint8_t> UnpackNarrow(const NarrowType& type, const uint8_t* bytes, int64_t count);

}  // namespace opdk::onnx_plugin
