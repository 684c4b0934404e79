#include "graph_core/loading/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "graph_core/execution/model_state.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

class Loader {
 public:
  Loader(ModelState& state, std::span<Engine* const> engines) : state_(state), engines_(engines) {}

  Status Run() {
    OPDK_TRY(AllocateMemory());
    DescribePorts();
    MakeSteps();
    BindFixedBlocks();
    for (RunStep& step : state_.steps) {
      if (Status status = LoadStep(step); !status.ok()) return std::move(status).At(StepPlace(*step.plan->node));
    }
    ReleaseConstants();
    return Status();
  }

 private:
  CompiledModel& model() { return state_.compiled; }
  const TensorSlot& Slot(int tensor) { return model().tensors[static_cast<size_t>(tensor)]; }

  Status AllocateMemory() {
    OPDK_TRY(state_.arena, AlignedBuffer::Allocate(model().memory.planned));
    OPDK_TRY(state_.workspace, AlignedBuffer::Allocate(0));
    state_.memory.resize(model().blocks.size());
    for (const TensorSlot& slot : model().tensors) state_.shapes.push_back(slot.shape);
    // Memory of outputs that are never asked for is never touched, so it costs address space only.
    for (const ModelOutput& output : model().outputs) {
      const Block& block = model().blocks[static_cast<size_t>(Slot(output.tensor).block)];
      OPDK_TRY(state_.output_buffers.emplace_back(), AlignedBuffer::Allocate(block.bytes));
    }
    return Status();
  }

  void DescribePorts() {
    for (const ModelInput& input : model().inputs) {
      state_.input_specs.push_back({input.name, Slot(input.tensor).dtype, Slot(input.tensor).shape});
    }
    for (const ModelOutput& output : model().outputs) {
      state_.output_specs.push_back({output.name, Slot(output.tensor).dtype, Slot(output.tensor).shape});
    }
  }

  std::vector<TensorArg> MakeArgs(const std::vector<int>& tensors) {
    std::vector<TensorArg> args;
    for (int tensor : tensors) {
      TensorArg& arg = args.emplace_back();
      if (tensor < 0) continue;
      arg.dtype = Slot(tensor).dtype;
      arg.shape = &state_.shapes[static_cast<size_t>(tensor)];
    }
    return args;
  }

  void MakeSteps() {
    for (const Step& plan : model().steps) {
      RunStep& step = state_.steps.emplace_back();
      step.plan = &plan;
      step.inputs = MakeArgs(plan.inputs);
      step.outputs = MakeArgs(plan.outputs);
      if (plan.adapts) step.adaptation = std::make_unique<Adaptation>();
      state_.dynamic = state_.dynamic || plan.adapts;
    }
    // The argument arrays keep their addresses from here on.
    for (RunStep& step : state_.steps) {
      Register(step.plan->inputs, step.inputs);
      Register(step.plan->outputs, step.outputs);
    }
    for (size_t b = 0; b < model().blocks.size(); ++b) {
      const Block& block = model().blocks[b];
      if (block.kind != BlockKind::kPool) continue;
      state_.steps[static_cast<size_t>(block.last_step)].dead_blocks.push_back(static_cast<int>(b));
    }
  }

  void Register(const std::vector<int>& tensors, std::vector<TensorArg>& args) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (tensors[i] < 0) continue;
      state_.memory[static_cast<size_t>(Slot(tensors[i]).block)].args.push_back(&args[i]);
    }
  }

  void BindFixedBlocks() {
    for (size_t b = 0; b < model().blocks.size(); ++b) {
      const Block& block = model().blocks[b];
      void* data = UnboundAddress();
      if (block.kind == BlockKind::kArena) {
        data = static_cast<std::byte*>(state_.arena.data()) + block.offset;
      } else if (block.kind == BlockKind::kConstant) {
        data = ConstantAddress(*model().constants[static_cast<size_t>(block.index)]->ConstValue());
      }
      state_.memory[b].Bind(data, block.bytes);
    }
  }

  Result<Engine*> EngineOf(const Node& node) {
    const auto found = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const Engine* engine) { return engine->name() == node.placement().engine; });
    if (found != engines_.end()) return *found;
    return Status(ErrorCode::kNoEngine, fmt::format("engine {} is not in use", node.placement().engine));
  }

  Status LoadStep(RunStep& step) {
    Node& node = *step.plan->node;
    Profile::StepName& name = state_.step_names.emplace_back();
    name = {node.name(), node.type(), node.placement().engine, node.placement().package, "", ""};
    if (!step.plan->has_task) return Status();
    OPDK_TRY(Engine * engine, EngineOf(node));
    OPDK_TRY(step.task, engine->BuildTask(node, *state_.packages));
    // A task whose shapes are known only at run time is prepared then.
    if (step.adaptation == nullptr) {
      OPDK_TRY(const size_t workspace, step.task->Prepare({step.inputs, step.outputs, nullptr}));
      OPDK_TRY(state_.workspace.Grow(workspace));
    }
    // What a task says of itself is settled once it is prepared.
    name.kernel = step.task->kernel_name();
    name.description = step.task->description();
    node.placement().kernel = name.kernel;
    return Status();
  }

  // The blocks whose bytes somebody may look at in a run.
  std::vector<bool> ReadBlocks() {
    std::vector<bool> read(model().blocks.size(), false);
    const auto mark = [&](int tensor) { read[static_cast<size_t>(Slot(tensor).block)] = true; };
    for (const ModelOutput& output : model().outputs) mark(output.tensor);
    for (const RunStep& step : state_.steps) {
      std::vector<bool> unread;
      if (step.task != nullptr && step.adaptation == nullptr) unread = step.task->unread_constants();
      for (size_t i = 0; i < step.plan->inputs.size(); ++i) {
        const bool reads = i >= unread.size() || !unread[i];
        if (step.plan->inputs[i] >= 0 && reads) mark(step.plan->inputs[i]);
      }
      for (int output : step.plan->outputs) mark(output);
    }
    return read;
  }

  // Constants that every step keeps in a form of its own, as packed weights are, aren't held twice.
  void ReleaseConstants() {
    // Less isn't worth it; small ones may be numbers that a description of the kernel shows.
    constexpr size_t kLeastBytes = 4096;
    const std::vector<bool> read = ReadBlocks();
    for (size_t b = 0; b < model().blocks.size(); ++b) {
      const Block& block = model().blocks[b];
      if (block.kind != BlockKind::kConstant || read[b] || block.bytes < kLeastBytes) continue;
      OpDesc& constant = model().constants[static_cast<size_t>(block.index)]->op();
      constant.attrs["value"] = ge::Tensor(constant.GetAttr<ge::Tensor>("value")->GetTensorDesc());
      state_.memory[b].Bind(UnboundAddress(), 0);
      model().memory.released += block.bytes;
    }
  }

  ModelState& state_;
  std::span<Engine* const> engines_;
};

}  // namespace

Result<LoadedModel> Load(CompiledModel compiled, std::span<Engine* const> engines, const PackageRegistry& packages,
                         LoadOptions options) {
  auto state = std::make_unique<ModelState>();
  state->compiled = std::move(compiled);
  state->packages = &packages;
  state->keep_alive = std::move(options.keep_alive);
  state->threads = options.threads;
  // oneDNN decides how many threads a primitive runs on when it is made.
  const ThreadScope threads(options.threads);
  OPDK_TRY(Loader(*state, engines).Run());
  return LoadedModel(std::move(state));
}

}  // namespace opdk
