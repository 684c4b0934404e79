#include "graph_core/program/program_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/archive.h"
#include "graph_core/base/machine.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/proto.h"
#include "graph_core/program/om_container.h"
#include "opdk/package.h"

namespace opdk {

// What each type holds. The archives find these functions in their own namespace.

template <typename A>
void Fields(A& archive, Block& block) {
  archive.Enum(block.kind, BlockKind::kRegion);
  archive(block.dynamic, block.bytes, block.offset, block.index, block.first_step, block.last_step, block.root);
}

template <typename A>
void Fields(A& archive, TensorSlot& tensor) {
  archive(tensor.node);
  archive.Enum(tensor.dtype, ge::DT_MAX);
  archive(tensor.shape, tensor.block, tensor.offset);
}

// Its bytes lie among the weights.
template <typename A>
void Fields(A& archive, PackedConstant& constant) {
  archive(constant.step, constant.value, constant.form, constant.bytes);
}

template <typename A>
void Fields(A& archive, Step& step) {
  archive(step.node, step.image, step.inputs, step.outputs, step.has_task, step.adapts, step.packed, step.value_inputs,
          step.stream, step.waits);
  archive.Enum(step.control, ControlKind::kCall);
  archive(step.functions, step.frame);
  archive.Enum(step.variable, VariableOp::kIsInitialized);
  archive(step.channel);
  archive.Enum(step.resource, ResourceOp::kCloseStack);
}

template <typename A>
void Fields(A& archive, StreamSection& section) {
  archive(section.begin, section.end, section.streams);
}

template <typename A>
void Fields(A& archive, ModelOutput& output) {
  archive(output.name, output.tensor, output.copied);
}

template <typename A>
void Fields(A& archive, ModelInput& input) {
  archive(input.name, input.tensor);
}

template <typename A>
void Fields(A& archive, Function& function) {
  archive(function.name, function.tensors, function.blocks, function.constants, function.variables, function.steps,
          function.sections, function.inputs, function.outputs, function.arena_bytes, function.first_step);
}

template <typename A>
void Fields(A& archive, MemoryReport& memory) {
  archive(memory.planned, memory.theoretical_min, memory.without_reuse, memory.constants, memory.released,
          memory.in_place, memory.views, memory.parts, memory.zero_copy, memory.dynamic_tensors);
}

// What the images are of, and who can run them.
struct ProgramHead {
  std::string version;
  std::string isa;
  size_t constant_bytes = 0;  // of the graph's constants; packed ones lie behind them, in order of the steps
};

template <typename A>
void Fields(A& archive, ProgramHead& head) {
  archive(head.version, head.isa, head.constant_bytes);
}

struct ImageRecord {
  std::string engine;
  std::string bytes;
};

template <typename A>
void Fields(A& archive, ImageRecord& image) {
  archive(image.engine, image.bytes);
}

template <typename A>
void Fields(A& archive, UsedPackage& package) {
  archive(package.name, package.version, package.sha256, package.library);
}

template <typename A>
void Fields(A& archive, EngineCode& code) {
  archive(code.engine, code.bytes);
}

namespace {

Result<ProgramHead> HeadOfThis() {
  OPDK_TRY(const Isa isa, TargetIsa());
  return ProgramHead{OPDK_SDK_VERSION, Name(isa), 0};
}

Status NoProgram(std::string_view why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("not a program: {}", why));
}

void AppendPacked(const Program& program, std::string& weights) {
  for (const Function& function : program.functions) {
    for (const Step& step : function.steps) {
      for (const PackedConstant& constant : step.packed) {
        weights.resize(AlignUp(weights.size()));
        weights.append(reinterpret_cast<const char*>(constant.data.get()), constant.bytes);
      }
    }
  }
}

// What lies at the bytes as they do in the file, kept alive by its owner; a copy, where it isn't aligned or nobody owns it.
std::shared_ptr<const std::byte> PlaceOf(std::string_view bytes, const std::shared_ptr<const void>& owner) {
  const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
  const bool aligned = reinterpret_cast<uintptr_t>(data) % kArenaAlignment == 0;
  if (owner != nullptr && aligned) return {owner, data};
  const std::shared_ptr<std::byte> copy = NewSharedAligned(bytes.size());
  std::memcpy(copy.get(), data, bytes.size());
  return copy;
}

// Whether all lie in `weights`, behind the graph's constants.
bool FindPacked(std::vector<Function>& functions, std::string_view weights, size_t constant_bytes,
                const std::shared_ptr<const void>& owner) {
  size_t at = constant_bytes;
  for (Function& function : functions) {
    for (Step& step : function.steps) {
      for (PackedConstant& constant : step.packed) {
        if (at > weights.size()) return false;
        at = AlignUp(at);
        if (at > weights.size() || constant.bytes > weights.size() - at) return false;
        constant.data = PlaceOf(weights.substr(at, constant.bytes), owner);
        at += constant.bytes;
      }
    }
  }
  return at == weights.size();
}

// ---- whether what was read hangs together: what execution takes as an index is one

class Check {
 public:
  Check(const Program& program, const std::vector<Node*>& nodes) : program_(program), nodes_(nodes) {}

  bool Holds() const {
    if (program_.functions.empty()) return false;
    int first_step = 0;
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (function.first_step != first_step || !Holds(function, f)) return false;
      first_step += static_cast<int>(function.steps.size());
    }
    return true;
  }

 private:
  static bool Below(int number, size_t count) { return number >= 0 && static_cast<size_t>(number) < count; }
  static bool AllBelow(const std::vector<int>& numbers, size_t count) {
    return std::all_of(numbers.begin(), numbers.end(), [&](int number) { return Below(number, count); });
  }

  bool Holds(const Function& function, size_t number) const {
    const size_t tensors = function.tensors.size();
    // What the caller gives or gets begins where his memory does. What is said of its shape stands at its node.
    const auto is_input = [&](const ModelInput& port) {
      if (!Below(port.tensor, tensors)) return false;
      const TensorSlot& slot = Slot(function, port.tensor);
      return slot.offset == 0 && Below(slot.node, nodes_.size()) && HasOutput(slot.node);
    };
    const auto is_output = [&](const ModelOutput& port) {
      return Below(port.tensor, tensors) && (port.copied || Slot(function, port.tensor).offset == 0);
    };
    const auto is_value = [&](int node) { return Below(node, nodes_.size()) && IsValue(node); };
    return std::all_of(function.inputs.begin(), function.inputs.end(), is_input) &&
           std::all_of(function.outputs.begin(), function.outputs.end(), is_output) &&
           std::all_of(function.constants.begin(), function.constants.end(), is_value) &&
           AllBelow(function.variables, nodes_.size()) &&
           std::all_of(function.tensors.begin(), function.tensors.end(),
                       [&](const TensorSlot& tensor) { return Holds(function, tensor); }) &&
           std::all_of(function.blocks.begin(), function.blocks.end(),
                       [&](const Block& block) { return Holds(function, block); }) &&
           std::all_of(function.steps.begin(), function.steps.end(),
                       [&](const Step& step) { return Holds(function, step, number); }) &&
           HoldStreams(function);
  }

  // Sections lie one behind the other, and what runs in them is plain: a kernel of known shapes, which waits for what comes
  // before it in its section, on another stream.
  static bool HoldStreams(const Function& function) {
    int end = 0;
    for (const StreamSection& section : function.sections) {
      const bool fits = section.begin >= end && section.end > section.begin && section.streams > 1 &&
                        static_cast<size_t>(section.end) <= function.steps.size();
      if (!fits) return false;
      for (int s = std::exchange(end, section.end), begin = section.begin; s < section.end; ++s) {
        const Step& step = function.steps[static_cast<size_t>(s)];
        if (s < begin) {
          if (!step.waits.empty()) return false;
          continue;
        }
        const auto is_earlier = [&](int wait) {
          return wait >= begin && wait < s && function.steps[static_cast<size_t>(wait)].stream != step.stream;
        };
        const bool plain = step.has_task && !step.adapts && step.control == ControlKind::kNone &&
                           step.variable == VariableOp::kNone && step.channel.empty() &&
                           step.resource == ResourceOp::kNone;
        const bool on_stream = step.stream >= 0 && step.stream < section.streams;
        if (!plain || !on_stream || !std::all_of(step.waits.begin(), step.waits.end(), is_earlier)) return false;
      }
    }
    return std::all_of(function.steps.begin() + end, function.steps.end(),
                       [](const Step& step) { return step.waits.empty(); });
  }

  static const TensorSlot& Slot(const Function& function, int tensor) {
    return function.tensors[static_cast<size_t>(tensor)];
  }

  // Whether it lies in its block; one that begins inside of it is of known size, in memory that is.
  static bool Holds(const Function& function, const TensorSlot& tensor) {
    if (!Below(tensor.block, function.blocks.size())) return false;
    const Block& block = function.blocks[static_cast<size_t>(tensor.block)];
    const auto bytes = TensorBytes(tensor.dtype, tensor.shape);
    const bool known = !block.dynamic && !IsUnknown(tensor.shape) && bytes.ok();
    if (!known) return tensor.offset == 0;
    const bool may_be_part = block.kind == BlockKind::kArena || block.kind == BlockKind::kInput ||
                             block.kind == BlockKind::kOutput || block.kind == BlockKind::kSession;
    return (tensor.offset == 0 || may_be_part) && tensor.offset % kArenaAlignment == 0 &&
           tensor.offset <= block.bytes && *bytes <= block.bytes - tensor.offset;
  }

  bool HasOutput(int node) const { return !nodes_[static_cast<size_t>(node)]->op().outputs.empty(); }
  bool IsValue(int node) const { return nodes_[static_cast<size_t>(node)]->ConstValue() != nullptr; }

  bool Holds(const Function& function, const Block& block) const {
    const int steps = static_cast<int>(function.steps.size());
    if (block.first_step < 0 || block.last_step < block.first_step || block.last_step > steps) return false;
    switch (block.kind) {
      case BlockKind::kArena:
        return block.offset <= function.arena_bytes && block.bytes <= function.arena_bytes - block.offset;
      case BlockKind::kConstant:
        return Below(block.index, function.constants.size());
      case BlockKind::kSession:
        return Below(block.index, function.variables.size());
      case BlockKind::kInput:
        return Below(block.index, function.inputs.size());
      case BlockKind::kOutput:
        return IsOutput(function, block);
      case BlockKind::kPool:
        return Below(block.root, function.tensors.size()) && block.last_step < steps;
      case BlockKind::kRegion:
        return true;
    }
    return false;
  }

  // The output that says where the block lies is in it, and isn't copied there.
  static bool IsOutput(const Function& function, const Block& block) {
    if (!Below(block.index, function.outputs.size())) return false;
    const ModelOutput& output = function.outputs[static_cast<size_t>(block.index)];
    return !output.copied && &function.blocks[static_cast<size_t>(Slot(function, output.tensor).block)] == &block;
  }

  // Whether it says itself where its outputs lie, each in memory of its own.
  static bool GivesAddresses(const Step& step) {
    return step.control != ControlKind::kNone || !step.channel.empty() || step.resource != ResourceOp::kNone;
  }

  bool Holds(const Function& function, const Step& step, size_t number) const {
    const size_t tensors = function.tensors.size();
    if (!Below(step.node, nodes_.size()) || !AllBelow(step.outputs, tensors)) return false;
    const OpDesc& op = nodes_[static_cast<size_t>(step.node)]->op();
    const bool inputs_fit = std::all_of(step.inputs.begin(), step.inputs.end(),
                                        [&](int tensor) { return tensor == -1 || Below(tensor, tensors); });
    // A function calls those behind it only: nothing calls itself.
    const bool calls_fit = std::all_of(step.functions.begin(), step.functions.end(), [&](int called) {
      return Below(called, program_.functions.size()) && static_cast<size_t>(called) > number;
    });
    return inputs_fit && calls_fit && op.inputs.size() == step.inputs.size() &&
           op.outputs.size() == step.outputs.size() && AllBelow(step.value_inputs, step.inputs.size()) &&
           HoldsResource(step) && (!GivesAddresses(step) || AllAtBegin(function, step.outputs)) &&
           (step.image == -1 || Below(step.image, program_.images.size())) &&
           (step.control == ControlKind::kNone ? step.frame == -1 : Below(step.frame, function.blocks.size()));
  }

  static bool AllAtBegin(const Function& function, const std::vector<int>& tensors) {
    return std::all_of(tensors.begin(), tensors.end(), [&](int tensor) { return Slot(function, tensor).offset == 0; });
  }

  // Such a step takes its ports for there.
  bool HoldsResource(const Step& step) const {
    if (step.resource != ResourceOpOf(*nodes_[static_cast<size_t>(step.node)])) return false;
    if (step.resource == ResourceOp::kNone) return true;
    const bool all_there = std::all_of(step.inputs.begin(), step.inputs.end(), [](int tensor) { return tensor >= 0; });
    return all_there && HasPortsOf(step.resource, step.inputs.size(), step.outputs.size());
  }

  const Program& program_;
  const std::vector<Node*>& nodes_;
};

Result<KernelImages> ReadImages(const std::vector<ImageRecord>& records, std::span<Engine* const> engines) {
  KernelImages images;
  for (const ImageRecord& record : records) {
    const auto engine =
        std::find_if(engines.begin(), engines.end(), [&](const Engine* each) { return each->name() == record.engine; });
    if (engine == engines.end()) {
      return Status(ErrorCode::kNoEngine, fmt::format("engine {} is not in use", record.engine));
    }
    OPDK_TRY(auto image, (*engine)->ReadImage(record.bytes));
    images.push_back({record.engine, std::move(image)});
  }
  return images;
}

Result<std::string_view> Section(const std::vector<OmSection>& sections, OmPartition type) {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const OmSection& section) { return section.type == type; });
  if (found != sections.end()) return found->bytes;
  return NoProgram(fmt::format("it has no partition {}", static_cast<uint32_t>(type)));
}

Result<std::vector<UsedPackage>> ReadPackages(std::string_view bytes) {
  std::vector<UsedPackage> packages;
  ArchiveReader archive(bytes);
  archive(packages);
  if (archive.Finish()) return packages;
  return NoProgram("its list of packages can't be read");
}

}  // namespace

Result<std::string> WriteProgram(const Program& program, const OfflineParts& parts) {
  OPDK_TRY(ProgramHead head, HeadOfThis());
  std::string weights;
  OPDK_TRY(const std::string graph, Serialize(program.graph, weights));
  head.constant_bytes = weights.size();
  AppendPacked(program, weights);
  ArchiveWriter functions;
  functions(head, std::vector<Function>(program.functions.begin(), program.functions.end()), program.memory);
  std::vector<ImageRecord> records;
  for (const EngineImage& image : program.images) records.push_back({image.engine, image.image->Bytes()});
  ArchiveWriter images;
  images(records, parts.code);
  ArchiveWriter packages;
  packages(parts.packages);
  const std::string tasks = functions.Take(), kernels = images.Take(), libraries = packages.Take();
  const OmSection sections[] = {{OmPartition::kModelDef, graph},
                                {OmPartition::kWeightsData, weights},
                                {OmPartition::kTaskInfo, tasks},
                                {OmPartition::kTbeKernels, kernels},
                                {OmPartition::kSoBins, libraries}};
  return WriteOm(program.graph.name(), sections);
}

Result<Program> ReadProgram(std::string_view bytes, std::span<Engine* const> engines, std::shared_ptr<const void> owner,
                            OfflineParts* parts) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOm(bytes));
  OPDK_TRY(const std::string_view tasks, Section(sections, OmPartition::kTaskInfo));
  OPDK_TRY(const std::string_view kernels, Section(sections, OmPartition::kTbeKernels));
  OPDK_TRY(const std::string_view graph, Section(sections, OmPartition::kModelDef));
  OPDK_TRY(const std::string_view weights, Section(sections, OmPartition::kWeightsData));
  OPDK_TRY(const std::string_view libraries, Section(sections, OmPartition::kSoBins));

  ArchiveReader archive(tasks);
  ProgramHead head;
  archive(head);
  OPDK_TRY(const ProgramHead here, HeadOfThis());
  if (archive.failed()) return NoProgram("its head can't be read");
  if (head.version != here.version || head.isa != here.isa) {
    return NoProgram(fmt::format("it was compiled by opdk {} for {}, and this is opdk {} on {}", head.version, head.isa,
                                 here.version, here.isa))
        .Hint("compile the model again here");
  }
  Program program;
  std::vector<Function> functions;
  archive(functions, program.memory);
  if (!archive.Finish()) return NoProgram("its functions can't be read");
  if (!FindPacked(functions, weights, head.constant_bytes, owner)) return NoProgram("its packed constants are cut off");
  program.functions.assign(std::make_move_iterator(functions.begin()), std::make_move_iterator(functions.end()));
  OPDK_TRY(program.graph, Deserialize(graph, "<program>", weights));
  std::vector<ImageRecord> records;
  ArchiveReader images(kernels);
  OfflineParts beside;
  images(records, beside.code);
  if (!images.Finish()) return NoProgram("its kernel images can't be read");
  OPDK_TRY(beside.packages, ReadPackages(libraries));
  if (parts != nullptr) *parts = std::move(beside);
  OPDK_TRY(program.images, ReadImages(records, engines));
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  if (!Check(program, nodes).Holds()) return NoProgram("its functions name what is not there");
  return program;
}

Result<OfflineFacts> ReadFacts(std::string_view bytes) {
  OfflineFacts facts;
  OPDK_TRY(facts.sections, ReadOm(bytes));
  OPDK_TRY(const std::string_view tasks, Section(facts.sections, OmPartition::kTaskInfo));
  OPDK_TRY(const std::string_view kernels, Section(facts.sections, OmPartition::kTbeKernels));
  OPDK_TRY(const std::string_view libraries, Section(facts.sections, OmPartition::kSoBins));
  OPDK_TRY(const std::string_view graph, Section(facts.sections, OmPartition::kModelDef));
  OPDK_TRY(const std::string_view weights, Section(facts.sections, OmPartition::kWeightsData));
  ArchiveReader archive(tasks);
  ProgramHead head;
  archive(head);
  if (archive.failed()) return NoProgram("its head can't be read");
  facts.version = head.version;
  facts.isa = head.isa;
  if (head.version != OPDK_SDK_VERSION) return facts;
  archive(facts.functions, facts.memory);
  std::vector<ImageRecord> records;
  ArchiveReader images(kernels);
  images(records, facts.parts.code);
  if (!archive.Finish() || !images.Finish()) return NoProgram("its functions and kernels can't be read");
  OPDK_TRY(facts.parts.packages, ReadPackages(libraries));
  OPDK_TRY(facts.graph, Deserialize(graph, "<program>", weights));
  return facts;
}

Result<std::vector<UsedPackage>> ReadUsedPackages(std::string_view bytes) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOm(bytes));
  OPDK_TRY(const std::string_view libraries, Section(sections, OmPartition::kSoBins));
  return ReadPackages(libraries);
}

}  // namespace opdk
