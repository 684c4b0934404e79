#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/microsoft/packed_bits.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the first `extent` columns of a matrix that has more.
std::string FirstColumns(UpgradeContext& context, const std::string& matrix, int64_t extent) {
  return AddStep(
      context, "Slice",
      {matrix, context.AddInts("first", {0}), context.AddInts("end", {extent}), context.AddInts("axis", {1})});
}

// Numbers [n, k], and a scale and a zero point for each of a row's blocks.
struct BlockedMatrix {
  std::string numbers;                    // uint8
  std::string scales, zero;               // [n, blocks]; the scales are float, the zero points of `zero_type`
  ge::DataType zero_type = ge::DT_UINT8;  // or DT_FLOAT
  int64_t k = 0, block = 0;
};

// Returns the matrix's values as float. Each row's blocks are contiguous.
std::string Dequantized(UpgradeContext& context, const BlockedMatrix& matrix) {
  return AddIrStep(context, "DequantizeLinear", {matrix.numbers, matrix.scales, matrix.zero},
                   {{"axis", int64_t{1}}, {"block_size", matrix.block}});
}

// Returns the matrix's values as float. `block_of` [at least k] holds the number of each column's block; "": blocks are
// contiguous.
std::string DequantizedByColumn(UpgradeContext& context, const BlockedMatrix& matrix, const std::string& block_of) {
  std::string columns;
  if (block_of.empty()) {
    std::vector<int64_t> blocks(static_cast<size_t>(matrix.k));
    for (int64_t i = 0; i < matrix.k; ++i) blocks[static_cast<size_t>(i)] = i / matrix.block;
    columns = context.AddInts("blocks", blocks);
  } else {
    columns = AddStep(context, "Slice", {block_of, context.AddInts("first", {0}), context.AddInts("end", {matrix.k})});
  }
  const auto number = [&](const std::string& value, ge::DataType type) {
    return AddCast(context, value, type, ge::DT_FLOAT);
  };
  const auto of_columns = [&](const std::string& blocks) { return AddGather(context, blocks, columns, 1); };
  const std::string zero = of_columns(number(matrix.zero, matrix.zero_type));
  const std::string above = AddBinary(context, "Sub", number(matrix.numbers, ge::DT_UINT8), zero);
  return AddBinary(context, "Mul", above, of_columns(matrix.scales));
}

// Gives the matrix input zero_points as [n, blocks]: packed in uint8, or floating point numbers. Absent: the middle of
// the range.
Status ReadZeroPoints(UpgradeContext& context, int64_t bits, int64_t n, int64_t blocks, BlockedMatrix& matrix) {
  const std::string given = context.Input(3);
  if (given.empty()) {
    const auto middle = static_cast<uint8_t>(1 << (bits - 1));
    const std::vector<uint8_t> middles(static_cast<size_t>(n * blocks), middle);
    matrix.zero = context.values().NewConstant(
        "zero_points", ge::Tensor(ge::TensorDesc(ge::Shape({n, blocks}), ge::FORMAT_ND, ge::DT_UINT8), middles));
    return {};
  }
  const ge::DataType type = context.values().ElementType(given);
  if (type == ge::DT_FLOAT || type == ge::DT_FLOAT16 || type == ge::DT_BF16) {
    matrix.zero = AddCast(context, AddReshaped(context, given, {n, blocks}), type, ge::DT_FLOAT);
    matrix.zero_type = ge::DT_FLOAT;
    return {};
  }
  if (type != ge::DT_UINT8) {
    return context.Refuse("its zero points are neither packed in uint8 nor floating point numbers");
  }
  // Rows are packed to whole bytes.
  const int64_t per_byte = 8 / bits, columns = (blocks + per_byte - 1) / per_byte * per_byte;
  const std::string bytes = AddReshaped(context, given, {n, columns / per_byte});
  matrix.zero = AddReshaped(context, AddUnpackedBits(context, bytes, bits), {n, columns});
  if (columns != blocks) matrix.zero = FirstColumns(context, matrix.zero, blocks);
  return {};
}

// Checks that the weights have n * blocks * bytes. E2001.
Status CheckPacked(UpgradeContext& context, int64_t n, int64_t blocks, int64_t bytes) {
  const ge::TensorDesc* weights = context.values().Find(context.Input(1));
  const int64_t count = weights == nullptr ? -1 : weights->GetShape().GetShapeSize();
  if (count < 1) return context.Refuse("the extents of its weights aren't known");
  if (bytes < 1 || count % n != 0 || count / n % blocks != 0 || count / n / blocks != bytes) {
    return context.Refuse(fmt::format("its weights have {} bytes, but K, N, bits and block_size ask for {} * {} * {}",
                                      count, n, blocks, bytes));
  }
  return {};
}

// Multiplies a by a matrix [n, k], transposed. Each block of a row has a scale and a zero point. The matrix usually is
// a constant. Then its numbers are computed once, when the graph is compiled.
Status UpgradeMatMulNBits(UpgradeContext& context) {
  const int64_t k = context.Take<int64_t>("K").value_or(0), n = context.Take<int64_t>("N").value_or(0);
  const int64_t bits = context.Take<int64_t>("bits").value_or(4),
                block = context.Take<int64_t>("block_size").value_or(0);
  context.Drop("accuracy_level");
  context.Drop("weight_prepacked");
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (std::min({k, n, block}) < 1 || std::max({k, n, block}) > kMost) {
    return context.Refuse("K, N and block_size aren't positive numbers of 31 bits");
  }
  if (bits != 2 && bits != 4 && bits != 8) return context.Refuse(fmt::format("bits is {}, not 2, 4 or 8", bits));
  const int64_t blocks = (k - 1) / block + 1;
  OPDK_TRY(CheckPacked(context, n, blocks, block * bits / 8));
  const int64_t padded = blocks * block;
  BlockedMatrix matrix;
  matrix.k = k;
  matrix.block = block;
  matrix.numbers = AddReshaped(context, AddUnpackedBits(context, context.Input(1), bits), {n, padded});
  if (padded != k) matrix.numbers = FirstColumns(context, matrix.numbers, k);
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const ge::DataType scale_type = context.values().ElementType(context.Input(2));
  matrix.scales = AddCast(context, AddReshaped(context, context.Input(2), {n, blocks}), scale_type, ge::DT_FLOAT);
  OPDK_TRY(ReadZeroPoints(context, bits, n, blocks, matrix));
  const bool whole = context.Input(4).empty() && matrix.zero_type == ge::DT_UINT8;
  std::string weights = whole ? Dequantized(context, matrix) : DequantizedByColumn(context, matrix, context.Input(4));
  if (type != ge::DT_UNDEFINED) weights = AddCast(context, weights, ge::DT_FLOAT, type);
  std::string y = AddIrStep(context, "MatMul", {context.Input(0), weights}, {{"transpose_x2", true}});
  if (!context.Input(5).empty()) y = AddBinary(context, "Add", y, context.Input(5));
  return Give(context, y);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MatMulNBits, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulNBits, "com.microsoft::MatMulNBits");

}  // namespace opdk::onnx_plugin
