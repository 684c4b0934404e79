#include "graph_core/compilation/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/compilation/parts.h"
#include "graph_core/compilation/variable_memory.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/ir/next_element.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

class Layout {
 public:
  Layout(const Graph& graph, const NodesByNumber& nodes, Function& function, MemoryReport& memory,
         const PackageRegistry& packages, const CompileRegion& compile_region, const LayoutOptions& options)
      : graph_(graph),
        nodes_(nodes.nodes),
        number_of_(nodes.number_of),
        function_(function),
        memory_(memory),
        packages_(packages),
        compile_region_(compile_region),
        options_(options) {}

  Status Run() {
    OPDK_TRY(order_, graph_.TopologicalOrder());
    for (Node* node : order_) OPDK_TRY(Check(*node));
    for (Node* node : order_) OPDK_TRY(AddTensors(node));
    for (Node* node : order_) OPDK_TRY(AddStep(node));
    AddInputs();
    OPDK_TRY(AddOutputs());
    SetLives(function_);
    const std::vector<PartsStep> parts =
        options_.reuse ? FindParts(function_, nodes_, packages_) : std::vector<PartsStep>();
    if (parts.empty()) {
      ShareBlocks();
    } else {
      ShareBlocksWithParts(parts);
    }
    return Status();
  }

 private:
  void ShareBlocks() {
    SetLives(function_);
    ShareVariables(function_, nodes_, packages_);
    AssignStreams(function_, nodes_, options_.streams);
    SetLives(function_);
    const HappensBefore order(function_);
    order_of_steps_ = &order;
    users_ = UsersOfBlocks(function_);
    BindOutputs();
    tensors_in_.assign(function_.blocks.size(), {});
    for (size_t t = 0; t < function_.tensors.size(); ++t) {
      tensors_in_[static_cast<size_t>(function_.tensors[t].block)].push_back(static_cast<int>(t));
    }
    for (size_t s = 0; s < function_.steps.size(); ++s) ReuseInputs(static_cast<int>(s));
    DropMergedBlocks();
  }

  // Lays parts into their wholes, and then shares blocks. A whole lives as long as any of its parts. If that needs an
  // eighth more memory than copies do, the dearer half of the parts is copied, and so on.
  void ShareBlocksWithParts(std::span<const PartsStep> parts) {
    const Function apart = function_;
    const MemoryReport report = memory_;
    ShareBlocks();
    const size_t copied = PlanBlocks(function_, options_.reuse).planned;
    for (; !parts.empty(); parts = parts.first(parts.size() / 2)) {
      function_ = apart;
      memory_ = report;
      LayParts(parts, function_, memory_);
      ShareBlocks();
      if (PlanBlocks(function_, options_.reuse).planned <= copied + copied / 8) return;
    }
    function_ = apart;
    memory_ = report;
    ShareBlocks();
  }

  static Status Check(const Node& node) {
    if (node.Is(kPlaceHolder) || node.Is(kEnd)) {
      return Status(
          ErrorCode::kInternal,
          fmt::format("node {} ({}) marks a cut between engine subgraphs; merge the subgraphs before compiling",
                      node.name(), node.type()));
    }
    if (IsRun(node) && node.placement().engine.empty()) {
      return Status(ErrorCode::kNoEngine, fmt::format("node {} ({}) has no engine", node.name(), node.type()));
    }
    return Status();
  }

  TensorSlot& Tensor(int tensor) { return function_.tensors[static_cast<size_t>(tensor)]; }
  Block& BlockOf(int tensor) { return function_.blocks[static_cast<size_t>(Tensor(tensor).block)]; }
  int TensorOf(Endpoint endpoint) const {
    if (endpoint.node == nullptr) return -1;
    return tensor_of_.at({endpoint.node, endpoint.index});
  }

  Status AddTensors(Node* node) {
    if (node->Is(kNetOutput)) return Status();
    const bool view = IsRun(*node) && IsPureView(*node, packages_);
    for (size_t i = 0; i < node->op().outputs.size(); ++i) {
      const int output = static_cast<int>(i);
      const ge::TensorDesc& desc = node->op().outputs[i].desc;
      const int tensor = static_cast<int>(function_.tensors.size());
      function_.tensors.push_back({number_of_.at(node), desc.GetDataType(), desc.GetShape().GetDims(), -1});
      tensor_of_[{node, output}] = tensor;
      // An unused output of a view without a kernel needs no bytes. A kernel writes all its outputs.
      const int input = SharedInput(*node, output, view);
      auto added = input >= 0 ? ShareBlock(tensor, *node, input) : AddBlock(*node, tensor);
      if (!added.ok()) return std::move(added).At(fmt::format("node {} ({})", node->name(), node->type()));
    }
    return Status();
  }

  // Returns the input whose bytes an output is. -1: none.
  int SharedInput(const Node& node, int output, bool view) const {
    if (VariableOpOf(node) == VariableOp::kWrite) return 0;
    if (ResourceOpOf(node) == ResourceOp::kPush) return 1;
    return view ? ViewInput(node, output, packages_) : -1;
  }

  // Returns whether the step itself provides the memory of its outputs.
  static bool GivesAddresses(const Node& node) {
    return IsControl(node) || TakesNext(node) || GivesElements(ResourceOpOf(node));
  }

  // Returns whether a value that only a run knows decides about the shape of the view of `viewed`.
  static bool HasValueOfRun(const Node& node, int viewed) {
    for (size_t i = 0; i < node.inputs().size(); ++i) {
      const Node* from = node.inputs()[i].node;
      if (static_cast<int>(i) != viewed && from != nullptr && !from->Is(kConst)) return true;
    }
    return false;
  }

  Status ShareBlock(int tensor, const Node& node, int input) {
    const TensorSlot& to = Tensor(tensor);
    const TensorSlot& from = Tensor(TensorOf(node.input(input)));
    if (!IsUnknown(to.shape) && !IsUnknown(from.shape)) {
      OPDK_TRY(const size_t to_bytes, TensorBytes(to.dtype, to.shape));
      OPDK_TRY(const size_t from_bytes, TensorBytes(from.dtype, from.shape));
      const std::string output = DescribeTensor(to.dtype, to.shape), viewed = DescribeTensor(from.dtype, from.shape);
      if (to_bytes != from_bytes && HasValueOfRun(node, input)) {
        return Status(ErrorCode::kInferShape,
                      fmt::format("the output's shape {} does not fit its input, which is {}", output, viewed));
      }
      if (to_bytes != from_bytes) {
        return Status(ErrorCode::kOpInfoInvalid,
                      fmt::format("the operator information calls the output a view of the input, but they differ in "
                                  "size: {} and {}",
                                  output, viewed));
      }
    }
    Tensor(tensor).block = from.block;
    ++memory_.views;
    return Status();
  }

  Status AddBlock(const Node& node, int tensor) {
    TensorSlot& slot = Tensor(tensor);
    Block block;
    block.root = tensor;
    block.dynamic = IsUnknown(slot.shape);
    if (node.Is(kConst)) {
      block.kind = BlockKind::kConstant;
      block.index = static_cast<int>(function_.constants.size());
      const ge::Tensor* value = node.ConstValue();
      if (value == nullptr) return Status(ErrorCode::kGraphInvalid, "the constant has no value");
      block.bytes = value->GetSize();
      memory_.constants += block.bytes;
      function_.constants.push_back(number_of_.at(&node));
    } else if (node.Is(kVariable)) {
      block.kind = BlockKind::kSession;
      block.index = static_cast<int>(function_.variables.size());
      OPDK_TRY(block.bytes, TensorBytes(slot.dtype, slot.shape));
      function_.variables.push_back(number_of_.at(&node));
    } else {
      block.kind = node.Is(kData)         ? BlockKind::kInput
                   : GivesAddresses(node) ? BlockKind::kRegion
                   : block.dynamic        ? BlockKind::kPool
                                          : BlockKind::kArena;
      if (node.Is(kData)) block.index = DataIndex(node).value_or(0);
      if (!block.dynamic) {
        OPDK_TRY(block.bytes, TensorBytes(slot.dtype, slot.shape));
      } else if (!node.Is(kData)) {
        ++memory_.dynamic_tensors;
      }
    }
    slot.block = static_cast<int>(function_.blocks.size());
    function_.blocks.push_back(block);
    return Status();
  }

  // Compiles the functions of a node's regions. Their arenas share one block, because only one region runs at a time.
  Result<ControlTask> CallRegions(const Node& node) {
    ControlTask task;
    task.kind = ControlKindOf(node);
    Block frame;
    for (size_t i = 0; i < node.regions().size(); ++i) {
      const std::string name = RegionName(node, i);
      const auto region = std::find_if(node.regions().begin(), node.regions().end(),
                                       [&](const Region& known) { return known.name == name; });
      OPDK_CHECK(region != node.regions().end(), node.name() + " has no region " + name);
      auto called = compile_region_(node, *region);
      if (!called.ok()) return std::move(called).status().At(fmt::format("region {} of node {}", name, node.name()));
      task.functions.push_back(called->number);
      frame.bytes = std::max(frame.bytes, called->arena_bytes);
    }
    task.frame = static_cast<int>(function_.blocks.size());
    function_.blocks.push_back(frame);
    return task;
  }

  Status AddStep(Node* node) {
    if (!IsRun(*node)) return Status();
    Step step;
    step.node = number_of_.at(node);
    for (const Endpoint& input : node->inputs()) step.inputs.push_back(TensorOf(input));
    for (size_t i = 0; i < node->op().outputs.size(); ++i) {
      step.outputs.push_back(TensorOf({node, static_cast<int>(i)}));
    }
    if (IsControl(*node)) {
      OPDK_TRY(step.task, CallRegions(*node));
    } else if (TakesNext(*node)) {
      step.task = ChannelTask{*node->op().GetAttr<std::string>(kChannelName)};
    } else if (UsesResource(*node)) {
      step.task = ResourceTask{ResourceOpOf(*node)};
    } else if (IsVariableAccess(*node)) {
      step.task = VariableTask{VariableOpOf(*node)};
    } else if (!IsPureView(*node, packages_)) {
      step.task = KernelTaskOf(*node, step);
    } else if (HasUnknownShapes(step)) {
      step.task = ViewTask();
    } else {
      return Status();  // all its shapes are known and fit, so a run has nothing to do
    }
    function_.steps.push_back(std::move(step));
    return Status();
  }

  bool HasUnknownShapes(const Step& step) {
    const auto unknown = [&](int tensor) { return tensor >= 0 && IsUnknown(Tensor(tensor).shape); };
    return std::any_of(step.outputs.begin(), step.outputs.end(), unknown) ||
           std::any_of(step.inputs.begin(), step.inputs.end(), unknown);
  }

  KernelTask KernelTaskOf(const Node& node, const Step& step) {
    KernelTask task;
    for (int input : ValueDependInputs(node, packages_)) {
      const int tensor = step.inputs[static_cast<size_t>(input)];
      if (tensor >= 0 && BlockOf(tensor).kind != BlockKind::kConstant) task.value_inputs.push_back(input);
    }
    task.adapts = HasUnknownShapes(step) || !task.value_inputs.empty();
    return task;
  }

  void AddInputs() {
    for (Node* data : graph_.inputs()) function_.inputs.push_back({data->name(), TensorOf({data, 0})});
  }

  Status AddOutputs() {
    const Node* net_output = graph_.net_output();
    if (net_output == nullptr) {
      return Status(ErrorCode::kGraphInvalid, fmt::format("graph {} has no outputs", graph_.name()));
    }
    const auto* names = net_output->op().GetAttr<std::vector<std::string>>("output_names");
    for (size_t i = 0; i < net_output->inputs().size(); ++i) {
      const Endpoint source = net_output->inputs()[i];
      if (source.node == nullptr) {
        return Status(ErrorCode::kGraphInvalid,
                      fmt::format("output {} of graph {} is not connected", i, graph_.name()));
      }
      std::string name =
          names != nullptr && i < names->size() ? (*names)[i] : fmt::format("{}:{}", source.node->name(), source.index);
      function_.outputs.push_back({std::move(name), TensorOf(source), false});
    }
    return Status();
  }

  // Makes a block of the model the caller's output buffer, for the first graph output that is in the block. The kernel
  // writes into that buffer.
  void BindOutputs() {
    for (size_t i = 0; i < function_.outputs.size(); ++i) {
      ModelOutput& output = function_.outputs[i];
      Block& block = BlockOf(output.tensor);
      block.last_step = static_cast<int>(function_.steps.size());
      output.copied =
          (block.kind != BlockKind::kArena || !IsWhole(function_, output.tensor)) && block.kind != BlockKind::kPool;
      if (output.copied) continue;
      block.kind = BlockKind::kOutput;
      block.index = static_cast<int>(i);
      ++memory_.zero_copy;
    }
  }

  // Lets outputs of a step overwrite an input whose life ends at the step.
  void ReuseInputs(int s) {
    const Step& step = function_.steps[static_cast<size_t>(s)];
    if (step.As<KernelTask>() == nullptr) return;
    for (size_t output = 0; output < step.outputs.size(); ++output) {
      const int tensor = step.outputs[output];
      const int input = InPlaceInput(*nodes_[static_cast<size_t>(step.node)], static_cast<int>(output), packages_);
      if (input < 0) continue;
      const int source = step.inputs[static_cast<size_t>(input)];
      const int from = Tensor(source).block;
      const int to = Tensor(tensor).block;
      if (from == to || !IsWhole(function_, source) || !IsWhole(function_, tensor)) continue;
      if (!CanOverwrite(step, s, from, to)) continue;
      Block& kept = function_.blocks[static_cast<size_t>(from)];
      const Block& merged = function_.blocks[static_cast<size_t>(to)];
      kept.last_step = merged.last_step;
      kept.kind = merged.kind;
      kept.index = merged.index;
      std::vector<int>& users = users_[static_cast<size_t>(from)];
      users.insert(users.end(), users_[static_cast<size_t>(to)].begin(), users_[static_cast<size_t>(to)].end());
      for (const int moved : tensors_in_[static_cast<size_t>(to)]) {
        Tensor(moved).block = from;
        tensors_in_[static_cast<size_t>(from)].push_back(moved);
      }
      ++memory_.in_place;
    }
  }

  bool CanOverwrite(const Step& step, int s, int from, int to) {
    const Block& input = function_.blocks[static_cast<size_t>(from)];
    const Block& output = function_.blocks[static_cast<size_t>(to)];
    if (input.kind != BlockKind::kArena || input.dynamic || output.dynamic) return false;
    if (input.bytes != output.bytes || input.last_step != s) return false;
    // Another input with the same bytes (the same tensor twice, or a view) could be read after they were overwritten.
    const auto readers = std::count_if(step.inputs.begin(), step.inputs.end(),
                                       [&](int tensor) { return tensor >= 0 && Tensor(tensor).block == from; });
    const auto writers = std::count_if(step.outputs.begin(), step.outputs.end(),
                                       [&](int tensor) { return Tensor(tensor).block == from; });
    if (readers != 1 || writers != 0) return false;
    // No step on another stream may still read the overwritten bytes. The latest users are last.
    const std::vector<int>& users = users_[static_cast<size_t>(from)];
    for (auto user = users.rbegin(); user != users.rend() && order_of_steps_->MayMeet(*user, s); ++user) {
      if (*user != s && !(*order_of_steps_)(*user, s)) return false;
    }
    return true;
  }

  void DropMergedBlocks() {
    std::vector<int> renamed(function_.blocks.size(), -1);
    for (const TensorSlot& slot : function_.tensors) renamed[static_cast<size_t>(slot.block)] = 0;
    for (const Step& step : function_.steps) {
      if (const auto* control = step.As<ControlTask>()) renamed[static_cast<size_t>(control->frame)] = 0;
    }
    std::vector<Block> kept;
    for (size_t i = 0; i < function_.blocks.size(); ++i) {
      if (renamed[i] < 0) continue;
      renamed[i] = static_cast<int>(kept.size());
      kept.push_back(function_.blocks[i]);
    }
    function_.blocks = std::move(kept);
    for (TensorSlot& slot : function_.tensors) slot.block = renamed[static_cast<size_t>(slot.block)];
    for (Step& step : function_.steps) {
      if (auto* control = step.As<ControlTask>()) control->frame = renamed[static_cast<size_t>(control->frame)];
    }
  }

  const Graph& graph_;
  std::span<Node* const> nodes_;
  const std::unordered_map<const Node*, int>& number_of_;
  Function& function_;
  MemoryReport& memory_;
  const PackageRegistry& packages_;
  const CompileRegion& compile_region_;
  const LayoutOptions& options_;
  std::vector<Node*> order_;
  std::map<std::pair<const Node*, int>, int> tensor_of_;
  // Entries by block.
  std::vector<std::vector<int>> tensors_in_, users_;
  const HappensBefore* order_of_steps_ = nullptr;
};

}  // namespace

ArenaPlan PlanBlocks(const Function& function, bool reuse) {
  std::vector<Lifetime> lifetimes;
  std::vector<std::vector<int>> users;
  std::vector<std::vector<int>> users_of = UsersOfBlocks(function);
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    if (block.kind != BlockKind::kArena) continue;
    lifetimes.push_back({block.bytes, block.first_step, block.last_step});
    users.push_back(std::move(users_of[b]));
  }
  if (function.sections.empty()) return PlanArena(lifetimes, reuse);
  const HappensBefore happens_before(function);
  return PlanArena(lifetimes, reuse, [&](size_t earlier, size_t later) {
    return happens_before.AllBefore(users[earlier], users[later]);
  });
}

NodesByNumber::NodesByNumber(std::span<Node* const> program_nodes) : nodes(program_nodes) {
  number_of.reserve(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) number_of.emplace(nodes[i], static_cast<int>(i));
}

Status LayOut(const Graph& graph, const NodesByNumber& nodes, Function& function, MemoryReport& memory,
              const PackageRegistry& packages, const CompileRegion& compile_region, const LayoutOptions& options) {
  return Layout(graph, nodes, function, memory, packages, compile_region, options).Run();
}

}  // namespace opdk
