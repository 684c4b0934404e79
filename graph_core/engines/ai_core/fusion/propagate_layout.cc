// Channel blocks (NC1HWC0) where convolutions and pools are fastest, kept through everything that can work on them.
//
// Producers before consumers: a convolution takes and gives blocks where oneDNN has a fast primitive for them, a pool
// keeps the blocks of its data, a vector kernel those of its inputs if its expression can be written on the storage.
// Where a tensor is wanted otherwise than it is produced stands one TransData for all who want it so; but a convolution
// that alone wants its data so, or whose result nobody wants in blocks, does that itself. With blocks of 16 channels:
//
//   x: [1, 3, 32, 32]       row-major: 3 channels fill no block, and the convolution reads them so
//   a = Conv2D(x, u)        [1, 64, 32, 32] in blocks
//   b = Relu(a)             in blocks: its expression can be written on the storage
//   y = Conv2D(b, v)        takes blocks; nobody wants y in blocks, so the convolution writes it row-major
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/fusion/passes.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

constexpr std::string_view kTransData = "TransData";

// Returns the package that converts between the formats; nullptr if there is none.
const OperatorProvider* TransDataProvider(const PackageRegistry& packages) {
  for (const OperatorProvider& provider : packages.Providers(kTransData)) {
    bool listed = provider.info != nullptr && provider.info->Find(kAiCoreEngine) != nullptr;
    if (listed && provider.Kernel(kAiCoreEngine) != nullptr) return &provider;
  }
  return nullptr;
}

class LayoutPropagation {
 public:
  LayoutPropagation(Graph& graph, const PassContext& context, const OperatorProvider& trans_data)
      : graph_(graph), context_(context), packages_(*context.packages), trans_data_(trans_data), c0_(MachineC0()) {}

  Result<Changed> Run();

 private:
  struct Choice {
    PortBlocks blocks;
    int converts_input = -1;       // a convolution's data: the primitive can bring it into blocks itself
    bool converts_output = false;  // nothing is added to its result: the primitive can bring it out of them
  };

  void Choose(Node* node);
  bool ChooseCube(const Node& node, const StepSpec& spec, Choice& choice);
  bool ChooseVector(const Node& node, Choice& choice);
  // Returns whether one fast step computes the node with these blocks.
  bool Works(const Node& node, const PortBlocks& blocks);
  void LeaveConversionsToConvolutions();
  int Wanting(const Endpoint& from) const;
  void Apply();
  Endpoint Converted(const Endpoint& from, int64_t c0);

  const OperatorProvider* ProviderFor(const Node& node) const { return PlacedProvider(node, packages_); }
  int64_t Produced(const Endpoint& from) const {
    auto found = choices_.find(from.node);
    return found == choices_.end() ? 0 : found->second.blocks.output(static_cast<size_t>(from.index));
  }
  int64_t Wanted(const Use& use) const {
    auto found = choices_.find(use.node);
    return found == choices_.end() ? 0 : found->second.blocks.input(static_cast<size_t>(use.index));
  }
  static Shape InputShape(const Node& node, size_t i) { return node.op().inputs[i].desc.GetShape().GetDims(); }
  static Shape OutputShape(const Node& node, size_t i) { return node.op().outputs[i].desc.GetShape().GetDims(); }
  // Returns C0 for a tensor that gains from blocks, which has more than one element per channel; else 0.
  int64_t BlockFor(const Shape& shape) const { return SameInBothFormats(shape, c0_) ? 0 : c0_; }

  Graph& graph_;
  const PassContext& context_;
  const PackageRegistry& packages_;
  const OperatorProvider& trans_data_;
  int64_t c0_;
  std::vector<Node*> order_;
  std::map<const Node*, Choice> choices_;
  std::map<std::tuple<const Node*, int>, Node*> converted_;
};

bool LayoutPropagation::Works(const Node& node, const PortBlocks& blocks) {
  bool exact = true;
  auto plan = PlanWithBlocks(node, ProviderFor(node), context_, blocks, &exact);
  if (!plan.ok() || !exact || (*plan)->steps.size() != 1) return false;
  const StepSpec& step = (*plan)->steps[0];
  if (step.is_vector()) return true;
  if (!step.is_cube()) return false;
  return step.cube->kind == tbe::Kind::kConv   ? ConvRunsOnBlocks(step)
         : step.cube->kind == tbe::Kind::kPool ? PoolRunsOnBlocks(step)
                                               : false;
}

bool LayoutPropagation::ChooseCube(const Node& node, const StepSpec& spec, Choice& choice) {
  auto x = static_cast<size_t>(spec.cube_inputs[0]);
  const tbe::Kind kind = spec.cube->kind;
  if (x >= node.inputs().size() || kind == tbe::Kind::kMatmul || kind == tbe::Kind::kConvBackpropFilter) return false;
  Shape x_shape = spec.cube->inputs[0].shape();
  bool produced = Produced(node.inputs()[x]) != 0;
  bool conv = kind == tbe::Kind::kConv;
  if (!conv && !produced) return false;
  // Blocks bring this convolution nothing. Readers that want blocks convert the tensor.
  if (!produced && IsPlainDepthwise(spec)) return false;
  choice.blocks.outputs[0] = BlockFor(spec.cube->shape);
  choice.converts_output = conv;
  bool adds_x = false;  // the added tensor is stored like the result
  for (const Epilogue& epilogue : spec.epilogues) {
    if (epilogue.value < 0) continue;
    if (static_cast<size_t>(epilogue.value) >= node.inputs().size()) return false;
    choice.blocks.inputs[static_cast<size_t>(epilogue.value)] = choice.blocks.outputs[0];
    choice.converts_output = false;
    adds_x = adds_x || static_cast<size_t>(epilogue.value) == x;
  }
  if (produced || adds_x || x_shape[1] >= c0_) {
    choice.blocks.inputs[x] = BlockFor(x_shape);
    if (conv && !adds_x) choice.converts_input = static_cast<int>(x);
    if (choice.blocks.any() && Works(node, choice.blocks)) return true;
    if (adds_x) return false;
    choice.blocks.inputs[x] = 0;
    choice.converts_input = -1;
  }
  return conv && choice.blocks.any() && Works(node, choice.blocks);
}

bool LayoutPropagation::ChooseVector(const Node& node, Choice& choice) {
  Shape blocked;
  int64_t gain = 0;
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    if (node.inputs()[i].node == nullptr || Produced(node.inputs()[i]) == 0) continue;
    choice.blocks.inputs[i] = c0_;
    blocked = InputShape(node, i);
    if (!FillsBlocks(blocked, c0_)) return false;
    gain += ElementCount(blocked);
  }
  if (gain == 0) return false;
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    Shape shape = OutputShape(node, i);
    if (FillsBlocks(shape, c0_) && shape.size() == blocked.size()) choice.blocks.outputs[i] = BlockFor(shape);
  }
  if (Works(node, choice.blocks)) return true;
  // The other large inputs are converted to blocks, if they are the smaller part.
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    if (node.inputs()[i].node == nullptr || choice.blocks.inputs[i] != 0) continue;
    Shape shape = InputShape(node, i);
    if (shape.size() != blocked.size() || !FillsBlocks(shape, c0_) || BlockFor(shape) == 0) continue;
    choice.blocks.inputs[i] = c0_;
    gain -= ElementCount(shape);
  }
  return gain >= 0 && Works(node, choice.blocks);
}

void LayoutPropagation::Choose(Node* node) {
  bool placed = !node->placement().package.empty() || node->Is(kFusedOp);
  if (!placed || (IsStructural(*node) && !node->Is(kFusedOp)) || IsPureView(*node, packages_)) return;
  if (node->Is(kTransData) || !HasAxes(*node, 3)) return;
  for (int input : ValueDependInputs(*node, packages_)) {
    const Node* from = node->input(input).node;
    if (from != nullptr && !from->Is(kConst)) return;
  }
  if (const OperatorProvider* provider = ProviderFor(*node);
      !node->Is(kFusedOp) && (provider == nullptr || provider->Kernel(kAiCoreEngine) == nullptr)) {
    return;
  }
  bool exact = true;
  auto plan = PlanOf(*node, ProviderFor(*node), context_, &exact, {.values = ParamValues::kIgnored});
  if (!plan.ok() || !exact || (*plan)->steps.size() != 1) return;
  Choice choice;
  choice.blocks.inputs.resize(node->inputs().size());
  choice.blocks.outputs.resize(node->op().outputs.size());
  const StepSpec& spec = (*plan)->steps[0];
  bool chosen = spec.is_cube() ? ChooseCube(*node, spec, choice) : spec.is_vector() && ChooseVector(*node, choice);
  if (chosen) choices_.emplace(node, std::move(choice));
}

// Returns how many inputs want a tensor in blocks.
int LayoutPropagation::Wanting(const Endpoint& from) const {
  const std::vector<Use>& uses = from.node->uses(from.index);
  return static_cast<int>(std::count_if(uses.begin(), uses.end(), [&](const Use& use) { return Wanted(use) != 0; }));
}

void LayoutPropagation::LeaveConversionsToConvolutions() {
  for (auto& [node, choice] : choices_) {
    if (choice.converts_output && Wanting({const_cast<Node*>(node), 0}) == 0) choice.blocks.outputs[0] = 0;
  }
  for (auto& [node, choice] : choices_) {
    if (choice.converts_input < 0) continue;
    const Endpoint& from = node->input(choice.converts_input);
    if (Produced(from) == 0 && Wanting(from) == 1) choice.blocks.inputs[static_cast<size_t>(choice.converts_input)] = 0;
  }
  std::erase_if(choices_, [](const auto& entry) { return !entry.second.blocks.any(); });
}

// Returns the same tensor in the other format.
Endpoint LayoutPropagation::Converted(const Endpoint& from, int64_t c0) {
  Node*& node = converted_[{from.node, from.index}];
  if (node != nullptr) return {node, 0};
  const ge::TensorDesc& source = from.node->op().outputs[static_cast<size_t>(from.index)].desc;
  ge::TensorDesc plain = source;
  if (c0 == 0) {
    plain.SetFormat(source.GetOriginFormat());
    plain.SetShape(source.GetOriginShape());
  }
  OpDesc op;
  op.type = kTransData;
  op.name = fmt::format("{}_to_{}", from.node->name(), c0 == 0 ? "NCHW" : "NC1HWC0");
  op.ir_inputs = {{"x", PortKind::kRequired, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.inputs = {{"x", 0, source}};
  op.outputs = {{"y", 0, c0 == 0 ? plain : WithBlocks(plain, c0)}};
  op.attrs["src_format"] = std::string(c0 == 0 ? "NC1HWC0" : "NCHW");
  op.attrs["dst_format"] = std::string(c0 == 0 ? "NCHW" : "NC1HWC0");
  op.attrs["c0"] = c0_;
  op.attrs["channels"] = c0 == 0 ? plain.GetShape().GetDims()[1] : int64_t{-1};
  node = graph_.AddNode(std::move(op));
  Place(*node, kAiCoreEngine, &trans_data_);
  graph_.Connect(from, node, 0);
  return {node, 0};
}

void LayoutPropagation::Apply() {
  // The formats of all outputs first: a conversion takes its description from them.
  for (Node* node : order_) {
    auto found = choices_.find(node);
    if (found == choices_.end()) continue;
    const PortBlocks& blocks = found->second.blocks;
    node->op().attrs[std::string(kInputBlocksAttr)] = blocks.inputs;
    node->op().attrs[std::string(kOutputBlocksAttr)] = blocks.outputs;
    for (size_t i = 0; i < blocks.inputs.size(); ++i) {
      ge::TensorDesc& desc = node->op().inputs[i].desc;
      if (blocks.inputs[i] != 0) desc = WithBlocks(desc, c0_);
    }
    for (size_t i = 0; i < blocks.outputs.size(); ++i) {
      ge::TensorDesc& desc = node->op().outputs[i].desc;
      if (blocks.outputs[i] != 0) desc = WithBlocks(desc, c0_);
    }
  }
  for (Node* node : order_) {
    for (size_t i = 0; i < node->op().outputs.size(); ++i) {
      const Endpoint from{node, static_cast<int>(i)};
      int64_t produced = Produced(from);
      const std::vector<Use> uses = node->uses(from.index);
      for (const Use& use : uses) {
        int64_t wanted = Wanted(use);
        if (wanted != produced) graph_.Connect(Converted(from, wanted), use.node, use.index);
      }
    }
  }
}

Result<Changed> LayoutPropagation::Run() {
  OPDK_TRY(order_, graph_.TopologicalOrder());
  for (Node* node : order_) Choose(node);
  LeaveConversionsToConvolutions();
  if (choices_.empty()) return Changed::kNo;
  Apply();
  return Changed::kYes;
}

}  // namespace

Result<Changed> PropagateLayout(Graph& graph, const PassContext& context) {
  const OperatorProvider* trans_data = TransDataProvider(*context.packages);
  if (MachineC0() == 0 || trans_data == nullptr) return Changed::kNo;
  return LayoutPropagation(graph, context, *trans_data).Run();
}

}  // namespace opdk
