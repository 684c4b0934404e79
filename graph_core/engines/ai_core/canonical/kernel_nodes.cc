// How each kind of expression node becomes a kernel node.
#include <algorithm>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/canonical/canonicaliser.h"

namespace opdk {
namespace {

using tbe::Tensor;
using tbe::TensorNode;

// Position of axis `axis` once extents of 1 are dropped; -1: it is dropped.
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

Result<int> Canonicaliser::Build(const Tensor& tensor) {
  if (auto found = built_.find(tensor.get()); found != built_.end()) return found->second;
  std::vector<int> inputs;
  int result = -1;
  if (tensor->kind == tbe::Kind::kReshape && tensor->inputs[0]->kind == tbe::Kind::kInput) {
    // The same bytes, seen with another shape.
    result = BuildInput(*tensor->inputs[0], tensor->shape);
  } else if (Tensor slice = tensor->kind == tbe::Kind::kReshape ? SliceOfReshape(*tensor) : Tensor()) {
    rewritten_.push_back(slice);
    OPDK_TRY(result, Build(slice));
  } else {
    for (const Tensor& input : tensor->inputs) {
      OPDK_TRY(int node, Build(input));
      inputs.push_back(node);
    }
    OPDK_TRY(result, BuildNode(*tensor, inputs));
  }
  TakeHints(*tensor, result);
  built_[tensor.get()] = result;
  return result;
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
      params_.push_back(tensor.value);
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
    case tbe::Kind::kCompute:
      return BuildCompute(tensor, inputs);
    case tbe::Kind::kMatmul:
    case tbe::Kind::kConv:
    case tbe::Kind::kConvTranspose:
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

void Canonicaliser::UnifyReads(const TensorNode& tensor, const KernelNode& node, const tbe::ExprPtr& expr) {
  for (size_t axis = 0; axis < expr->operands.size(); ++axis) {
    const tbe::ExprPtr& operand = expr->operands[axis];
    UnifyReads(tensor, node, operand);
    if (expr->kind != tbe::ExprKind::kRead || operand->kind != tbe::ExprKind::kIndex) continue;
    const auto source = static_cast<size_t>(expr->index), index = static_cast<size_t>(operand->index);
    const std::vector<int64_t>& from = tensor.inputs[source].shape();
    if (from[axis] == 1 || from[axis] != tensor.shape[index]) continue;
    const int result_axis = node.dims[static_cast<size_t>(Kept(tensor.shape, index))];
    classes_.Unify(result_axis, Get(node.inputs[source]).dims[static_cast<size_t>(Kept(from, axis))]);
  }
}

tbe::ExprPtr Canonicaliser::RewriteBody(const TensorNode& tensor, const tbe::ExprPtr& expr,
                                        const std::vector<int>& reduce_positions) {
  auto copy = std::make_shared<tbe::ExprNode>(*expr);
  auto literal = [&](int64_t value) {
    copy->kind = tbe::ExprKind::kLiteral;
    copy->value = value;
  };
  if (expr->kind == tbe::ExprKind::kIndex) {
    copy->index = Kept(tensor.shape, static_cast<size_t>(expr->index));
    if (copy->index < 0) literal(0);
  } else if (expr->kind == tbe::ExprKind::kReduceIndex) {
    copy->index = reduce_positions[static_cast<size_t>(expr->index)];
    if (copy->index < 0) literal(0);
  } else if (expr->kind == tbe::ExprKind::kExtent) {
    // Entry -1 would be the result itself; extents of inputs are the only ones that bodies name.
    const std::vector<int64_t>& shape = tensor.inputs[static_cast<size_t>(expr->index)].shape();
    int position = Kept(shape, static_cast<size_t>(expr->axis));
    if (position < 0) {
      literal(1);
    } else {
      int node = built_.at(tensor.inputs[static_cast<size_t>(expr->index)].get());
      copy->index = Get(node).dims[static_cast<size_t>(position)];
    }
  }
  copy->operands.clear();
  for (size_t i = 0; i < expr->operands.size(); ++i) {
    if (expr->kind == tbe::ExprKind::kRead && tensor.inputs[static_cast<size_t>(expr->index)].shape()[i] == 1) continue;
    copy->operands.push_back(RewriteBody(tensor, expr->operands[i], reduce_positions));
  }
  return copy;
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
  UnifyReads(tensor, node, tensor.body);
  std::vector<int> reduce_positions;
  for (int64_t extent : tensor.reduce_shape) {
    reduce_positions.push_back(extent == 1 ? -1 : static_cast<int>(node.reduce_dims.size()));
    if (extent != 1) node.reduce_dims.push_back(Number(extent));
  }
  node.body = RewriteBody(tensor, tensor.body, reduce_positions);
  return Add(std::move(node));
}

}  // namespace opdk
