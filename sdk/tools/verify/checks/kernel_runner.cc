#include "sdk/tools/verify/checks/kernel_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/element_type.h"
#include "graph_core/base/limits.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/infer_step.h"
#include "graph_core/package/placed_node.h"
#include "opdk/parallel.h"
#include "opdk/random_draw.h"
#include "opdk/small_pieces.h"

namespace opdk::verify {
namespace {

// Returns the bytes of an element; 1 if the dtype has no elements of whole bytes.
size_t ElementBytes(ge::DataType dtype) {
  size_t bytes = 1;
  VisitElementType(PartOf(dtype), [&]<typename T>(T) { bytes = sizeof(T) * PartsOf(dtype); });
  return bytes;
}

// Reverses the elements. Strings stay as they are; complex numbers change their parts as well.
void ReverseElements(GuardedBuffer& buffer, ge::DataType dtype) {
  VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    T* const elements = reinterpret_cast<T*>(buffer.data());
    std::reverse(elements, elements + buffer.bytes() / sizeof(T));
  });
}

uint8_t PatternByte(Prefill prefill) {
  switch (prefill) {
    case Prefill::kPatternA:
      return 0xA5;
    case Prefill::kPatternB:
      return 0x5A;
    case Prefill::kZero:
      return 0;
    case Prefill::kNan:
      return 0xFF;
  }
  return 0;
}

std::vector<int64_t> DimsOf(const Port& port) { return port.desc.GetShape().GetDims(); }

}  // namespace

// Fills a buffer. All bits set is a quiet NaN of every floating-point dtype.
void FillBytes(std::byte* data, size_t bytes, ge::DataType dtype, Prefill prefill) {
  if (dtype == ge::DT_BOOL && prefill != Prefill::kZero) {
    // No other byte is a bool.
    std::memset(data, prefill == Prefill::kPatternB ? 0 : 1, bytes);
    return;
  }
  std::memset(data, PatternByte(prefill), bytes);
}

std::vector<PortBreach> KernelMemory::TakeBreaches() {
  std::vector<PortBreach> found;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    PortBreach breach{places_[i].port, places_[i].index, buffers_[i].data(), buffers_[i].bytes(), buffers_[i].Take()};
    if (breach.breaches.any()) found.push_back(std::move(breach));
  }
  return found;
}

Status KernelMemory::Allocate(PortBreach::Port port, size_t index, size_t bytes, size_t alignment, size_t offset) {
  OPDK_TRY(GuardedBuffer buffer, GuardedBuffer::Allocate(bytes, arrangement_.press, alignment, offset));
  buffers_.push_back(std::move(buffer));
  places_.push_back({port, index});
  return Status();
}

void KernelMemory::Open() {
  for (size_t output : open_) outputs_[output].data = nullptr, outputs_[output].capacity = 0;
}

Result<void*> KernelMemory::Take(size_t output, size_t bytes) {
  TensorArg& arg = outputs_[output];
  OPDK_TRY(CheckMemory(bytes, "what the kernel asks for an output"));
  size_t b = 0;  // the buffer of an earlier run, if it has this size
  while (b < buffers_.size() && !(places_[b].port == PortBreach::Port::kOutput && places_[b].index == output &&
                                  buffers_[b].bytes() == bytes)) {
    ++b;
  }
  if (b == buffers_.size()) {
    const size_t element = ElementBytes(arg.dtype);
    OPDK_TRY(Allocate(PortBreach::Port::kOutput, output, bytes, element, arrangement_.offset_elements * element));
  }
  arg.data = buffers_[b].data();
  arg.capacity = bytes;
  FillBytes(buffers_[b].data(), bytes, arg.dtype, arrangement_.prefill);
  return arg.data;
}

KernelRunner::~KernelRunner() = default;

Result<std::unique_ptr<KernelRunner>> KernelRunner::Make(const OpDesc& op, const std::vector<ge::Tensor>& inputs,
                                                         std::string_view engine, const TestHarness& harness) {
  std::unique_ptr<KernelRunner> runner(new KernelRunner());
  runner->inputs_ = inputs;
  runner->packages_ = harness.packages;
  OPDK_TRY(runner->Build(op, engine, harness));
  return runner;
}

Status KernelRunner::Build(const OpDesc& op, std::string_view engine, const TestHarness& harness) {
  std::vector<Engine*> engines;
  for (const auto& each : harness.engines) engines.push_back(each.get());
  const EngineOpInfo* info = ColumnsFor(op, engine, *packages_);
  constant_.resize(inputs_.size(), false);
  for (const std::string& port : info == nullptr ? std::vector<std::string>() : info->value_depend) {
    int first = 0;
    const int count = op.InputCount(port, &first);
    for (int i = first; i < first + count; ++i) constant_[static_cast<size_t>(i)] = true;
  }
  const auto constant = [&](size_t i) { return constant_[i] ? &inputs_[i] : nullptr; };
  OPDK_TRY(node_, NodeRunner::Make(op, constant, engines, *packages_, std::string(engine)));
  OPDK_TRY(SizeOutputs());
  if (IsPureView(node(), *packages_)) return Status();
  OPDK_TRY(prepared_, Prepare({}));
  OPDK_TRY(call_, prepared_->NewCall());
  return Status();
}

Status KernelRunner::SizeOutputs() {
  for (const Port& output : node().op().outputs) {
    const std::vector<int64_t> dims = DimsOf(output);
    // Verification runs AI CPU kernels and kernels of tensor expressions, whose shapes are known.
    if (IsUnknown(dims) && !HasUpperBound(output.desc) && node().placement().engine == kAiCpuEngine) {
      output_bytes_.emplace_back();
      continue;
    }
    OPDK_TRY(const size_t bytes,
             IsUnknown(dims) ? UpperBound(output.desc, output.name) : TensorBytes(output.desc.GetDataType(), dims));
    output_bytes_.push_back(bytes);
  }
  return Status();
}

Result<std::shared_ptr<const PreparedKernel>> KernelRunner::Prepare(const Arrangement& arrangement) const {
  OPDK_TRY(const auto memory, MakeMemory(arrangement));
  OPDK_TRY(auto prepared, node_->Prepare({memory->inputs_, memory->outputs_, nullptr}));
  workspace_bytes_ = std::max(workspace_bytes_, prepared->workspace_bytes());
  return prepared;
}

Result<std::unique_ptr<KernelCall>> KernelRunner::NewCall(const Arrangement& arrangement) const {
  OPDK_TRY(const auto prepared, Prepare(arrangement));
  return prepared->NewCall();
}

bool KernelRunner::may_run_in_place() const {
  for (size_t i = 0; i < node().op().outputs.size(); ++i) {
    const int input = InPlaceInput(node(), static_cast<int>(i), *packages_);
    if (input < 0 || constant_[static_cast<size_t>(input)]) continue;
    const size_t bytes = output_bytes_[i].value_or(0);
    if (inputs_[static_cast<size_t>(input)].GetSize() == bytes && bytes > 0) return true;
  }
  return false;
}

Result<std::unique_ptr<KernelMemory>> KernelRunner::MakeMemory(const Arrangement& arrangement) const {
  auto memory = std::make_unique<KernelMemory>();
  const OpDesc& op = node().op();
  memory->arrangement_ = arrangement;
  std::vector<int> owner(inputs_.size(), -1);  // the output that lies in an input
  memory->input_shapes_.resize(inputs_.size());
  memory->inputs_.resize(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const ge::DataType dtype = op.inputs[i].desc.GetDataType();
    if (dtype == ge::DT_UNDEFINED) continue;
    TensorArg& arg = memory->inputs_[i];
    memory->input_shapes_[i] = DimsOf(op.inputs[i]);
    arg = {const_cast<uint8_t*>(inputs_[i].GetData()), inputs_[i].GetSize(), dtype, &memory->input_shapes_[i]};
    if (constant_[i]) {
      // A kernel may keep the address of the constant from which it was built: the graph's constant.
      arg.data = ConstantAddress(*node().input(static_cast<int>(i)).node->ConstValue());
      continue;
    }
    const size_t element = ElementBytes(dtype);
    OPDK_TRY(memory->Allocate(PortBreach::Port::kInput, i, inputs_[i].GetSize(), element,
                              arrangement.offset_elements * element));
    arg.data = memory->buffers_.back().data();
    if (arg.capacity > 0) std::memcpy(arg.data, inputs_[i].GetData(), arg.capacity);
    if (arrangement.reversed) ReverseElements(memory->buffers_.back(), dtype);
    if (!arrangement.in_place) memory->buffers_.back().Protect();
  }
  memory->outputs_.resize(op.outputs.size());
  for (const Port& port : op.outputs) memory->inferred_.push_back(DimsOf(port));
  memory->output_shapes_ = memory->inferred_;
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const ge::DataType dtype = op.outputs[i].desc.GetDataType();
    TensorArg& arg = memory->outputs_[i];
    arg = {nullptr, output_bytes_[i].value_or(0), dtype, &memory->output_shapes_[i]};
    if (!output_bytes_[i]) {
      memory->open_.push_back(i);
      continue;
    }
    const int over = arrangement.in_place ? InPlaceInput(node(), static_cast<int>(i), *packages_) : -1;
    if (over >= 0 && !constant_[static_cast<size_t>(over)] && owner[static_cast<size_t>(over)] < 0 &&
        inputs_[static_cast<size_t>(over)].GetSize() == output_bytes_[i]) {
      owner[static_cast<size_t>(over)] = static_cast<int>(i);
      arg.data = memory->inputs_[static_cast<size_t>(over)].data;
      continue;
    }
    const size_t element = ElementBytes(dtype);
    OPDK_TRY(memory->Allocate(PortBreach::Port::kOutput, i, *output_bytes_[i], element,
                              arrangement.offset_elements * element));
    arg.data = memory->buffers_.back().data();
    FillBytes(memory->buffers_.back().data(), *output_bytes_[i], dtype, arrangement.prefill);
  }
  if (workspace_bytes_ > 0) {
    OPDK_TRY(memory->Allocate(PortBreach::Port::kWorkspace, 0, workspace_bytes_, kArenaAlignment, 0));
    memory->workspace_ = memory->buffers_.back().data();
    FillBytes(memory->buffers_.back().data(), workspace_bytes_, ge::DT_INT8, arrangement.prefill);
  }
  return memory;
}

Status KernelRunner::Call(KernelCall& call, KernelMemory& memory) const {
  for (size_t i = 0; i < memory.inferred_.size(); ++i) memory.output_shapes_[i] = memory.inferred_[i];
  memory.Open();
  // Calls are compared with each other, so a random operator must draw equal numbers in each.
  const RepeatedDraw draw(0);
  return call.Run({memory.inputs_, memory.outputs_, memory.workspace_, &memory});
}

Result<std::vector<ge::Tensor>> KernelRunner::Outputs(const KernelMemory& memory) const {
  std::vector<ge::Tensor> outputs;
  for (size_t i = 0; i < memory.outputs_.size(); ++i) {
    const TensorArg& arg = memory.outputs_[i];
    ge::TensorDesc desc = node().op().outputs[i].desc;
    desc.SetShape(ge::Shape(memory.output_shapes_[i]));
    if (IsUnknown(memory.output_shapes_[i])) {
      return Status(ErrorCode::kKernelFailed,
                    "the kernel did not report the shape of output " + node().op().outputs[i].name);
    }
    OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, memory.output_shapes_[i]));
    outputs.emplace_back(desc, static_cast<const uint8_t*>(arg.data), std::min(bytes, arg.capacity));
  }
  return outputs;
}

KernelRun KernelRunner::Run(const Arrangement& arrangement) const {
  KernelRun run;
  KernelCall* call = call_.get();
  std::unique_ptr<KernelCall> own;
  if (arrangement.in_place) {
    // A kernel must know when it is prepared whether an output lies in an input.
    auto built = NewCall(arrangement);
    if (!built.ok()) {
      run.status = std::move(built).status();
      return run;
    }
    own = std::move(built).value();
    call = own.get();
  }
  auto memory = MakeMemory(arrangement);
  if (!memory.ok()) {
    run.status = memory.status();
    return run;
  }
  const ThreadScope threads(arrangement.threads);
  const SmallPiecesScope pieces(arrangement.small_pieces);
  {
    const FaultWatch watch;
    run.status = Call(*call, **memory);
  }
  run.breaches = (*memory)->TakeBreaches();
  if (!run.status.ok()) return run;
  auto outputs = Outputs(**memory);
  run.status = outputs.status();
  if (outputs.ok()) run.outputs = std::move(outputs).value();
  return run;
}

}  // namespace opdk::verify
