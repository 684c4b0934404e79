#include "graph_core/engines/ai_core/vector/vector_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/canonical/loop_nest.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// The memory layout of Halide's halide_buffer_t (runtime ABI of Halide 14). Generated code reads `host`; extents and
// strides are arguments of their own.
struct BufferDimension {
  int32_t min = 0, extent = 0, stride = 0;
  uint32_t flags = 0;
};
struct Buffer {
  uint64_t device = 0;
  const void* device_interface = nullptr;
  uint8_t* host = nullptr;
  uint64_t flags = 0;
  uint8_t type_code = 0, type_bits = 0;
  uint16_t type_lanes = 1;
  int32_t dimensions = 0;
  const BufferDimension* dim = nullptr;
  void* padding = nullptr;
};

// Returns the cost of an element of a node, in units of about 0.04 ns of one core: measured for float with AVX-512.
double Weight(const KernelNode& node) {
  switch (node.op) {
    case KernelOp::kNumber:
    case KernelOp::kParam:
    case KernelOp::kMap:
      return 0;
    case KernelOp::kGather:
    case KernelOp::kCompute:
    case KernelOp::kReshape:
      return 12;
    case KernelOp::kCast:
      return 2;
    default:
      return IsExpensive(node) ? 7 : 1;
  }
}

// Units below which a second thread costs more than it brings (starting it takes 1.5 us), and units per task above.
constexpr double kSerialWork = 80e3;
constexpr double kTaskWork = 40e3;
// Tasks per thread: enough to even out threads that are interrupted.
constexpr double kTasksPerThread = 4;

int32_t TaskCount(const CanonicalKernel& kernel) {
  int threads = ThreadCount();
  if (threads <= 1) return 1;
  if (const int64_t above = kernel.ir.parallel_above; above >= 0) {
    if (kernel.elements < above) return 1;
    return static_cast<int32_t>(
        std::clamp<int64_t>(kernel.elements, 1, static_cast<int64_t>(threads * kTasksPerThread)));
  }
  double work = 0;
  for (const KernelNode& node : kernel.ir.nodes) {
    double elements = 1;
    for (int dim : node.dims) elements *= kernel.symbols[static_cast<size_t>(dim)];
    for (int dim : node.reduce_dims) elements *= kernel.symbols[static_cast<size_t>(dim)];
    work += elements * Weight(node);
  }
  if (work < kSerialWork) return 1;
  return static_cast<int32_t>(std::min<double>(threads * kTasksPerThread, work / kTaskWork));
}

using Scalar = std::array<std::byte, 8>;

template <typename T>
Scalar Bytes(const tbe::Number& number) {
  T value = std::visit([](auto n) { return static_cast<T>(n); }, number);
  Scalar bytes{};
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

// Converts a scalar of that dtype to the form that kernels take: float for the 16-bit float types.
Scalar ToScalar(const tbe::Number& number, ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_DOUBLE:
      return Bytes<double>(number);
    case ge::DT_INT8:
      return Bytes<int8_t>(number);
    case ge::DT_INT16:
      return Bytes<int16_t>(number);
    case ge::DT_INT32:
      return Bytes<int32_t>(number);
    case ge::DT_INT64:
      return Bytes<int64_t>(number);
    case ge::DT_UINT8:
      return Bytes<uint8_t>(number);
    case ge::DT_UINT16:
      return Bytes<uint16_t>(number);
    case ge::DT_UINT32:
      return Bytes<uint32_t>(number);
    case ge::DT_UINT64:
      return Bytes<uint64_t>(number);
    case ge::DT_BOOL:
      return Bytes<uint8_t>(std::visit([](auto n) { return int64_t{n != 0}; }, number));
    default:
      return Bytes<float>(number);
  }
}

// The arguments of a generated kernel, as it takes them: an array of pointers to numbers and to buffers.
struct VectorState : StepState {
  std::vector<void*> arguments;
  std::vector<Buffer> buffers;
};

class VectorStep : public KernelStep {
 public:
  VectorStep(const StepSpec& spec, KernelEntry entry)
      : at_(spec.kernel.ir),
        entry_(entry),
        symbols_(spec.kernel.symbols),
        name_(VectorKernelName(spec)),
        description_(DescribeVector(spec)),
        tasks_(TaskCount(spec.kernel)) {
    const CanonicalKernel& kernel = spec.kernel;
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      scalars_.push_back(ToScalar(kernel.params[i], kernel.ir.params[i]));
    }
    for (const CanonicalKernel::Argument& input : kernel.inputs) {
      buffers_.push_back(input.input);
      dimensions_.push_back(Describe(input.dims));
    }
    for (const int output : kernel.outputs) buffers_.push_back(spec.outputs[static_cast<size_t>(output)]);
    for (const std::vector<int64_t>& dims : kernel.output_dims) dimensions_.push_back(Describe(dims));
  }

  std::unique_ptr<StepState> NewState() const override {
    auto state = std::make_unique<VectorState>();
    state->arguments.resize(static_cast<size_t>(at_.count));
    state->buffers.resize(dimensions_.size());
    // Generated code only reads arguments that aren't buffers; the array has one type for all.
    const auto set = [&](int argument, const void* data) {
      state->arguments[static_cast<size_t>(argument)] = const_cast<void*>(data);
    };
    for (size_t i = 0; i < symbols_.size(); ++i) set(static_cast<int>(i), &symbols_[i]);
    set(at_.tasks, &tasks_);
    for (size_t i = 0; i < scalars_.size(); ++i) set(at_.params + static_cast<int>(i), scalars_[i].data());
    for (size_t i = 0; i < dimensions_.size(); ++i) {
      state->buffers[i].dimensions = static_cast<int32_t>(dimensions_[i].size());
      state->buffers[i].dim = dimensions_[i].data();
      set(at_.inputs + static_cast<int>(i), &state->buffers[i]);
    }
    return state;
  }

  Status Run(std::span<void* const> values, std::byte*, StepState* state) const override {
    auto& [arguments, buffers] = static_cast<VectorState&>(*state);
    for (size_t i = 0; i < buffers_.size(); ++i) {
      buffers[i].host = static_cast<uint8_t*>(values[static_cast<size_t>(buffers_[i])]);
    }
    const int code = entry_.call(arguments.data());
    if (code == 0) return Status();
    return Status(ErrorCode::kKernelFailed, fmt::format("kernel {} returned {}", name_, code));
  }

  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  // Describes the dimensions in Halide's order, innermost first.
  static std::vector<BufferDimension> Describe(const std::vector<int64_t>& dims) {
    std::vector<BufferDimension> described;
    int64_t stride = 1;
    for (size_t i = dims.size(); i-- > 0;) {
      described.push_back({0, static_cast<int32_t>(dims[i]), static_cast<int32_t>(stride), 0});
      stride *= dims[i];
    }
    return described;
  }

  KernelArguments at_;
  KernelEntry entry_;
  std::vector<int32_t> symbols_;
  std::vector<int> buffers_;  // values of the plan: the kernel's inputs, then its outputs
  std::string name_, description_;
  int32_t tasks_;
  std::vector<Scalar> scalars_;
  std::vector<std::vector<BufferDimension>> dimensions_;  // of the buffers
};

struct DirectState : StepState {
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
};

class DirectStep : public KernelStep {
 public:
  DirectStep(const StepSpec& spec, std::unique_ptr<const DirectKernel> kernel)
      : kernel_(std::move(kernel)), name_(VectorKernelName(spec)), description_(DescribeVector(spec)) {
    for (const CanonicalKernel::Argument& input : spec.kernel.inputs) inputs_.push_back(input.input);
    for (int output : spec.kernel.outputs) outputs_.push_back(spec.outputs[static_cast<size_t>(output)]);
  }

  std::unique_ptr<StepState> NewState() const override {
    auto state = std::make_unique<DirectState>();
    state->inputs.resize(inputs_.size());
    state->outputs.resize(outputs_.size());
    return state;
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    auto& [inputs, outputs] = static_cast<DirectState&>(*state);
    for (size_t i = 0; i < inputs_.size(); ++i) inputs[i] = values[static_cast<size_t>(inputs_[i])];
    for (size_t i = 0; i < outputs_.size(); ++i) outputs[i] = values[static_cast<size_t>(outputs_[i])];
    const bool inside = kernel_->RunJudging(inputs, outputs, workspace);
    return inside || !judges_ ? Status() : Status(ErrorCode::kKernelFailed, "an index lies outside of its axis");
  }

  bool Judge(const IndexCheck& check) override {
    const auto [input, extent] = kernel_->judged();
    const bool same = input >= 0 && check.value == inputs_[static_cast<size_t>(input)] && check.from_end &&
                      check.extents == std::vector<int64_t>{extent};
    judges_ = judges_ || same;
    return same;
  }

  size_t workspace_bytes() const override { return kernel_->workspace_bytes(); }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  std::unique_ptr<const DirectKernel> kernel_;
  std::vector<int> inputs_, outputs_;
  std::string name_, description_;
  bool judges_ = false;
};

}  // namespace

std::string DescribeVector(const StepSpec& spec) {
  const std::string what = opdk::Describe(spec.kernel.ir);
  if (spec.direct == nullptr) return "Halide: " + what;
  auto isa = TargetIsa();
  return fmt::format("hand-written {}, {}: {}", spec.direct->name(), isa.ok() ? Name(*isa) : "?", what);
}

Result<std::unique_ptr<KernelStep>> MakeVectorStep(const StepSpec& spec, KernelStore& store) {
  if (spec.direct != nullptr) {
    OPDK_TRY(std::unique_ptr<DirectKernel> kernel, spec.direct->Instantiate(spec.kernel));
    return std::unique_ptr<KernelStep>(std::make_unique<DirectStep>(spec, std::move(kernel)));
  }
  OPDK_TRY(KernelEntry entry, store.Get(spec.kernel.ir));
  return std::unique_ptr<KernelStep>(std::make_unique<VectorStep>(spec, entry));
}

}  // namespace opdk
