#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/onnx/microsoft/packed_bits.h"
#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Rows of a matrix whose numbers lie packed in bytes, and which has a scale and a zero point for each block of a row.
class PackedRows {
 public:
  PackedRows(UpgradeContext& context, int64_t bits, size_t rank) : context_(context), bits_(bits), rank_(rank) {}

  // Gathers the rows at the indices and unpacks them, one number a byte.
  std::string Numbers(const std::string& packed) {
    std::string bytes = AddGather(context_, packed, context_.Input(1));
    if (bits_ == 8) return bytes;
    std::vector<int64_t> shape(rank_, 0);
    shape.back() = -1;
    return AddStep(context_, "Reshape", {AddUnpackedBits(context_, bytes, bits_), context_.AddInts("shape", shape)});
  }

  // Returns the rows of zero points as uint8, in the shape of `scales`. Without an input they are the middle of the
  // range.
  std::string ZeroPoints(const std::string& scales) {
    const std::string shape = AddStep(context_, "Shape", {scales});
    if (context_.Input(3).empty()) {
      const auto middle = static_cast<uint8_t>(1 << (bits_ - 1));
      const std::string one = context_.values().NewConstant(
          "zero_point", ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UINT8), &middle, 1));
      return AddStep(context_, "Expand", {one, shape});
    }
    const std::string end =
        AddStep(context_, "Slice",
                {shape, context_.AddInts("last", {-1}), context_.AddInts("end", {static_cast<int64_t>(rank_)})});
    return AddStep(context_, "Slice",
                   {Numbers(context_.Input(3)), context_.AddInts("first", {0}), end,
                    context_.AddInts("axis", {static_cast<int64_t>(rank_) - 1})});
  }

 private:
  UpgradeContext& context_;
  const int64_t bits_;
  const size_t rank_;  // of the result
};

// Dequantizes the gathered rows. Data of UINT4 and INT4 come as other nodes (narrow_types.h).
Status UpgradeGatherBlockQuantized(UpgradeContext& context) {
  importer::Values& values = context.values();
  const auto rank = values.Rank(context.Input(0)), index_rank = values.Rank(context.Input(1));
  if (!rank || !index_rank || *rank < 2)
    return context.Refuse("the ranks of its data, 2 or more, and indices must be known");
  const int64_t bits = context.Take<int64_t>("bits").value_or(4);
  const int64_t block = context.Take<int64_t>("block_size").value_or(128);
  const int64_t gather_axis = context.Take<int64_t>("gather_axis").value_or(0);
  const int64_t block_axis = context.Take<int64_t>("quantize_axis").value_or(1);
  if (values.ElementType(context.Input(0)) != ge::DT_UINT8 || (bits != 2 && bits != 4 && bits != 8) || block < 1) {
    return context.Refuse(
        fmt::format("its data aren't packed in uint8, with bits 2, 4 or 8 and blocks: bits is {}", bits));
  }
  if ((gather_axis != 0 && gather_axis != -*rank) || (block_axis != *rank - 1 && block_axis != -1)) {
    return context.Refuse("packed data have blocks along their last axis and are gathered along their first");
  }
  const int64_t last = *rank - 1 + *index_rank - 1;
  PackedRows rows(context, bits, static_cast<size_t>(last) + 1);
  const std::string numbers = rows.Numbers(context.Input(0));
  const ge::DataType type = values.ElementType(context.Input(2));
  const std::string scales = AddGather(context, context.Input(2), context.Input(1));
  const std::string zero = rows.ZeroPoints(scales);
  const std::string y =
      AddIrStep(context, "DequantizeLinear", {numbers, AddCast(context, scales, type, ge::DT_FLOAT), zero},
                {{"axis", last}, {"block_size", block}});
  const bool cast = type != ge::DT_UNDEFINED && type != ge::DT_FLOAT;
  return Give(context, cast ? AddCast(context, y, ge::DT_FLOAT, type) : y);
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Gather, GatherBlockQuantized, 1);
OPDK_UPGRADE_ONNX(UpgradeGatherBlockQuantized, "com.microsoft::GatherBlockQuantized");

}  // namespace opdk::onnx_plugin
