#include "graph_core/loading/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "graph_core/execution/context.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

class Loader {
 public:
  Loader(LoadedModel& model, Context& context, std::span<Engine* const> engines)
      : model_(model), state_(context.state()), engines_(engines) {}

  Status Run() {
    for (size_t s = 0; s < model_.steps.size(); ++s) {
      Status status = LoadStep(state_.steps[s], model_.steps[s]);
      if (!status.ok()) return std::move(status).At(StepPlace(*state_.steps[s].plan->node));
    }
    ReleaseConstants();
    return Status();
  }

 private:
  Result<Engine*> EngineOf(const Node& node) {
    const auto found = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const Engine* engine) { return engine->name() == node.placement().engine; });
    if (found != engines_.end()) return *found;
    return Status(ErrorCode::kNoEngine, fmt::format("engine {} is not in use", node.placement().engine));
  }

  Status LoadStep(RunStep& step, LoadedStep& loaded) {
    Node& node = *step.plan->node;
    Profile::StepName& name = model_.step_names.emplace_back();
    name = {node.name(), node.type(), node.placement().engine, node.placement().package, "", ""};
    if (!step.plan->has_task) return Status();
    OPDK_TRY(Engine * engine, EngineOf(node));
    OPDK_TRY(loaded.kernel, engine->LoadKernel(node, *model_.packages));
    name.kernel = loaded.kernel->kernel_name();
    name.description = loaded.kernel->description();
    // A kernel whose shapes are known only at run time is prepared then.
    if (!step.plan->adapts) {
      OPDK_TRY(loaded.prepared, loaded.kernel->Prepare({step.inputs, step.outputs, nullptr}));
      model_.workspace_bytes = std::max(model_.workspace_bytes, loaded.prepared->workspace_bytes());
      name.kernel = loaded.prepared->kernel_name();
      name.description = loaded.prepared->description();
    }
    node.placement().kernel = name.kernel;
    return Status();
  }

  // The blocks whose bytes somebody may look at in a run.
  std::vector<bool> ReadBlocks() {
    const CompiledModel& compiled = model_.compiled;
    std::vector<bool> read(compiled.blocks.size(), false);
    const auto mark = [&](int tensor) {
      read[static_cast<size_t>(compiled.tensors[static_cast<size_t>(tensor)].block)] = true;
    };
    for (const ModelOutput& output : compiled.outputs) mark(output.tensor);
    for (const RunStep& step : state_.steps) {
      std::vector<bool> unread;
      if (step.loaded->prepared != nullptr) unread = step.loaded->prepared->unread_constants();
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
    for (size_t b = 0; b < model_.compiled.blocks.size(); ++b) {
      const Block& block = model_.compiled.blocks[b];
      if (block.kind != BlockKind::kConstant || read[b] || block.bytes < kLeastBytes) continue;
      OpDesc& constant = model_.compiled.constants[static_cast<size_t>(block.index)]->op();
      constant.attrs["value"] = ge::Tensor(constant.GetAttr<ge::Tensor>("value")->GetTensorDesc());
      state_.memory[b].Bind(UnboundAddress(), 0);
      model_.released[b] = true;
      model_.compiled.memory.released += block.bytes;
    }
  }

  LoadedModel& model_;
  RunState& state_;
  std::span<Engine* const> engines_;
};

void DescribePorts(LoadedModel& model) {
  const auto spec = [&](const auto& port) {
    const TensorSlot& slot = model.compiled.tensors[static_cast<size_t>(port.tensor)];
    return PortSpec{port.name, slot.dtype, slot.shape};
  };
  for (const ModelInput& input : model.compiled.inputs) model.input_specs.push_back(spec(input));
  for (const ModelOutput& output : model.compiled.outputs) model.output_specs.push_back(spec(output));
}

void DescribeSteps(LoadedModel& model) {
  model.steps.resize(model.compiled.steps.size());
  for (const Step& step : model.compiled.steps) model.dynamic = model.dynamic || step.adapts;
  for (size_t b = 0; b < model.compiled.blocks.size(); ++b) {
    const Block& block = model.compiled.blocks[b];
    if (block.kind != BlockKind::kPool) continue;
    model.steps[static_cast<size_t>(block.last_step)].dead_blocks.push_back(static_cast<int>(b));
  }
}

}  // namespace

Result<Executable> Load(CompiledModel compiled, std::span<Engine* const> engines, const PackageRegistry& packages,
                        LoadOptions options) {
  auto model = std::make_shared<LoadedModel>();
  model->compiled = std::move(compiled);
  model->packages = &packages;
  model->keep_alive = std::move(options.keep_alive);
  model->threads = options.threads;
  model->released.resize(model->compiled.blocks.size(), false);
  DescribePorts(*model);
  DescribeSteps(*model);
  // oneDNN decides how many threads a primitive runs on when it is made.
  const ThreadScope threads(options.threads);
  OPDK_TRY(std::unique_ptr<Context> context, Context::MakeEmpty(model));
  OPDK_TRY(Loader(*model, *context, engines).Run());
  OPDK_TRY(context->MakeCalls());
  return Executable(std::move(model), std::move(context));
}

}  // namespace opdk
