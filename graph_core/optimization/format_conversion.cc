#include "graph_core/optimization/format_conversion.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {
namespace {

constexpr int64_t kC0 = 16;

// Returns the description [N, C1, H, W, C0] of a tensor [N, C, H, W].
ge::TensorDesc InBlocks(const ge::TensorDesc& plain) {
  std::vector<int64_t> dims = plain.GetShape().GetDims();
  dims[1] = (dims[1] + kC0 - 1) / kC0;
  dims.push_back(kC0);
  ge::TensorDesc blocks(ge::Shape(dims), ge::FORMAT_NC1HWC0, plain.GetDataType());
  blocks.SetOriginFormat(plain.GetFormat());
  blocks.SetOriginShape(plain.GetShape());
  return blocks;
}

}  // namespace

std::optional<ge::TensorDesc> DescIn(const ge::TensorDesc& desc, ge::Format now, ge::Format to) {
  ge::TensorDesc converted = desc;
  if (const auto perm = PermBetween(now, to)) {
    converted = Permuted(desc, *perm, to);
  } else if (const auto first = PermBetween(now, ge::FORMAT_NCHW); first && to == ge::FORMAT_NC1HWC0) {
    const ge::TensorDesc plain = Permuted(desc, *first, ge::FORMAT_NCHW);
    if (plain.GetShape().GetDims()[1] < 1) return std::nullopt;
    converted = InBlocks(plain);
  } else {
    return std::nullopt;
  }
  converted.SetOriginFormat(now);
  converted.SetOriginShape(desc.GetShape());
  return converted;
}

bool BecomeConstant(Graph& graph, Node& node, ConstantEvaluator& constants) {
  ge::Tensor value;
  if (!constants.Value({&node, 0}, value)) return false;
  const std::string name = node.name();
  graph.Rename(&node, name + "_unfolded");
  graph.ReplaceUses({&node, 0}, {graph.AddConst(name, value), 0});
  graph.Remove(&node);
  return true;
}

int64_t ConversionCost(const ge::TensorDesc& desc) {
  // A bound that keeps sums of costs in range. Tensors too large for memory were refused before.
  constexpr int64_t kMost = int64_t{1} << 48;
  int64_t bytes = std::max(1, ge::GetSizeByDataType(desc.GetDataType()));
  for (const int64_t extent : desc.GetShape().GetDims()) {
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(extent, 1), &bytes)) return kMost;
    bytes = std::min(kMost, bytes);
  }
  return bytes;
}

Result<Endpoint> FormatConversions::Insert(std::string_view type, const Endpoint& from, ge::Format to,
                                           ge::TensorDesc result, AttrMap attrs) {
  OPDK_TRY(const OpDesc* declared, context_.packages->Declared(type, from.node->name()));
  OpDesc op = *declared;
  op.name = fmt::format("{}_{}_{}", from.node->name(), from.index,
                        to == ge::FORMAT_ND ? "transposed" : "to_" + ge::TypeUtils::FormatToSerialString(to));
  for (auto& [name, value] : attrs) op.attrs.insert_or_assign(name, std::move(value));
  op.inputs.at(0).desc = DescOf(from);
  op.outputs.at(0).desc = std::move(result);
  Node* node = graph_.AddNode(std::move(op));
  graph_.Connect(from, node, 0);
  inserted_.push_back(node);
  return Endpoint{node, 0};
}

void FormatConversions::FoldConstants() {
  ConstantEvaluator constants(context_);
  std::erase_if(inserted_, [&](Node* node) {
    return node->input(0).node->Is(kConst) && BecomeConstant(graph_, *node, constants);
  });
}

Result<Endpoint> FormatConversions::Transposed(const Endpoint& from, const Perm& perm, ge::Format to) {
  Endpoint& known = transposed_[{from.node, from.index, perm}];
  if (known.node == nullptr) {
    OPDK_TRY(known, Insert(kTransposeD, from, to, Permuted(DescOf(from), perm, to), {{"perm", perm}}));
  }
  return known;
}

Result<Endpoint> FormatConversions::Converted(const Endpoint& from, ge::Format now, ge::Format to) {
  if (now == to) return from;
  const std::tuple key(static_cast<const Node*>(from.node), from.index, to);
  if (const auto known = converted_.find(key); known != converted_.end()) return known->second;
  Endpoint converted;
  if (const auto direct = PermBetween(now, to)) {
    OPDK_TRY(converted, Transposed(from, *direct, to));
  } else if (to == ge::FORMAT_NC1HWC0) {
    OPDK_TRY(const Endpoint plain, Converted(from, now, ge::FORMAT_NCHW));
    ge::TensorDesc desc = DescOf(plain);
    desc.SetFormat(ge::FORMAT_NCHW);
    OPDK_TRY(converted, Insert(kTransData, plain, to, InBlocks(desc),
                               {{"src_format", std::string("NCHW")},
                                {"dst_format", std::string("NC1HWC0")},
                                {"c0", kC0},
                                {"channels", int64_t{-1}}}));
  } else {
    // A conversion out of blocks gives the origin's shape.
    const ge::TensorDesc& blocks = DescOf(from);
    OPDK_TRY(const Perm perm, [&]() -> Result<Perm> {
      if (auto known = PermBetween(blocks.GetOriginFormat(), ge::FORMAT_NCHW); known && now == ge::FORMAT_NC1HWC0)
        return *known;
      return Status(ErrorCode::kInternal,
                    fmt::format("no node converts {} to {}", ge::TypeUtils::FormatToSerialString(now),
                                ge::TypeUtils::FormatToSerialString(to)));
    }());
    ge::TensorDesc plain = blocks;
    plain.SetShape(blocks.GetOriginShape());
    plain = Permuted(plain, perm, ge::FORMAT_NCHW);
    const int64_t channels = plain.GetShape().GetDims()[1];
    OPDK_TRY(const Endpoint row_major, Insert(kTransData, from, ge::FORMAT_NCHW, plain,
                                              {{"src_format", std::string("NC1HWC0")},
                                               {"dst_format", std::string("NCHW")},
                                               {"c0", kC0},
                                               {"channels", channels}}));
    OPDK_TRY(converted, Converted(row_major, ge::FORMAT_NCHW, to));
  }
  converted_.emplace(key, converted);
  return converted;
}

}  // namespace opdk
