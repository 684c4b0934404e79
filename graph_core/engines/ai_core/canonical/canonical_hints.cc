// Turns hints about tensors into hints about the nodes and loops of a kernel.
#include <fmt/format.h>

#include <algorithm>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"

namespace opdk {

void JoinHints(StoringHint storing, KernelNode& node) {
  const bool computed = node.op != KernelOp::kInput && node.op != KernelOp::kNumber && node.op != KernelOp::kParam;
  if (computed && node.storing != StoringHint::kMaterialize && storing != StoringHint::kNone) node.storing = storing;
}

void Canonicaliser::TakeHints(const tbe::TensorNode& tensor, int node) {
  const tbe::ScheduleHints& hints = tensor.hints;
  if (hints.materialize || hints.recompute) {
    if (Get(node).op == KernelOp::kInput) {
      unheeded_.push_back(fmt::format("{}: the value is an input of the kernel, seen with another shape",
                                      hints.materialize ? "materialize" : "recompute"));
    }
    JoinHints(hints.materialize ? StoringHint::kMaterialize : StoringHint::kRecompute, Get(node));
  }
  if (hints.parallel_above) {
    parallel_above_ = parallel_above_ < 0 ? *hints.parallel_above : std::min(parallel_above_, *hints.parallel_above);
  }
  for (const tbe::ScheduleHints::Tile& tile : hints.tiles) {
    const auto axis = static_cast<size_t>(tile.axis);
    const std::vector<int>& dims = Get(node).dims;
    if (axis >= tensor.shape.size() || tensor.shape[axis] == 1) {
      unheeded_.push_back(fmt::format("tile {} of axis {}: an axis of one element has no loop", tile.size, tile.axis));
      continue;
    }
    const auto position = static_cast<size_t>(std::count_if(tensor.shape.begin(), tensor.shape.begin() + tile.axis,
                                                            [](int64_t extent) { return extent != 1; }));
    tiles_.push_back({dims, position, tile.axis, tile.size});
  }
}

std::string Canonicaliser::EmitTile(const TileRequest& tile, KernelIr& ir) const {
  auto class_at = [&](size_t position) { return classes_.Find(tile.dims[position]); };
  auto is_split = [&](size_t position) { return parts_.count(class_at(position)) > 0; };
  if (is_split(tile.position)) return "a reshape divides the axis";
  if (tile.position + 1 < tile.dims.size() && !is_split(tile.position + 1) &&
      classes_.absorbed(class_at(tile.position + 1))) {
    return "one loop runs over this axis and those behind it: the hint of the last of them counts";
  }
  size_t first = tile.position;
  while (first > 0 && classes_.absorbed(class_at(first))) --first;
  const auto symbol = symbols_.find(class_at(first));
  if (symbol == symbols_.end()) return "no loop of this kernel runs along it";
  const auto known = std::find_if(ir.tiles.begin(), ir.tiles.end(),
                                  [&](const TileHint& other) { return other.symbol == symbol->second; });
  if (known == ir.tiles.end()) {
    ir.tiles.push_back({symbol->second, tile.size});
  } else if (known->size != tile.size) {
    return fmt::format("the same loop has a tile of {}", known->size);
  }
  return "";
}

void Canonicaliser::EmitHints(CanonicalKernel& kernel) {
  kernel.ir.parallel_above = parallel_above_;
  kernel.unheeded = unheeded_;
  for (const TileRequest& tile : tiles_) {
    if (const std::string why = EmitTile(tile, kernel.ir); !why.empty()) {
      kernel.unheeded.push_back(fmt::format("tile {} of axis {}: {}", tile.size, tile.axis, why));
    }
  }
}

}  // namespace opdk
