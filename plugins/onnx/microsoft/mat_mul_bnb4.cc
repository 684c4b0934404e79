#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "plugins/onnx/microsoft/packed_bits.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Table = std::array<float, 16>;

// The numbers of the 4-bit type of floats: a sign, two bits of exponent, one of mantissa; 12 times as large.
constexpr Table kFloat4 = {0,    0.0625F,  8,  12,  4,  6,  2,  3,  // of sign +
                           -0.F, -0.0625F, -8, -12, -4, -6, -2, -3};

// The numbers of the 4-bit type that has equal shares of a normal distribution.
constexpr Table kNormal4 = {-1.0F,         -0.69619280F, -0.52507305F, -0.39491749F, -0.28444138F, -0.18477343F,
                            -0.091050036F, 0.0F,         0.079580300F, 0.16093020F,  0.24611230F,  0.33791524F,
                            0.44070983F,   0.56261700F,  0.72295684F,  1.0F};

std::string AddTable(UpgradeContext& context, Table numbers, float divisor) {
  for (float& number : numbers) number /= divisor;
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(numbers.size())}), ge::FORMAT_ND, ge::DT_FLOAT);
  return context.values().NewConstant(
      "numbers", ge::Tensor(desc, reinterpret_cast<const uint8_t*>(numbers.data()), sizeof numbers));
}

// Returns the first `count` elements of a list.
std::string First(UpgradeContext& context, const std::string& list, int64_t count) {
  return AddStep(context, "Slice", {list, context.AddInts("first", {0}), context.AddInts("end", {count})});
}

// Multiplies a by a matrix [n, k], transposed. The matrix is a list of 4-bit numbers, the earlier ones in the upper
// bits; each block of the list has a factor. The matrix usually is a constant. Then its numbers are computed once, when
// the graph is compiled.
Status UpgradeMatMulBnb4(UpgradeContext& context) {
  const int64_t k = context.Take<int64_t>("K").value_or(0), n = context.Take<int64_t>("N").value_or(0);
  const int64_t block = context.Take<int64_t>("block_size").value_or(0);
  const int64_t kind = context.Take<int64_t>("quant_type").value_or(0);
  context.Drop("training_mode");
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (std::min({k, n, block}) < 1 || std::max({k, n, block}) > kMost) {
    return context.Refuse("K, N and block_size aren't positive numbers of 31 bits");
  }
  if (kind != 0 && kind != 1) return context.Refuse(fmt::format("quant_type is {}, not 0 (FP4) or 1 (NF4)", kind));
  if (context.Take<int64_t>("transB").value_or(1) == 0) return context.Refuse("transB 0 is not supported");
  const int64_t count = n * k, blocks = (count - 1) / block + 1;
  const auto given = context.values().Dim(context.Input(1), 0);
  if (given && *given != (count + 1) / 2 && context.values().Rank(context.Input(1)) == 1) {
    return context.Refuse(fmt::format("its weights have {} bytes, but K and N ask for {}", *given, (count + 1) / 2));
  }
  const std::string halves = AddUnpackedBits(context, AddReshaped(context, context.Input(1), {-1}), 4);
  const std::string places =
      AddReshaped(context, AddGather(context, halves, context.AddInts("upper_first", {1, 0}), 1), {-1});
  const std::string table = kind == 0 ? AddTable(context, kFloat4, 12) : AddTable(context, kNormal4, 1);
  std::string numbers =
      First(context, AddGather(context, table, AddCast(context, places, ge::DT_UINT8, ge::DT_INT32)), count);
  if (count % block != 0) {
    numbers = AddWithInts(context, "Pad", numbers, {0, blocks * block - count});
  }
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const std::string factors = AddCast(context, AddReshaped(context, context.Input(2), {blocks, 1}), type, ge::DT_FLOAT);
  std::string weights = AddBinary(context, "Mul", AddReshaped(context, numbers, {blocks, block}), factors);
  if (count % block != 0) weights = First(context, AddReshaped(context, weights, {-1}), count);
  weights = AddCast(context, AddReshaped(context, weights, {n, k}), ge::DT_FLOAT, type);
  BecomeIr(context, "MatMul", {context.Input(0), weights}, {{"transpose_x2", true}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, MatMul, MatMulBnb4, 1);
OPDK_UPGRADE_ONNX(UpgradeMatMulBnb4, "com.microsoft::MatMulBnb4");

}  // namespace opdk::onnx_plugin
