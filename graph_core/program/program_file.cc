#include "graph_core/program/program_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/archive.h"
#include "graph_core/base/byte_pool.h"
#include "graph_core/base/machine.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/proto.h"
#include "graph_core/program/om_container.h"
#include "graph_core/program/program_check.h"
#include "graph_core/program/task_record.h"
#include "graph_core/program/weights_file.h"
#include "opdk/package.h"

namespace opdk {

// The fields of each type. The archives find these functions in the namespace of the type.

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

// Lists the fields, without the bytes, which are among the weights.
template <typename A>
void Fields(A& archive, PackedConstant& constant) {
  archive(constant.step, constant.value, constant.form, constant.bytes);
}

template <typename A>
void Fields(A& archive, Step& step) {
  TaskRecord task;
  if constexpr (!A::kReads) task = RecordOf(step.task);
  archive(step.node, task.image, step.inputs, step.outputs, task.has_task, task.adapts, task.packed, task.value_inputs,
          step.stream, step.waits);
  archive.Enum(task.control, ControlKind::kCall);
  archive(task.functions, task.frame);
  archive.Enum(task.variable, VariableOp::kIsInitialized);
  archive(task.channel);
  archive.Enum(task.resource, ResourceOp::kCloseStack);
  if constexpr (A::kReads) {
    auto read = TaskOf(task);
    if (!read) return archive.Fail("a step has no task, or fields of several tasks");
    step.task = *std::move(read);
  }
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

// Version and instruction set of a program's images.
struct ProgramHead {
  std::string version;
  std::string isa;
  std::vector<uint64_t> packed = {};  // offsets of packed constants in the weights, in order of the steps
};

template <typename A>
void Fields(A& archive, ProgramHead& head) {
  archive(head.version, head.isa, head.packed);
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

// The parts of one program: contents of partitions, or a record.
struct ProgramBytes {
  std::string graph, tasks, kernels;
};

struct GearRecord {
  InputShapes shapes;
  ProgramBytes program;
};

template <typename A>
void Fields(A& archive, GearRecord& gear) {
  archive(gear.shapes, gear.program.graph, gear.program.tasks, gear.program.kernels);
}

namespace {

Result<ProgramHead> HeadOfThis() {
  OPDK_TRY(const Isa isa, TargetIsa());
  return ProgramHead{OPDK_SDK_VERSION, Name(isa)};
}

Status NoProgram(std::string_view why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("not a program: {}", why));
}

Status Unreadable(std::string_view part, const ArchiveReader& archive) {
  const std::string_view why = archive.why();
  return NoProgram(fmt::format("{} can't be read{}{}", part, why.empty() ? "" : ": ", why));
}

template <typename Functions, typename Visit>
void ForEachPacked(Functions& functions, Visit visit) {
  for (auto& function : functions) {
    for (auto& step : function.steps) {
      auto* kernel = step.template As<KernelTask>();
      if (kernel == nullptr) continue;
      for (auto& constant : kernel->packed) visit(constant);
    }
  }
}

// The weights of a file, aligned to kArenaAlignment.
struct Weights {
  std::string_view bytes;
  std::shared_ptr<const void> owner;
};

// Returns the weights in place if somebody owns the bytes and they are aligned, otherwise a copy.
Weights WeightsOf(std::string_view bytes, std::shared_ptr<const void> owner) {
  const bool aligned = reinterpret_cast<uintptr_t>(bytes.data()) % kArenaAlignment == 0;
  if (owner != nullptr && aligned) return {bytes, std::move(owner)};
  const std::shared_ptr<std::byte> copy = NewSharedAligned(bytes.size());
  std::copy_n(bytes.data(), bytes.size(), reinterpret_cast<char*>(copy.get()));
  return {{reinterpret_cast<const char*>(copy.get()), bytes.size()}, copy};
}

// Sets the addresses of packed constants. Returns whether all are inside of the weights.
bool FindPacked(std::vector<Function>& functions, const std::vector<uint64_t>& places, const Weights& weights) {
  size_t next = 0;
  bool found = true;
  ForEachPacked(functions, [&](PackedConstant& constant) {
    const uint64_t at = next < places.size() ? places[next] : 0;
    found = found && next++ < places.size() && at % kArenaAlignment == 0 && at <= weights.bytes.size() &&
            constant.bytes <= weights.bytes.size() - at;
    if (found) constant.data = {weights.owner, reinterpret_cast<const std::byte*>(weights.bytes.data()) + at};
  });
  return found && next == places.size();
}

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

// Returns the weights in the file itself, or in the file that it names.
Result<Weights> FindWeights(const std::vector<OmSection>& sections, const OfflineBytes& file) {
  OPDK_TRY(const std::string_view inside, Section(sections, OmPartition::kWeightsData));
  OPDK_TRY(const std::optional<WeightsFile> outside, WeightsFileOf(sections));
  if (!outside) return WeightsOf(inside, file.owner);
  if (file.weights.data() == nullptr) {
    return NoProgram(fmt::format("its weights lie in the file {}", outside->name))
        .Hint("load it from its file, beside which that one lies");
  }
  OPDK_TRY(CheckWeights(*outside, file.weights));
  return WeightsOf(file.weights, file.weights_owner);
}

// Views of one program's parts in a file.
struct ProgramView {
  std::string_view graph, tasks, kernels;
};

ProgramView ViewOf(const ProgramBytes& bytes) { return {bytes.graph, bytes.tasks, bytes.kernels}; }

Status CheckSingle(const std::vector<OmSection>& sections) {
  if (!Section(sections, OmPartition::kBundleModel).ok()) return Status();
  return NoProgram("it is a bundle of several").Hint("aclmdlBundleLoadFromFile loads it");
}

Result<ProgramView> MainOf(const std::vector<OmSection>& sections) {
  OPDK_TRY(CheckSingle(sections));
  ProgramView main;
  OPDK_TRY(main.graph, Section(sections, OmPartition::kModelDef));
  OPDK_TRY(main.tasks, Section(sections, OmPartition::kTaskInfo));
  OPDK_TRY(main.kernels, Section(sections, OmPartition::kTbeKernels));
  return main;
}

bool HasGears(const std::vector<OmSection>& sections) { return Section(sections, OmPartition::kFlowSubmodel).ok(); }

Result<std::vector<GearRecord>> ReadGears(const std::vector<OmSection>& sections, bool& any_shape) {
  std::vector<GearRecord> gears;
  any_shape = false;
  if (!HasGears(sections)) return gears;
  OPDK_TRY(const std::string_view bytes, Section(sections, OmPartition::kFlowSubmodel));
  ArchiveReader archive(bytes);
  archive(any_shape, gears);
  if (!archive.Finish()) return NoProgram("its gears can't be read");
  return gears;
}

Result<ProgramBytes> Write(const Program& program, const std::vector<EngineCode>& code, BytePool& weights) {
  ProgramBytes bytes;
  OPDK_TRY(ProgramHead head, HeadOfThis());
  OPDK_TRY(bytes.graph, Serialize(program.graph, weights));
  ForEachPacked(program.functions, [&](const PackedConstant& constant) {
    head.packed.push_back(weights.Put({reinterpret_cast<const char*>(constant.data.get()), constant.bytes}));
  });
  ArchiveWriter functions;
  functions(head, std::vector<Function>(program.functions.begin(), program.functions.end()), program.memory);
  bytes.tasks = functions.Take();
  std::vector<ImageRecord> records;
  for (const EngineImage& image : program.images) records.push_back({image.engine, image.image->Bytes()});
  ArchiveWriter images;
  images(records, code);
  bytes.kernels = images.Take();
  return bytes;
}

Result<Program> Read(const ProgramView& bytes, const Weights& weights, std::span<Engine* const> engines,
                     std::vector<EngineCode>& code) {
  ArchiveReader archive(bytes.tasks);
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
  if (!archive.Finish()) return Unreadable("its functions", archive);
  if (!FindPacked(functions, head.packed, weights)) return NoProgram("its packed constants are cut off");
  program.functions.assign(std::make_move_iterator(functions.begin()), std::make_move_iterator(functions.end()));
  OPDK_TRY(program.graph, Deserialize(bytes.graph, "<program>", weights.bytes, weights.owner));
  std::vector<ImageRecord> records;
  ArchiveReader images(bytes.kernels);
  images(records, code);
  if (!images.Finish()) return NoProgram("its kernel images can't be read");
  OPDK_TRY(program.images, ReadImages(records, engines));
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  if (!HangsTogether(program, nodes)) return NoProgram("its functions name what is not there");
  return program;
}

// Returns whether the shapes are for as many inputs as the program for any shape has.
bool FitsInputs(const InputShapes& shapes, const Program& program) {
  return shapes.size() == program.main().inputs.size();
}

}  // namespace

Result<std::string> WriteProgram(const Program& program, const OfflineParts& parts,
                                 std::span<const WrittenGear> gears) {
  BytePool weights;
  OPDK_TRY(const ProgramBytes main, Write(program, parts.code, weights));
  std::vector<GearRecord> records;
  for (const WrittenGear& gear : gears) {
    OPDK_TRY(ProgramBytes bytes, Write(*gear.program, {}, weights));
    records.push_back({gear.shapes, std::move(bytes)});
  }
  ArchiveWriter packages, of_gears;
  packages(parts.packages);
  of_gears(parts.any_shape_beside_gears, records);
  const std::string libraries = packages.Take(), submodels = of_gears.Take();
  const std::string weights_file = WeightsFileRecord({});
  std::vector<OmSection> sections = {{OmPartition::kModelDef, main.graph},
                                     {OmPartition::kWeightsData, weights.bytes()},
                                     {OmPartition::kTaskInfo, main.tasks},
                                     {OmPartition::kTbeKernels, main.kernels},
                                     {OmPartition::kSoBins, libraries}};
  if (!records.empty()) sections.push_back({OmPartition::kFlowSubmodel, submodels});
  if (parts.weights_file) sections.push_back({OmPartition::kWeightsFile, weights_file});
  return WriteOm(program.graph.name(), sections);
}

Result<Program> ReadProgram(const OfflineBytes& file, std::span<Engine* const> engines, OfflineParts* parts) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOm(file.bytes));
  OPDK_TRY(const ProgramView main, MainOf(sections));
  OPDK_TRY(const Weights weights, FindWeights(sections, file));
  OPDK_TRY(const std::string_view libraries, Section(sections, OmPartition::kSoBins));
  OfflineParts beside;
  OPDK_TRY(Program program, Read(main, weights, engines, beside.code));
  OPDK_TRY(beside.packages, ReadPackages(libraries));
  OPDK_TRY(const std::vector<GearRecord> gears, ReadGears(sections, beside.any_shape_beside_gears));
  for (const GearRecord& gear : gears) {
    std::vector<EngineCode> none;
    auto read = Read(ViewOf(gear.program), weights, engines, none);
    if (!read.ok()) return std::move(read).status().At(fmt::format("gear {}", ShapesText(gear.shapes)));
    if (!FitsInputs(gear.shapes, program)) return NoProgram("a gear has other inputs");
    beside.gears.push_back({gear.shapes, *std::move(read)});
  }
  if (parts != nullptr) *parts = std::move(beside);
  return program;
}

Result<OfflineFacts> ReadFacts(const OfflineBytes& file) {
  OfflineFacts facts;
  OPDK_TRY(facts.sections, ReadOm(file.bytes));
  OPDK_TRY(const ProgramView main, MainOf(facts.sections));
  OPDK_TRY(const std::string_view libraries, Section(facts.sections, OmPartition::kSoBins));
  ArchiveReader archive(main.tasks);
  ProgramHead head;
  archive(head);
  if (archive.failed()) return NoProgram("its head can't be read");
  facts.version = head.version;
  facts.isa = head.isa;
  if (head.version != OPDK_SDK_VERSION) return facts;
  archive(facts.functions, facts.memory);
  std::vector<ImageRecord> records;
  ArchiveReader images(main.kernels);
  images(records, facts.parts.code);
  if (!archive.Finish()) return Unreadable("its functions", archive);
  if (!images.Finish()) return NoProgram("its kernels can't be read");
  OPDK_TRY(facts.parts.packages, ReadPackages(libraries));
  OPDK_TRY(const std::vector<GearRecord> gears, ReadGears(facts.sections, facts.parts.any_shape_beside_gears));
  for (const GearRecord& gear : gears) {
    ArchiveReader tasks(gear.program.tasks);
    std::vector<Function> functions;
    GearFacts& of_gear = facts.gears.emplace_back();
    of_gear.shapes = gear.shapes;
    tasks(head, functions, of_gear.memory);
    if (!tasks.Finish()) return Unreadable("the functions of a gear", tasks);
  }
  OPDK_TRY(const Weights weights, FindWeights(facts.sections, file));
  OPDK_TRY(facts.graph, Deserialize(main.graph, "<program>", weights.bytes, weights.owner));
  return facts;
}

Result<std::vector<UsedPackage>> ReadUsedPackages(std::string_view bytes) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOmTable(bytes));
  OPDK_TRY(CheckSingle(sections));
  OPDK_TRY(const std::string_view libraries, Section(sections, OmPartition::kSoBins));
  return ReadPackages(libraries);
}

}  // namespace opdk
