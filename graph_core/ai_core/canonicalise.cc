#include "graph_core/ai_core/canonicalise.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "graph_core/ai_core/axis_classes.h"

namespace opdk {
namespace {

using tbe::Tensor;
using tbe::TensorNode;

constexpr int64_t kMaxExtent = std::numeric_limits<int32_t>::max();

int64_t Elements(const std::vector<int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

// Position of axis `axis` once extents of 1 are dropped; -1: it is dropped.
int Kept(const std::vector<int64_t>& shape, size_t axis) {
  if (shape[axis] == 1) return -1;
  return static_cast<int>(std::count_if(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis),
                                        [](int64_t extent) { return extent != 1; }));
}

Status Refuse(std::string why) { return Status(ErrorCode::kExpression, std::move(why)); }

class Canonicaliser {
 public:
  Result<CanonicalKernel> Run(std::span<const Tensor> outputs);

 private:
  // Adds the nodes of `tensor` to nodes_ (dims and starts are axis classes) and returns the node.
  Result<int> Build(const Tensor& tensor);
  Result<int> BuildNode(const TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildReshape(const TensorNode& tensor, int input);
  int BuildMap(const TensorNode& tensor, int input);
  int BuildReduce(const TensorNode& tensor, int input);
  int BuildConcat(const TensorNode& tensor, std::vector<int> inputs);
  int BuildPad(const TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildGather(const TensorNode& tensor, const std::vector<int>& inputs);
  Result<int> BuildCompute(const TensorNode& tensor, const std::vector<int>& inputs);
  tbe::ExprPtr RewriteBody(const TensorNode& tensor, const tbe::ExprPtr& expr,
                           const std::vector<int>& reduce_positions);
  int BuildInput(const TensorNode& tensor, const std::vector<int64_t>& shape);
  int BuildPointwise(const TensorNode& tensor, std::vector<int> inputs);

  KernelNode NewNode(KernelOp op, const TensorNode& tensor, std::vector<int> inputs = {});
  void AddDims(KernelNode& node, const std::vector<int64_t>& shape);
  int Add(KernelNode node);
  // A map without effect is its input.
  int AddMap(KernelNode node);
  int Number(int64_t value) { return classes_.New(value, true); }
  void UnifyDims(const std::vector<int>& a, const std::vector<int>& b);
  KernelNode& Get(int node) { return nodes_[static_cast<size_t>(node)]; }

  void Emit(std::span<const Tensor> outputs, const std::vector<int>& output_nodes, CanonicalKernel& kernel);
  KernelNode EmitNode(const KernelNode& source, CanonicalKernel& kernel);
  int EmitSymbol(int axis, CanonicalKernel& kernel);
  tbe::ExprPtr EmitBody(const tbe::ExprPtr& expr, CanonicalKernel& kernel);
  Status CheckSizes(CanonicalKernel& kernel) const;

  AxisClasses classes_;
  std::vector<KernelNode> nodes_;
  std::map<const TensorNode*, int> built_;
  std::map<std::pair<int, std::vector<int64_t>>, int> input_nodes_;
  std::vector<CanonicalKernel::Argument> arguments_;
  std::vector<tbe::Number> params_;
  std::map<int, int> symbols_;       // axis class -> symbol
  std::vector<int> emitted_;         // node -> emitted node
};

KernelNode Canonicaliser::NewNode(KernelOp op, const TensorNode& tensor, std::vector<int> inputs) {
  KernelNode node;
  node.op = op;
  node.dtype = tensor.dtype;
  node.inputs = std::move(inputs);
  node.unary = tensor.unary;
  node.binary = tensor.binary;
  node.reduce = tensor.reduce;
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
  } else {
    for (const Tensor& input : tensor->inputs) {
      OPDK_TRY(int node, Build(input));
      inputs.push_back(node);
    }
    OPDK_TRY(result, BuildNode(*tensor, inputs));
  }
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
    case tbe::Kind::kCompute:
      return BuildCompute(tensor, inputs);
    case tbe::Kind::kMatmul:
    case tbe::Kind::kConv:
    case tbe::Kind::kPool:
      break;
  }
  return Refuse("a cube operation inside a vector kernel");
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
  if (Elements(tensor.shape) == 0 || source.empty() || node.dims.empty()) {
    return Refuse("a reshape of an empty tensor inside a kernel");
  }
  for (int axis : source) classes_.Pin(axis);
  for (int axis : node.dims) classes_.Pin(axis);
  return Add(std::move(node));
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
  if (Elements(from) == 0) {
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
  if (Elements(params) == 0 && Elements(tensor.shape) != 0) return Refuse("a gather from an empty tensor");
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
  bool empty_domain = Elements(tensor.shape) == 0 || Elements(tensor.reduce_shape) == 0;
  KernelNode node = NewNode(KernelOp::kCompute, tensor, inputs);
  AddDims(node, tensor.shape);
  for (int axis : node.dims) classes_.Pin(axis);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (Elements(tensor.inputs[i].shape()) == 0 && !empty_domain) return Refuse("compute() reads an empty tensor");
    for (int axis : Get(inputs[i]).dims) classes_.Pin(axis);
  }
  std::vector<int> reduce_positions;
  for (int64_t extent : tensor.reduce_shape) {
    reduce_positions.push_back(extent == 1 ? -1 : static_cast<int>(node.reduce_dims.size()));
    if (extent != 1) node.reduce_dims.push_back(Number(extent));
  }
  node.body = RewriteBody(tensor, tensor.body, reduce_positions);
  return Add(std::move(node));
}

int Canonicaliser::EmitSymbol(int axis, CanonicalKernel& kernel) {
  axis = classes_.Find(axis);
  auto [found, is_new] = symbols_.try_emplace(axis, static_cast<int>(kernel.symbols.size()));
  if (is_new) kernel.symbols.push_back(static_cast<int32_t>(classes_.extent(axis)));
  return found->second;
}

tbe::ExprPtr Canonicaliser::EmitBody(const tbe::ExprPtr& expr, CanonicalKernel& kernel) {
  auto copy = std::make_shared<tbe::ExprNode>(*expr);
  if (expr->kind == tbe::ExprKind::kExtent) copy->index = EmitSymbol(expr->index, kernel);
  for (tbe::ExprPtr& operand : copy->operands) operand = EmitBody(operand, kernel);
  return copy;
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
    } else if (i == 0) {  // kGather: axis of params
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

void Canonicaliser::Emit(std::span<const Tensor> outputs, const std::vector<int>& output_nodes,
                         CanonicalKernel& kernel) {
  KernelIr& ir = kernel.ir;
  emitted_.assign(nodes_.size(), -1);
  std::map<std::string, int> known;
  std::vector<bool> used(nodes_.size(), false);
  for (int node : output_nodes) used[static_cast<size_t>(node)] = true;
  for (size_t i = nodes_.size(); i-- > 0;) {
    if (!used[i]) continue;
    for (int input : nodes_[i].inputs) used[static_cast<size_t>(input)] = true;
  }
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!used[i]) continue;
    KernelNode node = EmitNode(nodes_[i], kernel);
    if (node.op == KernelOp::kInput) {
      kernel.inputs.push_back(arguments_[static_cast<size_t>(node.index)]);
      node.index = ir.inputs++;
      for (int dim : node.dims) kernel.inputs.back().dims.push_back(kernel.symbols[static_cast<size_t>(dim)]);
    } else if (node.op == KernelOp::kParam) {
      kernel.params.push_back(params_[static_cast<size_t>(node.index)]);
      node.index = static_cast<int>(ir.params.size());
      ir.params.push_back(node.dtype);
    }
    // Equal subexpressions are one node.
    KernelIr single;
    single.nodes.push_back(node);
    auto [found, is_new] = known.try_emplace(Print(single), static_cast<int>(ir.nodes.size()));
    if (is_new) ir.nodes.push_back(std::move(node));
    emitted_[i] = found->second;
  }
  ir.symbols = static_cast<int>(kernel.symbols.size());
  // Outputs with the same dims side by side, in order of the first of them.
  auto dims_of = [&](size_t output) -> const std::vector<int>& {
    return ir.nodes[static_cast<size_t>(emitted_[static_cast<size_t>(output_nodes[output])])].dims;
  };
  std::vector<bool> placed(outputs.size(), false);
  for (size_t first = 0; first < outputs.size(); ++first) {
    for (size_t i = first; i < outputs.size() && !placed[first]; ++i) {
      if (placed[i] || dims_of(i) != dims_of(first)) continue;
      if (i != first) placed[i] = true;
      ir.outputs.push_back(emitted_[static_cast<size_t>(output_nodes[i])]);
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
        return Refuse("a tensor of more than 2^63 elements");
      }
    }
    if (stride > kMaxExtent) return Refuse("an axis whose stride passes 2^31 elements");
    // Byte offsets are computed in 32 bits unless the kernel is of the large kind.
    if (elements > kMaxExtent / 8) kernel.ir.large = true;
    kernel.elements = std::max(kernel.elements, elements);
  }
  return Status();
}

Result<CanonicalKernel> Canonicaliser::Run(std::span<const Tensor> outputs) {
  std::vector<int> output_nodes;
  for (const Tensor& output : outputs) {
    // A reshape of the result is a view of it.
    Tensor result = output;
    while (result->kind == tbe::Kind::kReshape) result = result->inputs[0];
    OPDK_TRY(int node, Build(result));
    output_nodes.push_back(node);
  }
  std::vector<std::vector<int>> tensors;
  for (const KernelNode& node : nodes_) {
    tensors.push_back(node.dims);
    for (int axis : node.dims) {
      if (classes_.extent(axis) > kMaxExtent) return Refuse("an extent of more than 2^31");
    }
  }
  classes_.Merge(tensors, kMaxExtent);
  CanonicalKernel kernel;
  Emit(outputs, output_nodes, kernel);
  OPDK_TRY(CheckSizes(kernel));
  return kernel;
}

}  // namespace

Result<CanonicalKernel> Canonicalise(std::span<const Tensor> outputs) { return Canonicaliser().Run(outputs); }

}  // namespace opdk
