#include "graph_core/program/program_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/ir/text.h"
#include "graph_core/loading/load.h"
#include "graph_core/program/om_container.h"
#include "graph_core/session.h"
#include "tests/graph_core/program/program_fixture.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

ge::Tensor Ramp(std::vector<int64_t> shape, size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 7) / 4 - 1;
  const ge::TensorDesc desc(ge::Shape(std::move(shape)), ge::FORMAT_ND, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), count * sizeof(float));
}

ge::Tensor Number(int32_t value) {
  const ge::TensorDesc desc(ge::Shape(std::vector<int64_t>()), ge::FORMAT_ND, ge::DT_INT32);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&value), sizeof value);
}

TEST_F(ProgramFile, AProgramThatIsReadBackGivesTheSameBits) {
  ExpectSameResults(kConvolution, {Ramp({1, 3, 9, 9}, 243)});
  ExpectSameResults(kDynamic, {Ramp({5, 4}, 20)});
  ExpectSameResults(kLoop, {Number(3), Ramp({3}, 3)});
}

TEST_F(ProgramFile, CompilingTwiceAndReadingBackGiveTheSameBytes) {
  for (const std::string_view text : {kConvolution, kDynamic, kLoop}) {
    const std::string bytes = Written(text);
    EXPECT_EQ(Written(text), bytes);
    auto read = Read(bytes);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    auto again = WriteProgram(*read);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, bytes);
  }
}

TEST_F(ProgramFile, ConstantsLieAmongTheWeightsAndNotInTheGraph) {
  const std::string bytes = Written(kConvolution);
  const auto sections = ReadOm(bytes);
  ASSERT_TRUE(sections.ok());
  const float weight = 0.125f;
  std::string filter;
  for (int i = 0; i < 108; ++i) filter.append(reinterpret_cast<const char*>(&weight), sizeof weight);
  EXPECT_NE((*sections)[1].bytes.find(filter), std::string_view::npos);
  EXPECT_EQ((*sections)[0].bytes.find(filter), std::string_view::npos);
}

TEST_F(ProgramFile, RunsOfAReadProgramKeepTheRangesOfInputs) {
  auto read =
      Read(Written("graph net { %x = Data {index: 0} : float[2..3] %y = Exp(x: %x) : _ %o = NetOutput(x: [%y]) }"));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const Executable model = tests::MustLoadIn(*session_, *std::move(read));
  EXPECT_TRUE(model.Run(std::vector<ge::Tensor>{tests::Floats({3}, {1, 2, 3})}).ok());
  const Status status = model.Run(std::vector<ge::Tensor>{tests::Floats({4}, {1, 2, 3, 4})}).status();
  EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
  EXPECT_NE(status.message().find("axis 0 of input 0 'x' is 4, out of its range 2~3"), std::string::npos)
      << status.ToString();
}

TEST_F(ProgramFile, RunsOfAReadProgramKeepTheNamesOfDimensions) {
  auto read = Read(
      Written("graph net { %x = Data {index: 0, dim_names: [\"N\"]} : float[?] %b = Data {index: 1, dim_names: [\"N\", "
              "\"\"]} : float[?,?] %y = Exp(x: %x) : _ %z = Exp(x: %b) : _ %o = NetOutput(x: [%y, %z]) }"));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const Executable model = tests::MustLoadIn(*session_, *std::move(read));
  const ge::Tensor x = tests::Floats({2}, {1, 2});
  EXPECT_TRUE(model.Run(std::vector<ge::Tensor>{x, tests::Floats({2, 1}, {1, 2})}).ok());
  EXPECT_TRUE(model.Run(std::vector<ge::Tensor>{x, tests::Floats({2, 2}, {1, 2, 3, 4})}).ok());
  const Status status = model.Run(std::vector<ge::Tensor>{x, tests::Floats({1, 2}, {1, 2})}).status();
  EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
  EXPECT_NE(status.message().find("axis 0 of input 1 'b' is 1, but axis 0 of input 0 'x' is 2: both are N"),
            std::string::npos)
      << status.ToString();
}

// Files of two programs that differ in the task of a step only are as long, and differ in the tasks' fields.
TEST_F(ProgramFile, AStepWithFieldsOfTwoTasksIsNoProgram) {
  Program program = Compiled(kDynamic);
  const auto written = [&](StepTask task) {
    program.main().steps[0].task = std::move(task);
    auto bytes = WriteProgram(program);
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    return *std::move(bytes);
  };
  const std::string kernel = written(KernelTask());
  const std::vector<StepTask> others = {ControlTask{ControlKind::kIf, {}, -1}, VariableTask{VariableOp::kRead},
                                        ResourceTask{ResourceOp::kSize}};
  for (const StepTask& task : others) {
    const std::string other = written(task);
    auto sections = ReadOm(kernel);
    const auto second = ReadOm(other);
    ASSERT_TRUE(sections.ok() && second.ok());
    const auto is_tasks = [](const OmSection& section) { return section.type == OmPartition::kTaskInfo; };
    const auto tasks = std::find_if(sections->begin(), sections->end(), is_tasks);
    std::string mixed(tasks->bytes);
    const std::string_view with = std::find_if(second->begin(), second->end(), is_tasks)->bytes;
    ASSERT_EQ(mixed.size(), with.size());
    for (size_t i = 0; i < mixed.size(); ++i) mixed[i] = static_cast<char>(mixed[i] | with[i]);
    tasks->bytes = mixed;
    const std::string file = WriteOm("net", *sections);
    const std::string_view why = "its functions can't be read: a step has no task, or fields of several tasks";
    EXPECT_THAT(Read(file).status().message(), HasSubstr(why));
    EXPECT_THAT(ReadFacts({file}).status().message(), HasSubstr(why));
  }
}

// A convolution and a product whose weights are packed if another layout is better than theirs.
constexpr std::string_view kPacking = R"(graph net {
  %x = Data {index: 0} : float[1,32,9,9]@NCHW
  %w = Const {value: float[32,32,3,3](0.125 ...)}
  %c = Conv2D(x: %x, filter: %w) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %r = Relu(x: %c) : y: _
  %v = Const {value: float[9,64](0.25 ...)}
  %m = BatchMatMulV2(x1: %r, x2: %v) : y: _
  %o = NetOutput(x: [%m])
}
)";

class PackedConstants : public ProgramFile {
 protected:
  // Returns the program as written after it was loaded, with its constants.
  std::string WrittenWhenLoaded() {
    LoadOptions options;
    options.keep_constants = true;
    const std::vector<Engine*> engines = session_->engines();
    auto model = Load(Compiled(kPacking), engines, session_->packages(), std::move(options));
    OPDK_CHECK(model.ok(), model.status().ToString());
    auto bytes = WriteProgram(model->program());
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    return *std::move(bytes);
  }
  std::vector<float> Computed(Program program) {
    const std::vector<ge::Tensor> outputs = Run(std::move(program), {Ramp({1, 32, 9, 9}, 2592)});
    const auto* data = reinterpret_cast<const float*>(outputs.at(0).GetData());
    return {data, data + outputs.at(0).GetSize() / sizeof(float)};
  }
  static std::vector<PackedConstant> PackedOf(const Program& program) {
    std::vector<PackedConstant> packed;
    for (const Step& step : program.main().steps) {
      const auto* kernel = step.As<KernelTask>();
      if (kernel != nullptr) packed.insert(packed.end(), kernel->packed.begin(), kernel->packed.end());
    }
    return packed;
  }
  // Sets all constants of the program's graph to zero.
  static void Erase(Program& program) {
    for (Node* node : program.graph.nodes()) {
      if (node->ConstValue() == nullptr) continue;
      const ge::TensorDesc desc = node->ConstValue()->GetTensorDesc();
      const std::vector<uint8_t> zeros(node->ConstValue()->GetSize());
      node->op().attrs["value"] = ge::Tensor(desc, zeros.data(), zeros.size());
    }
  }
};

TEST_F(PackedConstants, AreTheSameMemoryInModelsThatPackAlike) {
  const auto load = [&] {
    const std::vector<Engine*> engines = session_->engines();
    auto model = Load(Compiled(kPacking), engines, session_->packages());
    OPDK_CHECK(model.ok(), model.status().ToString());
    return *std::move(model);
  };
  const Executable one = load(), other = load();
  const std::vector<PackedConstant> packed = PackedOf(one.program()), again = PackedOf(other.program());
  ASSERT_FALSE(packed.empty());
  size_t alike = 0;
  for (const PackedConstant& each : packed) {
    for (const PackedConstant& same : again) {
      if (same.value != each.value || same.form != each.form || each.bytes < 4096) continue;
      EXPECT_EQ(same.data, each.data) << each.form;
      ++alike;
    }
  }
  EXPECT_GT(alike, 0U);
}

TEST_F(PackedConstants, AreAPartOfALoadedProgramAndUsedAsTheyLieWhenItIsReadAgain) {
  const std::vector<float> expected = Computed(Compiled(kPacking));
  EXPECT_TRUE(PackedOf(Compiled(kPacking)).empty());
  const std::string bytes = WrittenWhenLoaded();
  EXPECT_EQ(WrittenWhenLoaded(), bytes);
  auto read = Read(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_FALSE(PackedOf(*read).empty());
  Erase(*read);
  EXPECT_EQ(Computed(*std::move(read)), expected);
}

TEST_F(PackedConstants, InAnotherLayoutThanAKernelWantsArePackedAgain) {
  const std::vector<float> expected = Computed(Compiled(kPacking));
  auto read = Read(WrittenWhenLoaded());
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  for (Step& step : read->main().steps) {
    auto* kernel = step.As<KernelTask>();
    if (kernel == nullptr) continue;
    for (PackedConstant& packed : kernel->packed) packed.form = "of another processor";
  }
  EXPECT_EQ(Computed(*std::move(read)), expected);
}

TEST_F(PackedConstants, LieInTheFileWhenThatStays) {
  const std::string bytes = WrittenWhenLoaded();
  const std::shared_ptr<std::byte> file = NewSharedAligned(bytes.size());
  std::memcpy(file.get(), bytes.data(), bytes.size());
  auto read = ReadProgram({{reinterpret_cast<const char*>(file.get()), bytes.size()}, file}, session_->engines());
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  for (const PackedConstant& packed : PackedOf(*read)) {
    EXPECT_GE(packed.data.get(), file.get());
    EXPECT_LE(packed.data.get() + packed.bytes, file.get() + bytes.size());
  }
  EXPECT_GT(file.use_count(), 1);
}

TEST_F(PackedConstants, ThatAreCutOffAreNoProgram) {
  const std::string bytes = WrittenWhenLoaded();
  const std::shared_ptr<std::byte> file = NewSharedAligned(bytes.size());
  std::memcpy(file.get(), bytes.data(), bytes.size());
  const std::string_view view(reinterpret_cast<const char*>(file.get()), bytes.size());
  const auto whole = ReadProgram({view, file}, session_->engines());
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  // The processor decides which constants are packed and whether other constants lie behind them.
  const std::byte* end = nullptr;
  for (const PackedConstant& packed : PackedOf(*whole)) end = std::max(end, packed.data.get() + packed.bytes);
  ASSERT_NE(end, nullptr);
  auto sections = ReadOm(view);
  ASSERT_TRUE(sections.ok());
  for (OmSection& section : *sections) {
    if (section.type != OmPartition::kWeightsData) continue;
    section.bytes =
        section.bytes.substr(0, static_cast<size_t>(reinterpret_cast<const char*>(end) - 1 - section.bytes.data()));
  }
  const auto read = Read(WriteOm("net", *sections));
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.status().message(), HasSubstr("packed constants are cut off"));
}

constexpr std::string_view kParts = R"(graph net {
  %x = Data {index: 0} : float[1,32]
  %a = Tanh(x: %x) : y: _
  %c = MatMul(x1: %x, x2: %w) : y: _
  %w = Const {value: float[32,32](0.125 ...)}
  %y = ConcatD(x: [%a, %c]) {concat_dim: 1, N: 2} : y: _
  %m = MatMul(x1: %y, x2: %v) : y: _
  %v = Const {value: float[64,32](0.25 ...)}
  %o = NetOutput(x: [%m])
}
)";

TEST_F(ProgramFile, PartsLieInTheirWholeOrItIsNoProgram) {
  ExpectSameResults(kParts, {Ramp({1, 32}, 32)});
  const auto refused = [&](const std::function<void(Program&, TensorSlot&)>& injure) {
    Program program = Compiled(kParts);
    auto part = std::find_if(program.main().tensors.begin(), program.main().tensors.end(),
                             [](const TensorSlot& slot) { return slot.offset != 0; });
    OPDK_CHECK(part != program.main().tensors.end(), "nothing is a part");
    injure(program, *part);
    auto bytes = WriteProgram(program);
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    auto read = Read(*bytes);
    return !read.ok() && read.status().message().find("name what is not there") != std::string::npos;
  };
  const auto block = [](Program& program, const TensorSlot& part) -> Block& {
    return program.main().blocks[static_cast<size_t>(part.block)];
  };
  EXPECT_FALSE(refused([](Program&, TensorSlot&) {}));
  EXPECT_TRUE(refused([](Program&, TensorSlot& part) { part.offset += kArenaAlignment; }));
  EXPECT_TRUE(refused([](Program&, TensorSlot& part) { part.offset -= 4; }));
  EXPECT_TRUE(refused([](Program&, TensorSlot& part) { part.offset = ~size_t{63}; }));
  EXPECT_TRUE(refused([](Program&, TensorSlot& part) { part.shape = {1, 33}; }));
  EXPECT_TRUE(refused([](Program&, TensorSlot& part) { part.shape = {1, -1}; }));
  EXPECT_TRUE(refused([&](Program& program, TensorSlot& part) { block(program, part).bytes -= 64; }));
  EXPECT_TRUE(refused([&](Program& program, TensorSlot& part) { block(program, part).dynamic = true; }));
  EXPECT_TRUE(refused([&](Program& program, TensorSlot& part) { block(program, part).kind = BlockKind::kRegion; }));
  EXPECT_TRUE(refused([&](Program& program, TensorSlot& part) {
    block(program, part).kind = BlockKind::kOutput;
    block(program, part).index = 0;
  }));
  for (const int node : {-1, 1 << 20}) {
    EXPECT_TRUE(refused([node](Program& program, TensorSlot&) {
      program.main().tensors[static_cast<size_t>(program.main().inputs[0].tensor)].node = node;
    }));
  }
  EXPECT_TRUE(refused([](Program& program, TensorSlot& part) {
    program.main().inputs[0].tensor = static_cast<int>(&part - program.main().tensors.data());
  }));
}

TEST_F(ProgramFile, EqualKernelsHaveOneImage) {
  const Program program = Compiled(R"(graph net {
  %x = Data {index: 0} : float[4,4]
  %w = Const {value: float[4,4](0.5 ...)}
  %v = Const {value: float[4,4](0.25 ...)}
  %a = MatMulV2(x1: %x, x2: %w) : y: _
  %b = MatMulV2(x1: %a, x2: %v) : y: _
  %o = NetOutput(x: [%b])
}
)");
  ASSERT_EQ(program.main().steps.size(), 2u);
  EXPECT_EQ(program.images.size(), 1u);
  const auto *first = program.main().steps[0].As<KernelTask>(), *second = program.main().steps[1].As<KernelTask>();
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(first->image, second->image);
}

TEST_F(ProgramFile, AKernelOfAiCpuNeedsNoImage) {
  CompileOptions options;
  options.engine = "ai_cpu";
  session_ = *Session::Create(BuiltinPackages(), options);
  EXPECT_TRUE(Compiled(kConvolution).images.empty());
  ExpectSameResults(kConvolution, {Ramp({1, 3, 9, 9}, 243)});
}

TEST_F(ProgramFile, AnEngineThatIsNotInUseIsNamed) {
  const std::string bytes = Written(kConvolution);
  CompileOptions options;
  options.engine = "ai_cpu";
  session_ = *Session::Create(BuiltinPackages(), options);
  const auto read = Read(bytes);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), ErrorCode::kNoEngine);
  EXPECT_THAT(read.status().message(), HasSubstr("ai_core"));
}

// Files that were changed on purpose: the checksum fits again.
TEST_F(ProgramFile, ChangedSectionsAreReadOrRefusedAndNeverCrash) {
  std::mt19937 random(7);  // NOLINT: the same numbers each time
  for (const std::string_view text : {kConvolution, kLoop}) {
    const std::string bytes = Written(text);
    const auto sections = ReadOm(bytes);
    ASSERT_TRUE(sections.ok());
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
      std::vector<std::string> changed;
      std::vector<OmSection> given;
      for (const OmSection& section : *sections) changed.emplace_back(section.bytes);
      std::string& victim = changed[random() % changed.size()];
      if (victim.empty()) continue;
      if (random() % 4 == 0) {
        victim.resize(random() % victim.size());
      } else {
        victim[random() % victim.size()] = static_cast<char>(random());
      }
      for (size_t s = 0; s < changed.size(); ++s) given.push_back({(*sections)[s].type, changed[s]});
      const auto read = Read(WriteOm("net", given));
      refused += read.ok() ? 0 : 1;
    }
    EXPECT_GT(refused, 500);
  }
}

TEST_F(ProgramFile, BytesOfAnotherVersionAreRefusedWithBothVersions) {
  const std::string bytes = Written(kDynamic);
  const auto sections = ReadOm(bytes);
  ASSERT_TRUE(sections.ok());
  std::string tasks((*sections)[2].bytes);
  tasks[1] = '9';  // behind the length of the version's text
  std::vector<OmSection> given = *sections;
  given[2].bytes = tasks;
  const auto read = Read(WriteOm("net", given));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), ErrorCode::kModelInvalid);
  EXPECT_THAT(read.status().message(), HasSubstr("compiled by opdk 9"));
}

}  // namespace
}  // namespace opdk
