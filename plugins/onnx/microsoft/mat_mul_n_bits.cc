#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// The numbers that lie packed in the bytes of the last axis, the lowest bits first, side by side: uint8.
std::string UnpackedBits(UpgradeContext& context, const std::string& packed, int64_t bits) {
  if (bits == 8) return packed;
  const auto byte = [&](int64_t number) {
    const uint8_t value = static_cast<uint8_t>(number);
    return context.values().NewConstant(
        "byte", ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UINT8), &value, 1));
  };
  std::vector<std::string> parts;
  for (int64_t shift = 0; shift < 8; shift += bits) {
    const std::string moved =
        shift == 0 ? packed
                   : AddStep(context, "BitShift", {packed, byte(shift)}, {{"direction", std::string("RIGHT")}});
    const std::string part = AddIrStep(context, "BitwiseAnd", {moved, byte((1 << bits) - 1)});
    parts.push_back(AddStep(context, "Unsqueeze", {part, context.AddInts("axis", {-1})}));
  }
  return AddConcat(context, std::move(parts), -1);
}

std::string Shaped(UpgradeContext& context, const std::string& value, const std::vector<int64_t>& shape) {
  return AddStep(context, "Reshape", {value, context.AddInts("shape", shape)});
}

// [rows, extent] of a matrix that has more columns.
std::string FirstColumns(UpgradeContext& context, const std::string& matrix, int64_t extent) {
  return AddStep(
      context, "Slice",
      {matrix, context.AddInts("first", {0}), context.AddInts("end", {extent}), context.AddInts("axis", {1})});
}

// a times a matrix [n, k] transposed, of which each block of a row has a scale and a zero point (absent: the middle of
// the range). The matrix is a constant as a rule: then its numbers are computed once, when the graph is compiled.
Status UpgradeMatMulNBits(UpgradeContext& context) {
  const int64_t k = context.Take<int64_t>("K").value_or(0), n = context.Take<int64_t>("N").value_or(0);
  const int64_t bits = context.Take<int64_t>("bits").value_or(4),
                block = context.Take<int64_t>("block_size").value_or(0);
  context.Drop("accuracy_level");
  context.Drop("weight_prepacked");
  if (k < 1 || n < 1 || block < 1) return context.Refuse("K, N and block_size aren't positive");
  if (bits != 2 && bits != 4 && bits != 8) return context.Refuse(fmt::format("bits is {}, not 2, 4 or 8", bits));
  if (!context.Input(4).empty()) return context.Refuse("g_idx is not supported");
  const int64_t blocks = (k + block - 1) / block, padded = blocks * block;
  std::string numbers = Shaped(context, UnpackedBits(context, context.Input(1), bits), {n, padded});
  if (padded != k) numbers = FirstColumns(context, numbers, k);
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const ge::DataType scale_type = context.values().ElementType(context.Input(2));
  const std::string scales = AddCast(context, Shaped(context, context.Input(2), {n, blocks}), scale_type, ge::DT_FLOAT);
  const std::string given = context.Input(3);
  std::string weights, zero;
  if (given.empty()) {
    const auto middle = static_cast<uint8_t>(1 << (bits - 1));
    const std::vector<uint8_t> middles(static_cast<size_t>(n * blocks), middle);
    zero = context.values().NewConstant(
        "zero_points", ge::Tensor(ge::TensorDesc(ge::Shape({n, blocks}), ge::FORMAT_ND, ge::DT_UINT8), middles));
  } else if (context.values().ElementType(given) == ge::DT_UINT8) {
    // Rows are packed to whole bytes.
    const int64_t per_byte = 8 / bits, columns = (blocks + per_byte - 1) / per_byte * per_byte;
    const std::string bytes = Shaped(context, given, {n, columns / per_byte});
    zero = Shaped(context, UnpackedBits(context, bytes, bits), {n, columns});
    if (columns != blocks) zero = FirstColumns(context, zero, blocks);
  } else {
    return context.Refuse("zero points that aren't packed in uint8 are not supported");
  }
  weights =
      AddIrStep(context, "DequantizeLinear", {numbers, scales, zero}, {{"axis", int64_t{1}}, {"block_size", block}});
  if (type != ge::DT_UNDEFINED) weights = AddCast(context, weights, ge::DT_FLOAT, type);
  std::string y = AddIrStep(context, "MatMul", {context.Input(0), weights}, {{"transpose_x2", true}});
  if (!context.Input(5).empty()) y = AddStep(context, "Add", {y, context.Input(5)});
  Become(context, "Identity", {y});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MatMulNBits, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulNBits, "com.microsoft::MatMulNBits");

}  // namespace opdk::onnx_plugin
