#include "graph_core/compilation/parts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

const TensorSlot& SlotOf(const Function& function, int tensor) { return function.tensors[static_cast<size_t>(tensor)]; }
const Block& BlockOf(const Function& function, int tensor) {
  return function.blocks[static_cast<size_t>(SlotOf(function, tensor).block)];
}

// Returns the tensor's bytes. nullopt: known only at run time.
std::optional<size_t> BytesOf(const TensorSlot& slot) {
  if (IsUnknown(slot.shape)) return std::nullopt;
  const auto bytes = TensorBytes(slot.dtype, slot.shape);
  return bytes.ok() ? std::optional(*bytes) : std::nullopt;
}

const ge::TensorDesc& DescOf(const Node& node, bool output, int port) {
  const auto& ports = output ? node.op().outputs : node.op().inputs;
  return ports[static_cast<size_t>(port)].desc;
}

// Returns whether the format is only an order of axes, in which the elements lie, and not a format of blocks.
bool NamesAxesOnly(ge::Format format) {
  constexpr ge::Format kFormats[] = {ge::FORMAT_ND,    ge::FORMAT_NCHW,  ge::FORMAT_NHWC, ge::FORMAT_HWCN,
                                     ge::FORMAT_NCDHW, ge::FORMAT_NDHWC, ge::FORMAT_NC};
  return std::find(std::begin(kFormats), std::end(kFormats), format) != std::end(kFormats);
}

// Returns whether the parts are consecutive in the whole: all axes in front of `axis` have extent 1.
bool IsContiguous(const Node& node, const NodeParts& parts) {
  const ge::TensorDesc& whole = DescOf(node, parts.joins, parts.whole);
  const bool plain = NamesAxesOnly(whole.GetFormat());
  // For formats of blocks the axis refers to the original tensor.
  const auto rank = static_cast<int64_t>((plain ? whole.GetShape() : whole.GetOriginShape()).GetDimNum());
  const int64_t axis = parts.axis < 0 ? parts.axis + rank : parts.axis;
  const std::vector<int64_t> dims = whole.GetShape().GetDims();
  if (axis < 0 || axis >= std::ssize(dims)) return false;
  const bool same_layout = std::all_of(parts.parts.begin(), parts.parts.end(), [&](int part) {
    const ge::Format format = DescOf(node, !parts.joins, part).GetFormat();
    return plain ? NamesAxesOnly(format) : format == whole.GetFormat();
  });
  return same_layout && std::all_of(dims.begin(), dims.begin() + axis, [](int64_t extent) { return extent == 1; });
}

// Returns the tensors of ports. Empty: one is absent.
std::vector<int> TensorsAt(const std::vector<int>& tensors, const std::vector<int>& ports) {
  std::vector<int> found;
  for (const int port : ports) {
    found.push_back(tensors[static_cast<size_t>(port)]);
    if (found.back() < 0) return {};
  }
  return found;
}

// Returns the offsets of the parts. Empty: one isn't aligned for kernels, or the parts aren't the whole.
std::vector<size_t> OffsetsOf(const Function& function, int whole, const std::vector<int>& parts) {
  std::vector<size_t> offsets;
  size_t end = 0;
  for (const int part : parts) {
    const auto bytes = BytesOf(SlotOf(function, part));
    if (!bytes || end % kArenaAlignment != 0 || SlotOf(function, part).dtype != SlotOf(function, whole).dtype)
      return {};
    offsets.push_back(end);
    end += *bytes;
  }
  return BytesOf(SlotOf(function, whole)) == std::optional(end) ? offsets : std::vector<size_t>();
}

size_t CostOf(const Function& function, const PartsStep& found) {
  int first = found.step, last = found.step;
  for (const int part : found.parts) {
    first = std::min(first, BlockOf(function, part).first_step);
    last = std::max(last, BlockOf(function, part).last_step);
  }
  const int longer = found.joins ? found.step - first : last - found.step;
  return BlockOf(function, found.whole).bytes * static_cast<size_t>(longer);
}

class Laying {
 public:
  Laying(Function& function, MemoryReport& memory)
      : function_(function),
        memory_(memory),
        removed_(function.steps.size(), false),
        made_(function.blocks.size(), false),
        output_(function.blocks.size(), false),
        asked_for_size_(function.blocks.size(), false),
        tensors_in_(function.blocks.size()) {
    for (size_t t = 0; t < function.tensors.size(); ++t) {
      const size_t block = BlockNumber(static_cast<int>(t));
      tensors_in_[block].push_back(t);
      if (IsUnknown(function.tensors[t].shape)) asked_for_size_[block] = true;
    }
    for (const ModelOutput& output : function.outputs) output_[BlockNumber(output.tensor)] = true;
    for (const Step& step : function.steps) {
      const bool kernel = step.As<KernelTask>() != nullptr;
      for (const int tensor : step.outputs) {
        if (kernel && BlockOf(function, tensor).root == tensor) made_[BlockNumber(tensor)] = true;
      }
    }
  }

  void Lay(const PartsStep& chosen) {
    if (chosen.joins ? !MayJoin(chosen) : !MayCut(chosen)) return;
    const size_t into = BlockNumber(chosen.whole);
    const size_t begin = SlotOf(function_, chosen.whole).offset;
    for (size_t i = 0; i < chosen.parts.size(); ++i)
      Move(BlockNumber(chosen.parts[i]), into, begin + chosen.offsets[i]);
    made_[into] = true;
    removed_[static_cast<size_t>(chosen.step)] = true;
    memory_.parts += static_cast<int>(chosen.parts.size());
  }

  void RemoveSteps() {
    std::vector<Step> kept;
    for (size_t s = 0; s < removed_.size(); ++s) {
      if (!removed_[s]) kept.push_back(std::move(function_.steps[s]));
    }
    function_.steps = std::move(kept);
  }

 private:
  size_t BlockNumber(int tensor) const { return static_cast<size_t>(SlotOf(function_, tensor).block); }

  // Returns whether the block is arena memory of known size, and no view needs to know its size.
  bool IsPlain(size_t number) const {
    const Block& block = function_.blocks[number];
    if (block.kind != BlockKind::kArena || block.dynamic) return false;
    return !asked_for_size_[number];
  }

  // Returns whether each part may move into the whole, and no two parts are the same block.
  bool MayMove(const PartsStep& chosen) const {
    std::unordered_set<size_t> blocks{BlockNumber(chosen.whole)};
    for (const int part : chosen.parts) {
      const size_t block = BlockNumber(part);
      if (!IsPlain(block) || output_[block] || !IsWhole(function_, part)) return false;
      if (!blocks.insert(block).second) return false;
    }
    return true;
  }

  bool MayJoin(const PartsStep& chosen) const {
    const size_t whole = BlockNumber(chosen.whole);
    return IsPlain(whole) && function_.blocks[whole].root == chosen.whole && MayMove(chosen) &&
           std::all_of(chosen.parts.begin(), chosen.parts.end(), [&](int part) { return made_[BlockNumber(part)]; });
  }

  bool MayCut(const PartsStep& chosen) const {
    const size_t whole = BlockNumber(chosen.whole);
    const bool callers = function_.blocks[whole].kind == BlockKind::kInput && !function_.blocks[whole].dynamic;
    const bool roots = std::all_of(chosen.parts.begin(), chosen.parts.end(),
                                   [&](int part) { return BlockOf(function_, part).root == part; });
    return (callers || (IsPlain(whole) && made_[whole])) && roots && MayMove(chosen);
  }

  // Moves the tensors of a block into another block. The moved block is no output and holds no view of unknown shape,
  // so these properties of `into` stay.
  void Move(size_t from, size_t into, size_t offset) {
    for (const size_t tensor : tensors_in_[from]) {
      TensorSlot& slot = function_.tensors[tensor];
      slot.block = static_cast<int>(into);
      slot.offset += offset;
    }
    std::vector<size_t>& moved = tensors_in_[into];
    moved.insert(moved.end(), tensors_in_[from].begin(), tensors_in_[from].end());
    tensors_in_[from].clear();
  }

  Function& function_;
  MemoryReport& memory_;
  std::vector<bool> removed_;  // by step
  // Entries by block.
  std::vector<bool> made_;            // a kernel writes it, or kernels write all its parts
  std::vector<bool> output_;          // an output of the graph lies in it
  std::vector<bool> asked_for_size_;  // a view of unknown shape needs to know the block's size
  std::vector<std::vector<size_t>> tensors_in_;
};

}  // namespace

bool IsWhole(const Function& function, int tensor) {
  const TensorSlot& slot = SlotOf(function, tensor);
  // A tensor of unknown size is never a part.
  return slot.offset == 0 && (IsUnknown(slot.shape) || BytesOf(slot) == std::optional(BlockOf(function, tensor).bytes));
}

std::vector<PartsStep> FindParts(const Function& function, std::span<Node* const> nodes,
                                 const PackageRegistry& packages) {
  std::vector<PartsStep> found;
  for (size_t s = 0; s < function.steps.size(); ++s) {
    const Step& step = function.steps[s];
    if (!step.is_fixed_kernel()) continue;
    const Node& node = *nodes[static_cast<size_t>(step.node)];
    const auto parts = PartsOf(node, packages);
    if (!parts || !IsContiguous(node, *parts)) continue;
    const std::vector<int>&whole = parts->joins ? step.outputs : step.inputs,
          &others = parts->joins ? step.inputs : step.outputs;
    // No step would write another output.
    if (step.outputs.size() != (parts->joins ? 1 : parts->parts.size())) continue;
    PartsStep& one = found.emplace_back();
    one.step = static_cast<int>(s);
    one.joins = parts->joins;
    one.whole = whole[static_cast<size_t>(parts->whole)];
    one.parts = TensorsAt(others, parts->parts);
    if (one.whole >= 0 && !one.parts.empty()) one.offsets = OffsetsOf(function, one.whole, one.parts);
    if (one.offsets.empty()) {
      found.pop_back();
    } else {
      one.cost = CostOf(function, one);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const PartsStep& a, const PartsStep& b) { return a.cost < b.cost; });
  return found;
}

void LayParts(std::span<const PartsStep> chosen, Function& function, MemoryReport& memory) {
  std::vector<const PartsStep*> in_order;
  for (const PartsStep& one : chosen) in_order.push_back(&one);
  std::sort(in_order.begin(), in_order.end(), [](const PartsStep* a, const PartsStep* b) { return a->step < b->step; });
  Laying laying(function, memory);
  for (const PartsStep* one : in_order) laying.Lay(*one);
  laying.RemoveSteps();
}

}  // namespace opdk
