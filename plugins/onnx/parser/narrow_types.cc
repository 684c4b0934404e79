#include "plugins/onnx/parser/narrow_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/narrow_rewriter.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

// Operators that move elements, or look at shapes alone.
constexpr std::string_view kMoving[] = {"Identity", "Reshape", "Flatten", "Transpose", "Squeeze", "Unsqueeze", "Slice",
                                        "Gather",   "Concat",  "Split",   "Expand",    "Tile",    "Pad"};
constexpr std::string_view kLooking[] = {"Shape", "Size"};

template <size_t N>
bool IsAmong(const std::string_view (&types)[N], const std::string& type) {
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

}  // namespace

void NarrowValues::Declare(const std::string& value, int32_t onnx_type) {
  if (const NarrowType* type = FindNarrowType(onnx_type); type != nullptr && !value.empty()) types_[value] = type;
}

const NarrowType* NarrowValues::TypeOf(const std::string& value) const {
  for (const NarrowValues* graph = this; graph != nullptr; graph = graph->outer_) {
    const auto found = graph->types_.find(value);
    if (found != graph->types_.end()) return found->second;
  }
  return nullptr;
}

bool NarrowValues::TakesFrom(const onnx::NodeProto& node, int first) const {
  for (int i = first; i < node.input_size(); ++i) {
    if (TypeOf(node.input(i)) != nullptr) return true;
  }
  return false;
}

const NarrowType* NarrowValues::NamedType(const onnx::NodeProto& node) const {
  const std::string& type = node.op_type();
  const std::string_view wanted = type == "Cast" ? "to" : type == "ConstantOfShape" ? "value" : "output_dtype";
  const bool quantizes = type == "QuantizeLinear";
  if (type == "Cast" || type == "ConstantOfShape" || quantizes) {
    for (const auto& attribute : node.attribute()) {
      if (attribute.name() != wanted) continue;
      const int64_t named = attribute.has_t() ? attribute.t().data_type() : attribute.i();
      if (const NarrowType* narrow = FindNarrowType(static_cast<int32_t>(named))) return narrow;
    }
  }
  if (type == "CastLike" && node.input_size() > 1) return TypeOf(node.input(1));
  return quantizes && node.input_size() > 2 ? TypeOf(node.input(2)) : nullptr;
}

bool NarrowValues::Concerns(const onnx::NodeProto& node) const {
  return NamedType(node) != nullptr || TakesFrom(node, 0);
}

Result<std::optional<NarrowValues::Nodes>> NarrowValues::Replace(const onnx::NodeProto& node) {
  const std::string& type = node.op_type();
  const NarrowType* named = NamedType(node);
  NarrowRewriter rewriter(node, values_);
  if (type == "Cast" || type == "CastLike") {
    if (named == nullptr) return std::optional<Nodes>();
    Declare(node.output(0), named->onnx_type);
    return rewriter.Cast(*named);
  }
  if (type == "ConstantOfShape") {
    Declare(node.output(0), named->onnx_type);
    return std::optional<Nodes>();
  }
  if (type == "QuantizeLinear") {
    if (named == nullptr) return std::optional<Nodes>();
    Declare(node.output(0), named->onnx_type);
    return rewriter.Quantize(*named);
  }
  if (type == "DequantizeLinear") {
    const NarrowType* given = TypeOf(node.input(0));
    const bool floats = given != nullptr && given->is_float();
    const bool scaled_by_one = node.input_size() > 1 && TypeOf(node.input(1)) != nullptr;
    return floats || scaled_by_one ? rewriter.Dequantize() : Result<std::optional<Nodes>>(std::nullopt);
  }
  if (type == "GatherBlockQuantized") return rewriter.GatherBlocks();
  if (IsAmong(kLooking, type)) return std::optional<Nodes>();
  const NarrowType* moved = node.input_size() == 0 ? nullptr : TypeOf(node.input(0));
  if (IsAmong(kMoving, type) && moved != nullptr) {
    for (const std::string& output : node.output()) Declare(output, moved->onnx_type);
    return std::optional<Nodes>();
  }
  return Status(ErrorCode::kModelInvalid, fmt::format("{} takes a value of type {}, which it can't", NodeTitle(node),
                                                      [&] {
                                                        for (const std::string& input : node.input()) {
                                                          if (const NarrowType* given = TypeOf(input))
                                                            return OnnxTypeName(given->onnx_type);
                                                        }
                                                        return std::string("?");
                                                      }()))
      .Hint("4-bit numbers and 8-bit floats go through Cast or DequantizeLinear first");
}

void NarrowValues::DeclareOutputsOf(const onnx::NodeProto& node) {
  for (const auto& attribute : node.attribute()) {
    if (!attribute.has_g()) continue;
    // A loop's body gives its condition first.
    const int first = node.op_type() == "Loop" ? 1 : 0;
    for (int i = first; i < attribute.g().output_size() && i - first < node.output_size(); ++i) {
      Declare(node.output(i - first), attribute.g().output(i).type().tensor_type().elem_type());
    }
  }
}

}  // namespace opdk::onnx_plugin
