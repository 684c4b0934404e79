// The inner loops of hand-written kernels, once per instruction set.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph_core/base/machine.h"

namespace opdk {

enum class SoftmaxScale : uint8_t { kNone, kMultiply, kDivide };

// y = softmax(scale(x) + mask) along rows of `columns` floats.
struct SoftmaxRows {
  static constexpr int kMaxRank = 8;
  const float* x = nullptr;
  const float* mask = nullptr;  // nullptr: none
  float* y = nullptr;
  int64_t columns = 0;
  int64_t first = 0;  // the row that x and y begin with
  float factor = 1;
  SoftmaxScale scale = SoftmaxScale::kNone;
  bool log = false;
  // The result goes past the caches: columns are whole lines of them, kMostStreamed at most, and y begins with a line.
  // Not of log, nor of rows that are kept in registers.
  static constexpr int64_t kMostStreamed = 4096;
  bool stream = false;
  // The axes of the rows, outermost first, and the mask's stride along each.
  int rank = 0;
  int64_t extents[kMaxRank] = {};
  int64_t mask_strides[kMaxRank] = {};

  int64_t MaskOffset(int64_t row) const {
    int64_t offset = 0;
    for (int i = rank; i-- > 0;) {
      offset += row % extents[i] * mask_strides[i];
      row /= extents[i];
    }
    return offset;
  }
};

// The largest of some columns, and the sum of exp(x - largest).
struct SoftmaxPartial {
  float largest = -std::numeric_limits<float>::infinity();
  float sum = 0;
};

inline SoftmaxPartial JoinSoftmaxPartials(const SoftmaxPartial& a, const SoftmaxPartial& b) {
  // exp(-inf - -inf) must not come about: a part without numbers has the factor 1 and the sum 0, or NaN.
  const float largest = a.largest > b.largest ? a.largest : b.largest;
  auto scaled = [&](const SoftmaxPartial& part) {
    return part.largest == largest && !std::isinf(largest)           ? part.sum
           : part.largest == -std::numeric_limits<float>::infinity() ? part.sum
                                                                     : part.sum * std::exp(part.largest - largest);
  };
  return {largest, scaled(a) + scaled(b)};
}

// to[j * to_stride + i] = from[i * from_stride + j] for i < rows, j < columns; strides in elements. `stream`: past the
// caches where that can be done, so that `to` isn't read before it is written.
using TransposeFunction = void (*)(const void* from, int64_t from_stride, int64_t rows, void* to, int64_t to_stride,
                                   int64_t columns, bool stream);

// A convolution of each channel by filters of its own, row-major tensors of float.
struct DepthwisePlanes {
  // [N, channels / multiplier, height, width], [channels, kernel, kernel], [channels] or nullptr: zeros.
  const float *x = nullptr, *weights = nullptr, *bias = nullptr;
  float* y = nullptr;  // [N, channels, out_height, out_width]
  int64_t channels = 0, multiplier = 1;
  int64_t height = 0, width = 0, out_height = 0, out_width = 0;
  int64_t top = 0, left = 0;   // of the padding; below and on the right the extents tell
  int kernel = 3, stride = 1;  // along both axes: 3 or 5, 1 or 2
  bool clamps = false;         // the result, a NaN becoming the lower bound
  float low = 0, high = 0;
};

// The largest element of each window of images in channel blocks; NaN wins, and a window without elements gives -inf.
struct MaxPoolBlocks {
  const float* x = nullptr;  // [planes, height, width, lanes]
  float* y = nullptr;        // [planes, out_height, out_width, lanes]
  int64_t lanes = 0;         // a multiple of DirectFunctions::lanes
  int64_t height = 0, width = 0, out_height = 0, out_width = 0;
  // Extents and strides, rows first, then columns. `before`: elements of padding in front.
  int64_t window[2] = {}, stride[2] = {}, dilation[2] = {}, before[2] = {};
};

// y (+)= a b for kColumns columns of b. Terms stand in groups of kGroup bytes; int32 sums wrap around.
struct IntegerTile {
  enum class Form : uint8_t {
    kPairs,           // groups of two int16
    kUnsignedRows,    // groups of four: uint8 in a, int8 in b
    kUnsignedColumns  // int8 in a, uint8 in b
  };
  static constexpr int kRows = 6, kColumns = 16, kGroup = 4;
  // The largest magnitude of int8 beside uint8: two products must fit 16 bits.
  static constexpr int kLargestSigned = 64;

  Form form = Form::kPairs;
  const uint8_t* a = nullptr;  // [rows, groups], rows a_stride bytes apart
  int64_t a_stride = 0;
  const uint8_t* b = nullptr;  // [groups, kColumns]
  int64_t groups = 0;
  int32_t* y = nullptr;  // [rows, kColumns], rows y_stride apart
  int64_t y_stride = 0;
  int64_t rows = 0;
  // Initial sums: [rows], or [kColumns] with `start_of_columns`; nullptr: zeros.
  const int32_t* start = nullptr;
  bool start_of_columns = false;
  bool adds = false;  // to what y holds; `start` isn't read then
};

// y = saturate(round(a b * scales) + zero_point) for a panel of columns of b, halves rounding to even. Terms stand in
// groups of IntegerTile::kGroup bytes; int32 sums wrap around.
struct QuantizedTile {
  enum class Form : uint8_t {
    kPairs,  // groups of two int16
    kBytes   // groups of four: uint8 in a, int8 in b
  };
  static constexpr int kRows = 6, kMostColumns = 64;
  // Returns the columns of a panel for registers of `lanes` lanes.
  static constexpr int kColumnsOf(int64_t lanes) { return lanes == 16 ? kMostColumns : 16; }

  Form form = Form::kPairs;
  // The begin of each row's terms, and the offset in bytes from there to each run of `groups` groups.
  const uint8_t* a[kRows] = {};
  const int64_t* run_offsets = nullptr;
  int64_t runs = 1, groups = 0;
  const uint8_t* b = nullptr;  // [runs * groups, columns]
  int rows = 0;
  int registers = 0;  // of columns: 1, 2 or 4, as many as a panel has at most
  // Numbers per column. `start`: the initial sums. `factors`: multiplied by a row's `data_sums` and added. `scales`:
  // multiplied by the whole sum.
  const int32_t *start = nullptr, *factors = nullptr;
  const float* scales = nullptr;
  const int32_t* data_sums = nullptr;  // by row; nullptr: nothing is added
  float low = 0, high = 0;             // limits of y's dtype, less the zero point
  int32_t zero_point = 0;
  bool is_signed = false, finite = false;  // y's dtype; all scales
  uint8_t* y = nullptr;                    // [rows, columns], whole registers of them, row after row
  int64_t y_stride = 0;
};

// Filters of 3x3 in the form that Winograd's algorithm multiplies: alpha x alpha for each pair of channels.
struct WinogradFilter {
  static constexpr int64_t kOutputs = 16;  // channels side by side

  int alpha = 4;                // 4: tiles of 2x2 results; 6: of 4x4
  const float* from = nullptr;  // [inputs, 9, kOutputs]
  int64_t inputs = 0;
  // Written past the caches: 64-byte aligned, as both strides keep it. Floats from an input, or an element, to the
  // next.
  float* to = nullptr;
  int64_t input_stride = 0, element_stride = 0;
};

struct DirectFunctions {
  int64_t lanes;  // floats in a register
  void (*softmax_rows)(const SoftmaxRows& job, int64_t begin, int64_t end);
  // Returns the partial softmax of columns [begin, end) of a row. Writes exp(x - largest) to y there, unless job.log.
  SoftmaxPartial (*softmax_partial)(const SoftmaxRows& job, int64_t row, int64_t begin, int64_t end);
  // Finishes columns [begin, end) of y. `part`: softmax_partial's result for these columns; `all`: the joined result of
  // the whole row.
  void (*softmax_finish)(const SoftmaxRows& job, int64_t row, int64_t begin, int64_t end, const SoftmaxPartial& part,
                         const SoftmaxPartial& all);
  // Planes [begin, end) of the result's N * channels.
  void (*depthwise)(const DepthwisePlanes& job, int64_t begin, int64_t end);
  // Rows [begin, end) of the result's planes * out_height.
  void (*max_pool)(const MaxPoolBlocks& job, int64_t begin, int64_t end);
  // y[c] = the sum of x[r * stride + c] for r < rows (at least one), for c < columns.
  void (*sum_rows)(const float* x, int64_t stride, int64_t rows, float* y, int64_t columns);
  // True if integer_tile supports the forms of bytes.
  bool has_byte_tiles;
  void (*integer_tile)(const IntegerTile& tile);
  void (*quantized_tile)(const QuantizedTile& tile);
  int64_t quantized_lanes;  // int32 in its registers
  bool has_byte_sums;       // whether its form of bytes is exact for any, not only up to IntegerTile::kLargestSigned
  // nullptr if oneDNN has no such primitive.
  void (*winograd_filter)(const WinogradFilter& job);
  // Transpositions of elements of 1, 2, 4 and 8 bytes.
  TransposeFunction transpose1, transpose2, transpose4, transpose8;

  TransposeFunction Transpose(size_t element_bytes) const {
    return element_bytes == 1   ? transpose1
           : element_bytes == 2 ? transpose2
           : element_bytes == 4 ? transpose4
                                : transpose8;
  }
};

const DirectFunctions& BaselineFunctions();
const DirectFunctions& Avx2Functions();
const DirectFunctions& Avx512Functions();
// Computes a tile with AVX-512 and products of bytes (VNNI).
void VnniQuantizedTile(const QuantizedTile& tile);
const DirectFunctions& FunctionsOf(Isa isa);

}  // namespace opdk
