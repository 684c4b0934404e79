#include "graph_core/loading/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/context.h"
#include "graph_core/execution/stand_in.h"
#include "graph_core/program/program_file.h"
#include "graph_core/program/race_check.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

Node& NodeAt(const LoadedModel& model, int number) { return *model.nodes[static_cast<size_t>(number)]; }

class Loader {
 public:
  Loader(LoadedModel& model, Context& context, std::span<Engine* const> engines, bool keep_constants)
      : model_(model), context_(context), engines_(engines), keep_constants_(keep_constants) {}

  Status Run() {
    for (size_t f = 0; f < model_.functions.size(); ++f) {
      RunState& state = context_.state(f);
      for (size_t s = 0; s < state.steps.size(); ++s) {
        Status status = LoadStep(state.steps[s], f, s);
        if (!status.ok()) return std::move(status).At(StepPlace(*model_.functions[f].steps[s].node));
      }
    }
    for (LoadedFunction& function : model_.functions) LayOutWorkspace(function);
    for (size_t f = 0; f < model_.functions.size() && !keep_constants_; ++f) ReleaseConstants(f);
    return Status();
  }

 private:
  Result<Engine*> EngineOf(const Node& node) {
    const auto found = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const Engine* engine) { return engine->name() == node.placement().engine; });
    if (found != engines_.end()) return *found;
    return Status(ErrorCode::kNoEngine, fmt::format("engine {} is not in use", node.placement().engine));
  }

  std::shared_ptr<const KernelImage> ImageOf(const KernelTask& task) const {
    return task.image < 0 ? nullptr : model_.program.images[static_cast<size_t>(task.image)].image;
  }

  Status LoadStep(RunStep& step, size_t function_number, size_t number) {
    Function& function = model_.program.functions[function_number];
    LoadedStep& loaded = model_.functions[function_number].steps[number];
    Node& node = *loaded.node;
    StepName& name = model_.step_names.emplace_back();
    const std::string place = function.name.empty() ? node.name() : fmt::format("{}/{}", function.name, node.name());
    name = {place, node.type(), node.placement().engine, node.placement().package, "", "", loaded.stream};
    auto* task = function.steps[number].As<KernelTask>();
    if (task == nullptr) return Status();
    // Sets the threads here, because oneDNN fixes their number when it makes a primitive.
    const ThreadScope threads(loaded.stream >= 0 ? 1 : 0);
    OPDK_TRY(Engine * engine, EngineOf(node));
    OPDK_TRY(loaded.kernel, engine->LoadKernel(node, ImageOf(*task), task->packed, *model_.packages));
    model_.gains_from_shapes = model_.gains_from_shapes || (task->adapts && loaded.kernel->gains_from_shapes());
    name.kernel = loaded.kernel->kernel_name();
    name.description = loaded.kernel->description();
    // A kernel for unknown shapes is prepared at run time.
    if (!task->adapts) {
      OPDK_TRY(loaded.prepared, PrepareOrStandIn(model_, loaded, {}, {step.inputs, step.outputs, nullptr}));
      task->packed = loaded.prepared->packed_constants();
      name.kernel = loaded.prepared->kernel_name();
      name.description = loaded.prepared->description();
      name.engine = EnginesOf(*loaded.prepared, node);
    }
    node.placement().kernel = name.kernel;
    return Status();
  }

  // Lays out the workspaces. Steps share the same bytes, except steps of different streams.
  void LayOutWorkspace(LoadedFunction& function) {
    const auto bytes_of = [](const LoadedStep& step) {
      return step.prepared == nullptr ? size_t{0} : AlignUp(step.prepared->workspace_bytes());
    };
    for (const LoadedStep& step : function.steps) {
      model_.workspace_bytes = std::max(model_.workspace_bytes, bytes_of(step));
    }
    for (const StreamSection& section : function.sections) {
      const std::span<LoadedStep> steps(function.steps.data() + section.begin, function.steps.data() + section.end);
      size_t begin = 0;
      for (int stream = 0; stream < section.streams; ++stream) {
        size_t most = 0;
        for (LoadedStep& step : steps) {
          if (step.stream != stream) continue;
          step.workspace = begin;
          most = std::max(most, bytes_of(step));
        }
        begin += most;
      }
      model_.workspace_bytes = std::max(model_.workspace_bytes, begin);
    }
  }

  // Returns which blocks of a function a run may read.
  static std::vector<bool> ReadBlocks(const RunState& state) {
    const Function& function = state.compiled();
    std::vector<bool> read(function.blocks.size(), false);
    const auto mark = [&](int tensor) {
      read[static_cast<size_t>(function.tensors[static_cast<size_t>(tensor)].block)] = true;
    };
    for (const ModelOutput& output : function.outputs) mark(output.tensor);
    for (const RunStep& step : state.steps) {
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

  // Releases constants that every step keeps in a form of its own, such as packed weights, so that they aren't held
  // twice.
  void ReleaseConstants(size_t number) {
    // Smaller constants are kept: they aren't worth it, and a kernel's description may show their numbers.
    constexpr size_t kLeastBytes = 4096;
    RunState& state = context_.state(number);
    const Function& function = state.compiled();
    const std::vector<bool> read = ReadBlocks(state);
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      const Block& block = function.blocks[b];
      if (block.kind != BlockKind::kConstant || read[b] || block.bytes < kLeastBytes) continue;
      OpDesc& constant = NodeAt(model_, function.constants[static_cast<size_t>(block.index)]).op();
      constant.attrs["value"] = ge::Tensor(constant.GetAttr<ge::Tensor>("value")->GetTensorDesc());
      state.memory[b].Bind(UnboundAddress(), 0);
      model_.functions[number].released[b] = true;
      model_.program.memory.released += block.bytes;
    }
  }

  LoadedModel& model_;
  Context& context_;
  std::span<Engine* const> engines_;
  bool keep_constants_;
};

void DescribePorts(LoadedModel& model) {
  const Function& main = model.program.main();
  const auto spec = [&](const auto& port) {
    const TensorSlot& slot = main.tensors[static_cast<size_t>(port.tensor)];
    return PortSpec{port.name, slot.dtype, slot.shape};
  };
  for (const ModelInput& input : main.inputs) model.input_specs.push_back(spec(input));
  for (const ModelOutput& output : main.outputs) model.output_specs.push_back(spec(output));
}

void DescribeFunction(const Function& function, int threads, LoadedModel& model) {
  LoadedFunction& loaded = model.functions.emplace_back();
  for (const Step& step : function.steps) loaded.steps.emplace_back().node = &NodeAt(model, step.node);
  // With fewer threads than streams the steps run one after the other.
  for (const StreamSection& section : function.sections) {
    if (section.streams > threads) continue;
    loaded.sections.push_back(section);
    for (int s = section.begin; s < section.end; ++s) {
      loaded.steps[static_cast<size_t>(s)].stream = function.steps[static_cast<size_t>(s)].stream;
    }
  }
  loaded.released.resize(function.blocks.size(), false);
  for (const Step& step : function.steps) {
    loaded.dynamic =
        loaded.dynamic || step.adapts() || std::any_of(step.outputs.begin(), step.outputs.end(), [&](int tensor) {
          return IsUnknown(function.tensors[static_cast<size_t>(tensor)].shape);
        });
  }
  model.dynamic = model.dynamic || loaded.dynamic;
  model.has_sections = model.has_sections || !loaded.sections.empty();
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    if (block.kind != BlockKind::kPool) continue;
    loaded.steps[static_cast<size_t>(block.last_step)].dead_blocks.push_back(static_cast<int>(b));
  }
}

Status BindVariables(LoadedModel& model) {
  for (size_t f = 0; f < model.functions.size(); ++f) {
    const Function& function = model.program.functions[f];
    for (const int number : function.variables) {
      const Node* node = &NodeAt(model, number);
      model.has_variables = true;
      auto variable = model.memory->variables.Declare(node->name(), node->op().outputs[0].desc,
                                                      node->op().GetAttr<ge::Tensor>("value"));
      if (!variable.ok()) return std::move(variable).status().At(fmt::format("node {} (Variable)", node->name()));
      model.functions[f].variables.push_back(*std::move(variable));
    }
    for (const Step& step : function.steps) {
      const auto* variable = step.As<VariableTask>();
      model.writes_variables = model.writes_variables || (variable != nullptr && variable->op == VariableOp::kWrite);
    }
  }
  return Status();
}

Result<Executable> LoadAsItIs(Program program, std::span<Engine* const> engines, const PackageRegistry& packages,
                              LoadOptions options) {
  auto model = std::make_shared<LoadedModel>();
  model->program = std::move(program);
  OPDK_TRY(model->nodes, NumberedNodes(model->program.graph));
  model->packages = &packages;
  model->keep_alive = std::move(options.keep_alive);
  model->threads = options.threads;
  model->compile_stand_in = std::move(options.compile_stand_in);
  model->memory = options.memory == nullptr ? std::make_shared<SessionMemory>() : std::move(options.memory);
  DescribePorts(*model);
  const ThreadScope threads(options.threads);
  for (const Function& function : model->program.functions) DescribeFunction(function, ThreadCount(), *model);
  OPDK_TRY(BindVariables(*model));
  OPDK_TRY(std::unique_ptr<Context> context, Context::MakeEmpty(model));
  OPDK_TRY(Loader(*model, *context, engines, options.keep_constants).Run());
  OPDK_TRY(context->MakeCalls());
  context->ReturnMemory();
  return Executable(std::move(model), std::move(context));
}

// Returns the program as a process that loads it from a file would have it.
Result<Program> WrittenAndReadBack(Program program, std::span<Engine* const> engines, const PackageRegistry& packages,
                                   int threads) {
  LoadOptions options;
  options.threads = threads;
  options.keep_constants = true;
  OPDK_TRY(const Executable model, LoadAsItIs(std::move(program), engines, packages, std::move(options)));
  OPDK_TRY(std::string bytes, WriteProgram(model.program()));
  const auto file = std::make_shared<const std::string>(std::move(bytes));
  OPDK_TRY(Program read, ReadProgram({*file, file}, engines));
  OPDK_TRY(const std::string again, WriteProgram(read));
  OPDK_CHECK(again == *file, "a program that was read back is another one");
  return read;
}

}  // namespace

Result<Executable> Load(Program program, std::span<Engine* const> engines, const PackageRegistry& packages,
                        LoadOptions options) {
  static const bool verifies = std::getenv("OPDK_VERIFY_PROGRAM") != nullptr;
  if (verifies) OPDK_TRY(CheckRaces(program));
  if (verifies && !options.constants_are_placed) {
    OPDK_TRY(program, WrittenAndReadBack(std::move(program), engines, packages, options.threads));
  }
  return LoadAsItIs(std::move(program), engines, packages, std::move(options));
}

}  // namespace opdk
