#include "sdk/tools/measure/count_work.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "tbe/walk.h"

namespace opdk::measure {
namespace {

using tbe::Kind;
using tbe::TensorNode;

size_t ElementBytes(ge::DataType dtype) {
  size_t bytes = 0;
  VisitElementType(dtype, [&]<typename T>(T) { bytes = sizeof(T); });
  return bytes;
}

size_t Elements(const std::vector<int64_t>& shape) {
  return static_cast<size_t>(std::max<int64_t>(ElementCount(shape), 0));
}

size_t BytesOf(const TensorNode& node) { return Elements(node.shape) * ElementBytes(node.dtype); }

double Product(const std::vector<int64_t>& extents) {
  double product = 1;
  for (const int64_t extent : extents) product *= static_cast<double>(extent);
  return product;
}

// Counts the arithmetic of one element of a compute(), without the computation of indices.
double BodyOps(const tbe::ExprPtr& body, bool floats) {
  using tbe::ExprKind;
  double ops = 0;
  const auto computes_values = [](const tbe::ExprNode& expr) { return expr.kind != ExprKind::kRead; };
  for (const tbe::ExprPtr& expr : tbe::PostOrder(body, computes_values)) {
    if (expr->kind != ExprKind::kUnary && expr->kind != ExprKind::kBinary && expr->kind != ExprKind::kSelect) continue;
    const ge::DataType dtype = expr->operands.empty() ? expr->dtype : expr->operands.back()->dtype;
    ops += !floats || IsFloat(dtype) ? 1 : 0;
  }
  return ops;
}

double ComputeOps(const TensorNode& node, double elements) {
  const double of_one = BodyOps(node.body, IsFloat(node.dtype));
  if (node.reduce_shape.empty()) return elements * of_one;
  const double joined = Product(node.reduce_shape);
  return elements * (joined * of_one + std::max(joined - 1, 0.0));
}

double OpsOf(const TensorNode& node) {
  const auto elements = static_cast<double>(Elements(node.shape));
  switch (node.kind) {
    case Kind::kUnary:
    case Kind::kBinary:
    case Kind::kSelect:
      return elements;
    case Kind::kReduce:
      return std::max(static_cast<double>(Elements(node.inputs[0].shape())) - elements, 0.0);
    case Kind::kScatter:
      return node.overwrite ? 0 : static_cast<double>(Elements(node.inputs[2].shape()));
    case Kind::kScan:
      return elements;
    case Kind::kMatmul: {
      const std::vector<int64_t>& a = node.inputs[0].shape();
      const auto depth = static_cast<double>(node.trans_a ? a[a.size() - 2] : a.back());
      return elements * (2 * depth + (node.inputs.size() > 2 ? 1 : 0));
    }
    case Kind::kConv: {
      const std::vector<int64_t>& weights = node.inputs[1].shape();
      const double depth = weights[0] == 0 ? 0 : Product(weights) / static_cast<double>(weights[0]);
      return elements * (2 * depth + (node.inputs.size() > 2 ? 1 : 0));
    }
    case Kind::kConvTranspose: {
      const std::vector<int64_t>& weights = node.inputs[1].shape();
      const double depth = weights[0] == 0 ? 0 : Product(weights) / static_cast<double>(weights[0]);
      return 2 * depth * Product(node.inputs[0].shape()) + (node.inputs.size() > 2 ? elements : 0);
    }
    case Kind::kPool:
      return elements * Product(node.pool.window);
    case Kind::kCompute:
      return ComputeOps(node, elements);
    default:
      return 0;
  }
}

void AddOps(ge::DataType dtype, bool product, double ops, Work& work) {
  const size_t bytes = ElementBytes(dtype);
  if (bytes > 4) {
    work.double_ops += ops;
  } else if (bytes == 1 && product) {
    work.byte_ops += ops;
  } else {
    work.float_ops += ops;
  }
}

class Counter {
 public:
  Counter(const std::vector<tbe::Tensor>& outputs, const std::vector<tbe::HostTensor>& inputs)
      : inputs_(inputs), nodes_(tbe::PostOrder(outputs)) {
    for (const tbe::Tensor& output : outputs) outputs_.insert(output.get());
    for (const tbe::Tensor& node : nodes_) {
      for (size_t i = 0; i < node->inputs.size(); ++i) users_[node->inputs[i].get()].push_back({node.get(), i});
    }
    // Users come before their inputs.
    for (size_t i = nodes_.size(); i-- > 0;) needed_[nodes_[i].get()] = NeededOf(nodes_[i].get());
  }

  void Count(Work& work) const {
    for (const tbe::Tensor& node : nodes_) {
      const bool product =
          node->kind == Kind::kMatmul || node->kind == Kind::kConv || node->kind == Kind::kConvTranspose;
      const ge::DataType dtype = node->inputs.empty() ? node->dtype : node->inputs.back().dtype();
      AddOps(product ? node->inputs[0].dtype() : dtype, product, OpsOf(*node), work);
    }
    // Several placeholders may stand for one input, which is read once.
    std::map<int, size_t> read;
    for (const tbe::Tensor& node : nodes_) {
      if (node->kind != Kind::kInput) continue;
      size_t& bytes = read[node->input_index];
      bytes = std::min(BytesOf(*node), bytes + needed_.at(node.get()));
    }
    for (const auto& [input, bytes] : read) work.bytes_read += bytes;
  }

 private:
  // Returns the bytes of a value that its users or the outputs need.
  size_t NeededOf(const TensorNode* node) const {
    const size_t all = BytesOf(*node);
    const auto users = users_.find(node);
    if (outputs_.count(node) > 0 || users == users_.end()) return all;
    size_t needed = 0;
    for (const auto& [user, place] : users->second) {
      size_t by_user = all;
      if (user->kind == Kind::kSlice || user->kind == Kind::kReshape || user->kind == Kind::kTranspose) {
        by_user = needed_.at(user);
      } else if (user->kind == Kind::kGather && place == 0) {
        by_user = RowsTaken(*user);
      }
      needed += by_user;
    }
    return std::min(all, needed);
  }

  // Returns the bytes of the different rows that a gather takes.
  size_t RowsTaken(const TensorNode& gather) const {
    const auto axis = static_cast<size_t>(gather.axes[0]);
    const int64_t extent = gather.inputs[0].shape()[axis];
    const size_t rows = std::max<size_t>(static_cast<size_t>(extent), 1);
    const size_t bytes = BytesOf(*gather.inputs[0]) / rows;
    const tbe::Tensor* indices = &gather.inputs[1];
    while ((*indices)->kind == Kind::kReshape || (*indices)->kind == Kind::kCast) indices = &(*indices)->inputs[0];
    const int input = (*indices)->kind == Kind::kInput ? (*indices)->input_index : -1;
    if (input < 0 || inputs_[static_cast<size_t>(input)].bytes.empty()) {
      return bytes * std::min(rows, Elements(gather.inputs[1].shape()));
    }
    std::set<int64_t> different;
    for (const double index : tbe::ToNumbers(inputs_[static_cast<size_t>(input)])) {
      different.insert(static_cast<int64_t>(index) + (index < 0 ? extent : 0));
    }
    return bytes * std::min(rows, different.size());
  }

  const std::vector<tbe::HostTensor>& inputs_;
  std::vector<tbe::Tensor> nodes_;
  std::set<const TensorNode*> outputs_;
  std::map<const TensorNode*, std::vector<std::pair<const TensorNode*, size_t>>> users_;
  std::map<const TensorNode*, size_t> needed_;
};

}  // namespace

CountedWork CountWork(const OpDesc& op, const std::vector<tbe::Tensor>& outputs,
                      const std::vector<tbe::HostTensor>& inputs) {
  CountedWork counted;
  Work& work = counted.work;
  const auto elements = [](const Port& port) { return Elements(port.desc.GetShape().GetDims()); };
  for (const Port& output : op.outputs)
    work.bytes_written += elements(output) * ElementBytes(output.desc.GetDataType());
  if (!outputs.empty()) {
    counted.from_expression = true;
    Counter(outputs, inputs).Count(work);
    return counted;
  }
  for (const Port& input : op.inputs) work.bytes_read += elements(input) * ElementBytes(input.desc.GetDataType());
  for (const Port& output : op.outputs) {
    AddOps(output.desc.GetDataType(), false, static_cast<double>(elements(output)), work);
  }
  return counted;
}

}  // namespace opdk::measure
