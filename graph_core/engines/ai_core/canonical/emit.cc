// The last stage of a kernel: what is left gets its numbers. x * p + x * p, where x: [2, 3] has merged to one axis
// a: 6, p is a Param of 2.5 that is repeated, and the product is spelled twice:
//
//   kernel inputs=1 symbols=1 params=[0]     symbols: {6}    params: {2.5}    (dtype 0 is float)
//   %0 = input : 0[s0] #0                    extents are numbered in order of appearance: s0 is a
//   %1 = param : 0[] #0
//   %2 = map %1 : 0[s0]                      the repetition: it reads %1 without an index
//   %3 = mul %0 %2 : 0[s0]                   both products are this node, since their texts are equal
//   %4 = add %3 %3 : 0[s0]
//   return %4
//
// For x: [5, 7] and p = 3 the text is the same, the symbols are {35} and the params {3}: one kernel serves both.
#include <algorithm>
#include <limits>
#include <utility>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

constexpr int64_t kMaxExtent = std::numeric_limits<int32_t>::max();

}  // namespace

int Canonicaliser::EmitSymbol(int axis, CanonicalKernel& kernel) {
  axis = classes_.Find(axis);
  auto [found, is_new] = symbols_.try_emplace(axis, static_cast<int>(kernel.symbols.size()));
  if (is_new) kernel.symbols.push_back(static_cast<int32_t>(classes_.extent(axis)));
  return found->second;
}

tbe::ExprPtr Canonicaliser::EmitBody(const tbe::ExprPtr& expr, CanonicalKernel& kernel) {
  return tbe::Rewrite(expr, [&](const tbe::ExprPtr& node, const std::vector<tbe::ExprPtr>&) -> tbe::ExprPtr {
    if (node->kind != tbe::ExprKind::kExtent) return nullptr;
    auto copy = std::make_shared<tbe::ExprNode>(*node);
    copy->index = EmitSymbol(node->index, kernel);
    return copy;
  });
}

// Drops absorbed axes, numbers symbols.
KernelNode Canonicaliser::EmitNode(const KernelNode& source, CanonicalKernel& kernel) {
  KernelNode node = source;
  auto positions = [&](const std::vector<int>& dims) {
    std::vector<int> result;
    int next = 0;
    for (int axis : dims) result.push_back(classes_.absorbed(axis) ? -1 : next++);
    return result;
  };
  std::vector<int> own = positions(source.dims);
  std::vector<int> from = source.inputs.empty() ? std::vector<int>() : positions(Get(source.inputs[0]).dims);
  for (int& input : node.inputs) input = emitted_[static_cast<size_t>(input)];
  node.dims.clear();
  for (int axis : source.dims) {
    if (!classes_.absorbed(axis)) node.dims.push_back(EmitSymbol(axis, kernel));
  }
  node.maps.clear();
  for (size_t i = 0; i < source.maps.size(); ++i) {
    if (i < from.size() && from[i] < 0) continue;
    AxisMap map = source.maps[i];
    if (map.axis >= 0) map.axis = own[static_cast<size_t>(map.axis)];
    if (map.start >= 0) map.start = EmitSymbol(map.start, kernel);
    node.maps.push_back(map);
  }
  node.axes.clear();
  for (size_t i = 0; i < source.axes.size(); ++i) {
    auto axis = static_cast<size_t>(source.axes[i]);
    if (source.op == KernelOp::kReduce) {
      if (from[axis] >= 0) node.axes.push_back(from[axis]);
    } else if (source.op == KernelOp::kConcat) {
      node.axes.push_back(own[axis]);
    } else if (i == 0) {  // kGather, kScatter, kScan: axis of the first input
      node.axes.push_back(source.axes[0] < 0 ? -1 : from[axis]);
    } else {  // kGather: live axes before the indices'
      node.axes.push_back(static_cast<int>(std::count_if(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(axis),
                                                         [](int position) { return position >= 0; })));
    }
  }
  for (int& start : node.starts) start = start < 0 ? -1 : EmitSymbol(start, kernel);
  for (int& dim : node.reduce_dims) dim = EmitSymbol(dim, kernel);
  if (source.body) node.body = EmitBody(source.body, kernel);
  return node;
}

std::vector<bool> Canonicaliser::UsedNodes() const {
  std::vector<bool> used(nodes_.size(), false);
  for (int node : outputs_) used[static_cast<size_t>(node)] = true;
  for (size_t i = nodes_.size(); i-- > 0;) {
    if (!used[i]) continue;
    for (int input : nodes_[i].inputs) used[static_cast<size_t>(input)] = true;
  }
  return used;
}

void Canonicaliser::EmitNodes(CanonicalKernel& kernel) {
  KernelIr& ir = kernel.ir;
  emitted_.assign(nodes_.size(), -1);
  std::map<std::string, int> known;
  const std::vector<bool> used = UsedNodes();
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!used[i]) continue;
    if (nodes_[i].op == KernelOp::kReshape && kept_reshapes_.count(static_cast<int>(i)) == 0) {
      emitted_[i] = emitted_[static_cast<size_t>(nodes_[i].inputs[0])];
      JoinHints(nodes_[i].storing, ir.nodes[static_cast<size_t>(emitted_[i])]);
      continue;
    }
    KernelNode node = EmitNode(nodes_[i], kernel);
    if (node.op == KernelOp::kInput) {
      kernel.inputs.push_back(arguments_[static_cast<size_t>(node.index)]);
      node.index = ir.inputs++;
      for (int dim : node.dims) kernel.inputs.back().dims.push_back(kernel.symbols[static_cast<size_t>(dim)]);
    } else if (node.op == KernelOp::kParam) {
      const tbe::TensorNode* param = params_[static_cast<size_t>(node.index)];
      kernel.params.push_back(param->value);
      kernel.param_nodes.push_back(param);
      node.index = static_cast<int>(ir.params.size());
      ir.params.push_back(node.dtype);
    }
    // Equal subexpressions are one node, whatever is advised about each.
    const StoringHint storing = std::exchange(node.storing, StoringHint::kNone);
    KernelIr single;
    single.nodes.push_back(node);
    auto [found, is_new] = known.try_emplace(Print(single), static_cast<int>(ir.nodes.size()));
    if (is_new) ir.nodes.push_back(std::move(node));
    JoinHints(storing, ir.nodes[static_cast<size_t>(found->second)]);
    emitted_[i] = found->second;
  }
  ir.symbols = static_cast<int>(kernel.symbols.size());
}

// Numbers the outputs. Outputs with equal dims stand side by side, in order of the first of them.
void Canonicaliser::EmitOutputs(CanonicalKernel& kernel) {
  KernelIr& ir = kernel.ir;
  auto dims_of = [&](size_t output) -> const std::vector<int>& {
    return ir.nodes[static_cast<size_t>(emitted_[static_cast<size_t>(outputs_[output])])].dims;
  };
  std::vector<bool> placed(outputs_.size(), false);
  for (size_t first = 0; first < outputs_.size(); ++first) {
    for (size_t i = first; i < outputs_.size() && !placed[first]; ++i) {
      if (placed[i] || dims_of(i) != dims_of(first)) continue;
      if (i != first) placed[i] = true;
      ir.outputs.push_back(emitted_[static_cast<size_t>(outputs_[i])]);
      kernel.outputs.push_back(static_cast<int>(i));
      kernel.output_dims.emplace_back();
      for (int dim : dims_of(i)) kernel.output_dims.back().push_back(kernel.symbols[static_cast<size_t>(dim)]);
    }
    placed[first] = true;
  }
}

Status Canonicaliser::CheckSizes(CanonicalKernel& kernel) const {
  for (const KernelNode& node : kernel.ir.nodes) {
    int64_t elements = 1, stride = 1;
    for (size_t i = node.dims.size(); i-- > 0;) {
      stride = elements;
      if (__builtin_mul_overflow(elements, int64_t{kernel.symbols[static_cast<size_t>(node.dims[i])]}, &elements)) {
        return NoKernel("a tensor of more than 2^63 elements");
      }
    }
    if (stride > kMaxExtent) return NoKernel("an axis whose stride passes 2^31 elements");
    // Byte offsets are computed in 32 bits unless the kernel is of the large kind.
    if (elements > kMaxExtent / 8) kernel.ir.large = true;
    kernel.elements = std::max(kernel.elements, elements);
  }
  return Status();
}

Status Canonicaliser::CheckExtents() const {
  for (const KernelNode& node : nodes_) {
    for (int axis : node.dims) {
      if (classes_.extent(axis) > kMaxExtent) return NoKernel("an extent of more than 2^31");
    }
  }
  return Status();
}

Result<bool> Canonicaliser::MergeAxes() {
  KeepReshapes();
  OPDK_TRY(CheckExtents());
  std::vector<std::vector<int>> tensors;
  for (const KernelNode& node : nodes_) tensors.push_back(node.dims);
  return classes_.Merge(tensors, kMaxExtent);
}

Result<CanonicalKernel> Canonicaliser::Emit() {
  KeepReshapes();
  OPDK_TRY(CheckExtents());
  CanonicalKernel kernel;
  EmitNodes(kernel);
  EmitOutputs(kernel);
  EmitHints(kernel);
  OPDK_TRY(CheckSizes(kernel));
  return kernel;
}

}  // namespace opdk
