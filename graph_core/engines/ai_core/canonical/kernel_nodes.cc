// How each kind of expression node becomes a kernel node. Its dims are classes of axes (axis_classes.h); extents of 1
// have none. x + b with x: [2, 1, 3] and b: [3]:
//
//   %0 = input 0 : [2, 1, 3]         %0 = input [a, b]            new classes a: 2, b: 3
//   %1 = input 1 : [3]               %1 = input [c]               c: 3
//   %2 = broadcast %1 axes [2]       %2 = map %1 <i1> [d, e]      its axis is read at index 1, whole: e is c
//   %3 = add %0, %2 : [2, 1, 3]      %3 = add %0 %2 [f, g]        operands agree: f, d are a; g, e, c are b
//
// The slice x[1:3] of an axis of 4 reads elsewhere: map <i0 + 1>, where 1 becomes an argument too. Its two axes differ
// and are pinned: as indices are computed with, they merge with no neighbour.
#include <algorithm>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/canonical/canonicaliser.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

using tbe::Tensor;
using tbe::TensorNode;

// Returns the position of axis `axis` once extents of 1 are dropped; -1: the axis is dropped.
int Kept(const std::vector<int64_t>& shape, size_t axis) {
  if (shape[axis] == 1) return -1;
  return static_cast<int>(std::count_if(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis),
                                        [](int64_t extent) { return extent != 1; }));
}

}  // namespace

KernelNode Canonicaliser::NewNode(KernelOp op, const TensorNode& tensor, std::vector<int> inputs) {
  KernelNode node;
  node.op = op;
  node.dtype = tensor.dtype;
  node.inputs = std::move(inputs);
  node.unary = tensor.unary;
  node.binary = tensor.binary;
  node.reduce = tensor.reduce;
  node.overwrite = tensor.overwrite;
  node.rounding = tensor.rounding;
  return node;
}

void Canonicaliser::AddDims(KernelNode& node, const std::vector<int64_t>& shape) {
  for (int64_t extent : shape) {
    if (extent != 1) node.dims.push_back(classes_.New(extent));
  }
}

int Canonicaliser::Add(KernelNode node) {
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size()) - 1;
}

int Canonicaliser::AddMap(KernelNode node) {
  bool identity = node.maps.size() == node.dims.size();
  for (size_t i = 0; identity && i < node.maps.size(); ++i) {
    const AxisMap& map = node.maps[i];
    identity = map.axis == static_cast<int>(i) && map.start < 0 && map.step == 1;
  }
  return identity ? node.inputs[0] : Add(std::move(node));
}

void Canonicaliser::UnifyDims(const std::vector<int>& a, const std::vector<int>& b) {
  OPDK_CHECK(a.size() == b.size(), "operands of an expression differ in rank");
  for (size_t i = 0; i < a.size(); ++i) classes_.Unify(a[i], b[i]);
}

Status Canonicaliser::Build(std::span<const Tensor> outputs) {
  std::vector<Tensor> results;
  for (const Tensor& output : outputs) results.push_back(BelowReshapes(output));
  for (const Tensor& tensor : tbe::PostOrder(results)) {
    std::vector<int> inputs;
    for (const Tensor& input : tensor->inputs) inputs.push_back(built_.at(input.get()));
    OPDK_TRY(const int node, BuildNode(*tensor, inputs));
    TakeHints(*tensor, node);
    built_[tensor.get()] = node;
  }
  for (const Tensor& result : results) outputs_.push_back(built_.at(result.get()));
  return Status();
}

Result<int> Canonicaliser::BuildNode(const TensorNode& tensor, const std::vector<int>& inputs) {
  switch (tensor.kind) {
    case tbe::Kind::kInput:
      return BuildInput(tensor, tensor.shape);
    case tbe::Kind::kConst: {
      KernelNode node = NewNode(KernelOp::kNumber, tensor);
      node.value = tensor.value;
      return Add(std::move(node));
    }
    case tbe::Kind::kParam: {
      KernelNode node = NewNode(KernelOp::kParam, tensor);
      node.index = static_cast<int>(params_.size());
      params_.push_back(&tensor);
      return Add(std::move(node));
    }
    case tbe::Kind::kUnary:
    case tbe::Kind::kBinary:
    case tbe::Kind::kSelect:
    case tbe::Kind::kCast:
      return BuildPointwise(tensor, inputs);
    case tbe::Kind::kBroadcast:
    case tbe::Kind::kTranspose:
    case tbe::Kind::kSlice:
      return BuildMap(tensor, inputs[0]);
    case tbe::Kind::kReduce:
      return BuildReduce(tensor, inputs[0]);
    case tbe::Kind::kReshape:
      return BuildReshape(tensor, inputs[0]);
    case tbe::Kind::kConcat:
      return BuildConcat(tensor, inputs);
    case tbe::Kind::kPad:
      return BuildPad(tensor, inputs);
    case tbe::Kind::kGather:
      return BuildGather(tensor, inputs);
    case tbe::Kind::kScatter:
      return BuildScatter(tensor, inputs);
    case tbe::Kind::kScan:
      return BuildScan(tensor, inputs[0]);
    case tbe::Kind::kCompute:
      return BuildCompute(tensor, inputs);
    case tbe::Kind::kMatmul:
    case tbe::Kind::kConv:
    case tbe::Kind::kConvTranspose:
    case tbe::Kind::kConvBackpropFilter:
    case tbe::Kind::kPool:
      break;
  }
  return NoKernel("a cube operation inside a vector kernel");
}

int Canonicaliser::BuildInput(const TensorNode& tensor, const std::vector<int64_t>& shape) {
  std::vector<int64_t> kept;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(kept), [](int64_t extent) { return extent != 1; });
  auto [found, is_new] = input_nodes_.try_emplace({tensor.input_index, kept}, 0);
  if (!is_new) return found->second;
  KernelNode node;
  node.op = KernelOp::kInput;
  node.dtype = tensor.dtype;
  AddDims(node, shape);
  node.index = static_cast<int>(arguments_.size());
  arguments_.push_back({tensor.input_index, {}});
  return found->second = Add(std::move(node));
}

int Canonicaliser::BuildPointwise(const TensorNode& tensor, std::vector<int> inputs) {
  KernelOp op = tensor.kind == tbe::Kind::kUnary    ? KernelOp::kUnary
                : tensor.kind == tbe::Kind::kBinary ? KernelOp::kBinary
                : tensor.kind == tbe::Kind::kSelect ? KernelOp::kSelect
                                                    : KernelOp::kCast;
  KernelNode node = NewNode(op, tensor, inputs);
  AddDims(node, tensor.shape);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (Get(inputs[i]).dims.empty() && !node.dims.empty()) {
      KernelNode map;
      map.op = KernelOp::kMap;
      map.dtype = Get(inputs[i]).dtype;
      map.inputs = {inputs[i]};
      map.dims = node.dims;
      node.inputs[i] = Add(std::move(map));
    } else {
      UnifyDims(node.dims, Get(inputs[i]).dims);
    }
  }
  return Add(std::move(node));
}

int Canonicaliser::BuildMap(const TensorNode& tensor, int input) {
  KernelNode node = NewNode(KernelOp::kMap, tensor, {input});
  AddDims(node, tensor.shape);
  const std::vector<int64_t>& from = tensor.inputs[0].shape();
  std::vector<int> source = Get(input).dims;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    int position = Kept(from, axis);
    if (position < 0) continue;
    size_t target = axis;
    if (tensor.kind == tbe::Kind::kBroadcast) target = static_cast<size_t>(tensor.axes[axis]);
    if (tensor.kind == tbe::Kind::kTranspose) {
      target = static_cast<size_t>(std::find(tensor.axes.begin(), tensor.axes.end(), static_cast<int64_t>(axis)) -
                                   tensor.axes.begin());
    }
    AxisMap map{Kept(tensor.shape, target), -1, 1};
    int from_class = source[static_cast<size_t>(position)];
    bool whole = tensor.kind != tbe::Kind::kSlice ||
                 (tensor.starts[axis] == 0 && tensor.steps[axis] == 1 && tensor.shape[axis] == from[axis]);
    if (whole) {
      classes_.Unify(from_class, node.dims[static_cast<size_t>(map.axis)]);
    } else {
      classes_.Pin(from_class);
      if (map.axis >= 0) classes_.Pin(node.dims[static_cast<size_t>(map.axis)]);
      map.start = Number(tensor.starts[axis]);
      map.step = tensor.steps[axis];
    }
    node.maps.push_back(map);
  }
  return AddMap(std::move(node));
}

int Canonicaliser::BuildReduce(const TensorNode& tensor, int input) {
  KernelNode node = NewNode(KernelOp::kReduce, tensor, {input});
  const std::vector<int64_t>& from = tensor.inputs[0].shape();
  std::vector<int> source = Get(input).dims;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    int position = Kept(from, axis);
    if (position < 0) continue;
    if (std::count(tensor.axes.begin(), tensor.axes.end(), static_cast<int64_t>(axis)) > 0) {
      node.axes.push_back(position);
    } else {
      node.dims.push_back(source[static_cast<size_t>(position)]);
    }
  }
  return node.axes.empty() ? input : Add(std::move(node));
}

Result<int> Canonicaliser::BuildReshape(const TensorNode& tensor, int input) {
  KernelNode node = NewNode(KernelOp::kReshape, tensor, {input});
  AddDims(node, tensor.shape);
  const std::vector<int>& source = Get(input).dims;
  bool same = source.size() == node.dims.size();
  for (size_t i = 0; same && i < source.size(); ++i) same = classes_.extent(source[i]) == classes_.extent(node.dims[i]);
  if (same) return input;
  if (ElementCount(tensor.shape) == 0 || source.empty() || node.dims.empty()) {
    return NoKernel("a reshape of an empty tensor inside a kernel");
  }
  int reshape = Add(std::move(node));
  if (!AlignReshape(reshape)) KeepReshape(reshape);
  return reshape;
}

int Canonicaliser::BuildConcat(const TensorNode& tensor, std::vector<int> inputs) {
  auto axis = static_cast<size_t>(tensor.axes[0]);
  KernelNode node = NewNode(KernelOp::kConcat, tensor);
  AddDims(node, tensor.shape);
  int64_t start = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    int64_t extent = tensor.inputs[i].shape()[axis];
    if (extent == 0) continue;
    node.inputs.push_back(inputs[i]);
    node.starts.push_back(start == 0 ? -1 : Number(start));
    start += extent;
  }
  if (node.inputs.size() == 1) return node.inputs[0];
  if (node.inputs.empty()) return inputs[0];
  int position = Kept(tensor.shape, axis);
  node.axes = {position};
  classes_.Pin(node.dims[static_cast<size_t>(position)]);
  for (int input : node.inputs) {
    std::vector<int> source = Get(input).dims;
    bool single = source.size() < node.dims.size();
    for (size_t i = 0, from = 0; i < node.dims.size(); ++i) {
      if (static_cast<int>(i) != position) {
        classes_.Unify(node.dims[i], source[from++]);
      } else if (!single) {
        classes_.Pin(source[from++]);
      }
    }
  }
  return Add(std::move(node));
}

int Canonicaliser::BuildPad(const TensorNode& tensor, const std::vector<int>& inputs) {
  KernelNode node = NewNode(KernelOp::kPad, tensor, inputs);
  AddDims(node, tensor.shape);
  const std::vector<int64_t>& from = tensor.inputs[0].shape();
  if (ElementCount(from) == 0) {
    node.op = KernelOp::kMap;
    node.inputs = {inputs[1]};
    return AddMap(std::move(node));
  }
  std::vector<int> source = Get(inputs[0]).dims;
  std::vector<AxisMap> singles;
  bool changes = false;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    int position = Kept(from, axis), target = Kept(tensor.shape, axis);
    AxisMap map{target, -1, 1};
    if (tensor.starts[axis] != 0 || tensor.shape[axis] != from[axis]) {
      changes = true;
      map.start = Number(tensor.starts[axis]);
      if (target >= 0) classes_.Pin(node.dims[static_cast<size_t>(target)]);
      if (position >= 0) classes_.Pin(source[static_cast<size_t>(position)]);
      (position >= 0 ? node.maps : singles).push_back(map);
    } else if (position >= 0) {
      classes_.Unify(source[static_cast<size_t>(position)], node.dims[static_cast<size_t>(target)]);
      node.maps.push_back(map);
    }
  }
  if (!changes) return inputs[0];
  node.maps.insert(node.maps.end(), singles.begin(), singles.end());
  return Add(std::move(node));
}

Result<int> Canonicaliser::BuildGather(const TensorNode& tensor, const std::vector<int>& inputs) {
  const std::vector<int64_t>& params = tensor.inputs[0].shape();
  auto axis = static_cast<size_t>(tensor.axes[0]);
  if (ElementCount(params) == 0 && ElementCount(tensor.shape) != 0) return NoKernel("a gather from an empty tensor");
  KernelNode node = NewNode(KernelOp::kGather, tensor, inputs);
  AddDims(node, tensor.shape);
  std::vector<int> source = Get(inputs[0]).dims, index_dims = Get(inputs[1]).dims;
  int position = Kept(params, axis);
  int before = 0;
  for (size_t i = 0; i < axis; ++i) before += params[i] != 1 ? 1 : 0;
  node.axes = {position, before};
  size_t target = 0;
  for (int i = 0; i < before; ++i) classes_.Unify(source[static_cast<size_t>(i)], node.dims[target++]);
  for (int dim : index_dims) classes_.Unify(dim, node.dims[target++]);
  size_t after = static_cast<size_t>(before) + (position >= 0 ? 1 : 0);
  for (size_t i = after; i < source.size(); ++i) classes_.Unify(source[i], node.dims[target++]);
  if (position >= 0) classes_.Pin(source[static_cast<size_t>(position)]);
  // Axes on both sides of a seam may not merge across it.
  if (before > 0) classes_.Pin(source[static_cast<size_t>(before) - 1]);
  if (!index_dims.empty()) classes_.Pin(index_dims.back());
  return Add(std::move(node));
}

int Canonicaliser::BuildScatter(const TensorNode& tensor, const std::vector<int>& inputs) {
  KernelNode node = NewNode(KernelOp::kScatter, tensor, inputs);
  AddDims(node, tensor.shape);
  const std::vector<int> ids = Get(inputs[1]).dims, updates = Get(inputs[2]).dims;
  node.axes = {Kept(tensor.shape, 0)};
  UnifyDims(node.dims, Get(inputs[0]).dims);
  // Behind the axis that the ids count along, the rows' own axes.
  const size_t own = node.axes[0] < 0 ? 0 : 1;
  OPDK_CHECK(updates.size() == ids.size() + node.dims.size() - own, "the updates of a scatter have another rank");
  for (size_t i = 0; i < ids.size(); ++i) classes_.Unify(ids[i], updates[i]);
  for (size_t i = own; i < node.dims.size(); ++i) classes_.Unify(node.dims[i], updates[ids.size() + i - own]);
  if (own == 1) classes_.Pin(node.dims[0]);
  // Axes on both sides of a seam may not merge across it.
  if (!ids.empty()) classes_.Pin(ids.back());
  return Add(std::move(node));
}

int Canonicaliser::BuildScan(const TensorNode& tensor, int input) {
  const int position = Kept(tensor.shape, static_cast<size_t>(tensor.axes[0]));
  if (position < 0) return input;  // its elements stand alone
  KernelNode node = NewNode(KernelOp::kScan, tensor, {input});
  node.dims = Get(input).dims;
  node.axes = {position};
  classes_.Pin(node.dims[static_cast<size_t>(position)]);
  return Add(std::move(node));
}

void Canonicaliser::UnifyReads(const TensorNode& tensor, const KernelNode& node) {
  for (const tbe::ExprPtr& expr : tbe::PostOrder(tensor.body)) {
    if (expr->kind != tbe::ExprKind::kRead) continue;
    const auto source = static_cast<size_t>(expr->index);
    const std::vector<int64_t>& from = tensor.inputs[source].shape();
    for (size_t axis = 0; axis < expr->operands.size(); ++axis) {
      if (expr->operands[axis]->kind != tbe::ExprKind::kIndex) continue;
      const auto index = static_cast<size_t>(expr->operands[axis]->index);
      if (from[axis] == 1 || from[axis] != tensor.shape[index]) continue;
      const int result_axis = node.dims[static_cast<size_t>(Kept(tensor.shape, index))];
      classes_.Unify(result_axis, Get(node.inputs[source]).dims[static_cast<size_t>(Kept(from, axis))]);
    }
  }
}

tbe::ExprPtr Canonicaliser::RewriteBody(const TensorNode& tensor, const std::vector<int>& reduce_positions) const {
  const auto shape_of = [&](const tbe::ExprNode& expr) -> const std::vector<int64_t>& {
    return tensor.inputs[static_cast<size_t>(expr.index)].shape();
  };
  // The number of an axis, or `single` where it is dropped since it has one element.
  const auto numbered = [](const tbe::ExprNode& expr, int number, int64_t single) {
    auto copy = std::make_shared<tbe::ExprNode>(expr);
    if (number < 0) {
      copy->kind = tbe::ExprKind::kLiteral;
      copy->value = single;
    }
    copy->index = number;
    return tbe::ExprPtr(std::move(copy));
  };
  return tbe::Rewrite(tensor.body, [&](const tbe::ExprPtr& expr, const std::vector<tbe::ExprPtr>& operands) {
    switch (expr->kind) {
      case tbe::ExprKind::kIndex:
        return numbered(*expr, Kept(tensor.shape, static_cast<size_t>(expr->index)), 0);
      case tbe::ExprKind::kReduceIndex:
        return numbered(*expr, reduce_positions[static_cast<size_t>(expr->index)], 0);
      case tbe::ExprKind::kExtent: {
        // Entry -1 would be the result itself; extents of inputs are the only ones that bodies name.
        const int position = Kept(shape_of(*expr), static_cast<size_t>(expr->axis));
        if (position < 0) return numbered(*expr, -1, 1);
        const int node = built_.at(tensor.inputs[static_cast<size_t>(expr->index)].get());
        return numbered(*expr, nodes_[static_cast<size_t>(node)].dims[static_cast<size_t>(position)], 1);
      }
      case tbe::ExprKind::kRead: {
        auto copy = std::make_shared<tbe::ExprNode>(*expr);
        copy->operands.clear();
        for (size_t i = 0; i < operands.size(); ++i) {
          if (shape_of(*expr)[i] != 1) copy->operands.push_back(operands[i]);
        }
        return tbe::ExprPtr(std::move(copy));
      }
      default:
        return tbe::ExprPtr();
    }
  });
}

Result<int> Canonicaliser::BuildCompute(const TensorNode& tensor, const std::vector<int>& inputs) {
  bool empty_domain = ElementCount(tensor.shape) == 0 || ElementCount(tensor.reduce_shape) == 0;
  KernelNode node = NewNode(KernelOp::kCompute, tensor, inputs);
  AddDims(node, tensor.shape);
  for (int axis : node.dims) classes_.Pin(axis);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (ElementCount(tensor.inputs[i].shape()) == 0 && !empty_domain)
      return NoKernel("compute() reads an empty tensor");
    for (int axis : Get(inputs[i]).dims) classes_.Pin(axis);
  }
  UnifyReads(tensor, node);
  std::vector<int> reduce_positions;
  for (int64_t extent : tensor.reduce_shape) {
    reduce_positions.push_back(extent == 1 ? -1 : static_cast<int>(node.reduce_dims.size()));
    if (extent != 1) node.reduce_dims.push_back(Number(extent));
  }
  node.body = RewriteBody(tensor, reduce_positions);
  return Add(std::move(node));
}

}  // namespace opdk
