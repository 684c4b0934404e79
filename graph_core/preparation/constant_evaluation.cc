#include "graph_core/preparation/constant_evaluation.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/node_runner.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/package/placed_node.h"

namespace opdk {

namespace {

// Limits of folding. A small result is always folded; a larger result must not be larger than twice its inputs (Expand,
// Fill).
constexpr size_t kAlwaysFolded = 64 * 1024;
constexpr size_t kGrowth = 2;

// Computes the bytes of a described tensor. false: the shape isn't known, or the type has no size.
bool BytesOf(const ge::TensorDesc& desc, size_t& bytes) {
  int64_t count = ElementCount(desc.GetShape().GetDims());
  int size = ge::GetSizeByDataType(desc.GetDataType());
  if (count < 0 || size <= 0 || size > ge::kDataTypeSizeBitOffset) return false;
  return !__builtin_mul_overflow(static_cast<size_t>(count), static_cast<size_t>(size), &bytes);
}

ge::Tensor Allocate(const ge::TensorDesc& desc, size_t bytes) {
  // Kernels may read whole vectors, so the buffer is a multiple of a vector and never empty.
  size_t capacity = AlignUp(bytes + 1);
  AlignedMemory memory = NewAligned(capacity);
  auto* data = static_cast<uint8_t*>(memory.release());
  std::memset(data, 0, capacity);
  ge::Tensor tensor(desc);
  tensor.SetData(data, bytes, [](uint8_t* given) { std::free(given); });
  return tensor;
}

// Returns whether a tensor holds int32 or int64 elements. They may be indices, which an operator refuses even where its
// output has no elements.
bool MayBeIndices(const ge::TensorDesc& desc) {
  const ge::DataType dtype = desc.GetDataType();
  return (dtype == ge::DT_INT32 || dtype == ge::DT_INT64) && ElementCount(desc.GetShape().GetDims()) != 0;
}

// Gives the values that an inference function has written into the output descriptions; false when one is missing.
bool ValuesFromInference(const Node& node, std::vector<ge::Tensor>& outputs) {
  for (const Port& port : node.op().outputs) {
    uint8_t* data = nullptr;
    size_t size = 0;
    size_t bytes = 0;
    if (!port.desc.GetConstData(&data, size) || !BytesOf(port.desc, bytes) || bytes != size) return false;
    ge::TensorDesc desc = port.desc;
    desc.SetConstData(nullptr, 0);
    outputs.emplace_back(desc, data, size);
  }
  return !outputs.empty();
}

}  // namespace

ConstantEvaluator::ConstantEvaluator(const PassContext& context) : context_(context), engines_(context.engines) {
  // The reference engine comes first, because its kernels are ready. Other engines may have to compile a kernel for one
  // run.
  auto is_reference = [](const Engine* engine) { return engine->name() == ReferenceEngine().name; };
  if (!engines_.empty() && std::none_of(engines_.begin(), engines_.end(), is_reference)) {
    own_engine_ = MakeAiCpuEngine();
    engines_.push_back(own_engine_.get());
  }
  std::stable_partition(engines_.begin(), engines_.end(), is_reference);
}

bool ConstantEvaluator::Value(const Endpoint& from, ge::Tensor& value) {
  if (from.node == nullptr) return false;
  if (const ge::Tensor* constant = from.node->ConstValue(); constant != nullptr) {
    value = *constant;
    return true;
  }
  const Values* outputs = Outputs(*from.node);
  if (outputs == nullptr) return false;
  value = (*outputs)[static_cast<size_t>(from.index)];
  return true;
}

ConstInputFn ConstantEvaluator::InputsOf(const Node& node) {
  return [this, &node](int input, ge::Tensor& value) {
    return input >= 0 && static_cast<size_t>(input) < node.inputs().size() && Value(node.input(input), value);
  };
}

const ConstantEvaluator::Values* ConstantEvaluator::Outputs(const Node& node) {
  auto known = known_.find(node.id());
  if (known == known_.end()) {
    Values outputs;
    bool is_known = !IsStructural(node) && Evaluate(node, outputs);
    known = known_.emplace(node.id(), std::pair(is_known, std::move(outputs))).first;
  }
  return known->second.first ? &known->second.second : nullptr;
}

bool ConstantEvaluator::Evaluate(const Node& node, Values& outputs) {
  const bool* kept = node.op().GetAttr<bool>(kNoFoldingAttr);
  if ((kept != nullptr && *kept) || !IsPure(node)) return false;
  if (ValuesFromInference(node, outputs)) return true;
  outputs.clear();

  size_t output_bytes = 0;
  for (const Port& port : node.op().outputs) {
    size_t bytes = 0;
    if (!BytesOf(port.desc, bytes)) return false;
    output_bytes += bytes;
  }
  // An output without elements depends on shapes only, not on values. A run with other shapes may contradict it, and
  // only the run can report that. So the inputs' shapes must be known.
  const auto is_settled = [&](const Endpoint& from) {
    if (from.node == nullptr || from.node->ConstValue() != nullptr) return true;
    if (!from.node->Is(kData)) return Outputs(*from.node) != nullptr;
    return !IsUnknown(from.node->op().outputs[static_cast<size_t>(from.index)].desc.GetShape().GetDims());
  };
  const bool is_empty =
      output_bytes == 0 && !node.op().outputs.empty() && std::ranges::all_of(node.inputs(), is_settled);
  const auto may_be_indices = [](const Port& port) { return MayBeIndices(port.desc); };
  if (is_empty && std::ranges::none_of(node.op().inputs, may_be_indices)) {
    for (const Port& port : node.op().outputs) outputs.push_back(Allocate(port.desc, 0));
    return true;
  }
  std::vector<ge::Tensor> inputs(node.inputs().size());
  size_t input_bytes = 0;
  bool any = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs()[i].node == nullptr) continue;
    if (!Value(node.inputs()[i], inputs[i])) {
      // Only indices decide whether a kernel refuses to compute no elements: other values may be any.
      const ge::TensorDesc& desc = node.op().inputs[i].desc;
      size_t bytes = 0;
      if (!is_empty || MayBeIndices(desc) || !BytesOf(desc, bytes) || bytes > kAlwaysFolded) return false;
      inputs[i] = Allocate(desc, bytes);
    }
    input_bytes += inputs[i].GetSize();
    any = true;
  }
  // A node without inputs is a source of values that only its kernel knows.
  if (!any || output_bytes > std::max(kAlwaysFolded, kGrowth * input_bytes)) return false;
  return Compute(node, inputs, outputs);
}

bool ConstantEvaluator::Compute(const Node& node, const std::vector<ge::Tensor>& inputs, Values& outputs) const {
  return std::any_of(engines_.begin(), engines_.end(),
                     [&](Engine* engine) { return Run(node, inputs, *engine, outputs); });
}

bool ConstantEvaluator::Run(const Node& node, const std::vector<ge::Tensor>& inputs, Engine& engine,
                            Values& outputs) const {
  // A separate graph shows the engine constants where the real graph may get constants only later.
  Engine* const engines[] = {&engine};
  auto runner = NodeRunner::Make(
      node.op(), [&](size_t i) { return &inputs[i]; }, engines, *context_.packages);
  if (!runner.ok()) return false;
  const Node& copy = (*runner)->node();

  outputs.clear();
  std::vector<std::vector<int64_t>> shapes;
  shapes.reserve(inputs.size() + copy.op().outputs.size());
  auto argument = [&](const ge::Tensor& tensor, size_t capacity) {
    shapes.push_back(tensor.GetTensorDesc().GetShape().GetDims());
    return TensorArg{ConstantAddress(tensor), capacity, tensor.GetDataType(), &shapes.back()};
  };
  std::vector<TensorArg> ins;
  for (size_t i = 0; i < inputs.size(); ++i) {
    bool absent = node.inputs()[i].node == nullptr;
    ins.push_back(absent ? TensorArg{} : argument(inputs[i], inputs[i].GetSize()));
  }
  std::vector<TensorArg> outs;
  bool all_views = true;
  for (int i = 0; i < static_cast<int>(copy.op().outputs.size()); ++i) {
    const ge::TensorDesc& desc = copy.op().outputs[static_cast<size_t>(i)].desc;
    size_t bytes = 0;
    if (!BytesOf(desc, bytes)) return false;
    outputs.push_back(Allocate(desc, bytes));
    outs.push_back(argument(outputs.back(), bytes));
    int viewed = ViewInput(copy, i, *context_.packages);
    bool is_view = viewed >= 0 && inputs[static_cast<size_t>(viewed)].GetSize() == bytes;
    if (is_view && bytes > 0) {
      std::memcpy(outputs.back().GetData(), inputs[static_cast<size_t>(viewed)].GetData(), bytes);
    }
    // Outputs without users, such as the mask of a Dropout, need no kernel.
    all_views = all_views && (is_view || node.uses(i).empty());
  }
  if (all_views) return true;

  KernelArgs args{ins, outs, nullptr};
  const auto prepared = (*runner)->Prepare(args);
  if (!prepared.ok()) return false;
  const auto call = (*prepared)->NewCall();
  if (!call.ok()) return false;
  ge::Tensor scratch = Allocate(ge::TensorDesc(), (*prepared)->workspace_bytes());
  args.workspace = scratch.GetData();
  // A kernel that fails here also fails in the model's run, with the right message. So folding leaves the node alone.
  if (!(*call)->Run(args).ok()) return false;
  for (size_t i = 0; i < outs.size(); ++i) {
    // If the computed shape differs from the inferred shape, the constant would contradict its description.
    if (*outs[i].shape != outputs[i].GetTensorDesc().GetShape().GetDims()) return false;
  }
  return true;
}

}  // namespace opdk
