#include "graph_core/execution/control_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <utility>

#include "graph_core/base/limits.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/truth.h"
#include "graph_core/execution/step_values.h"
#include "graph_core/execution/unrun_function.h"
#include "opdk/log.h"

namespace opdk {
namespace {

bool Holds(const TensorArg& arg) { return IsTrue(arg.dtype, *arg.shape, arg.data); }

RunInput InputOf(const TensorArg& arg) {
  auto bytes = TensorBytes(arg.dtype, *arg.shape);
  return {arg.data, bytes.ok() ? std::min(*bytes, arg.capacity) : 0, arg.dtype, *arg.shape};
}

// Allocates buffers for outputs of known size. Other outputs get theirs when their size is known.
Status MakeRoom(RunState& callee) {
  for (size_t i = 0; i < callee.output_buffers.size(); ++i) {
    const int tensor = callee.compiled().outputs[i].tensor;
    const int block = callee.compiled().tensors[static_cast<size_t>(tensor)].block;
    OPDK_TRY(callee.output_buffers[i].Grow(callee.compiled().blocks[static_cast<size_t>(block)].bytes));
  }
  return Status();
}

// Refuses inputs that the region wasn't compiled for, because its memory and kernels rely on the compiled shapes.
Status CheckShapes(const RunState& callee, std::span<const RunInput> inputs) {
  const Function& function = callee.compiled();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorSlot& slot = function.tensors[static_cast<size_t>(function.inputs[i].tensor)];
    if (FitsDeclared(slot.shape, inputs[i].shape)) continue;
    return Status(ErrorCode::kInferShape,
                  fmt::format("input {} is {}, but it was {} when the model was compiled", function.inputs[i].name,
                              DescribeTensor(slot.dtype, inputs[i].shape), DescribeTensor(slot.dtype, slot.shape)));
  }
  return Status();
}

// Runs a region's function. `iteration`: of a loop.
Status Call(RunState& callee, std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
            int64_t iteration = RunObserver::kNoLoop) {
  OPDK_TRY(MakeRoom(callee));
  if (observer != nullptr) observer->BeginRegion(callee, iteration);
  Status status = CheckShapes(callee, inputs);
  if (status.ok()) status = RunFunction(callee, inputs, outputs, observer);
  if (observer != nullptr) observer->EndRegion();
  return status.ok() ? status : std::move(status).At(fmt::format("region {}", callee.compiled().name));
}

// Runs one region whose outputs are the node's.
Status RunBranch(RunState& state, RunStep& step, const ControlTask& task, size_t region, RunObserver* observer) {
  ControlState& control = *step.control;
  RunState& callee = state.callee(task, region);
  control.inputs.clear();
  for (size_t i = static_cast<size_t>(RegionInputsBegin(task.kind)); i < step.inputs.size(); ++i) {
    control.inputs.push_back(InputOf(step.inputs[i]));
  }
  control.held.resize(step.outputs.size());
  control.outputs.assign(step.outputs.size(), RunOutput());
  // All branches write into the same buffers.
  callee.output_buffers.swap(control.held);
  Status status = Call(callee, control.inputs, control.outputs, observer);
  callee.output_buffers.swap(control.held);
  OPDK_TRY(std::move(status));
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const RunOutput& output = control.outputs[i];
    OPDK_TRY(SetOutput(state, step, i, output.data, output.capacity, output.shape));
  }
  return Status();
}

Status RunCase(RunState& state, RunStep& step, const ControlTask& task, RunObserver* observer) {
  OPDK_TRY(const auto index, ScalarOf<int32_t>(step.inputs[0], "branch_index"));
  const size_t count = task.functions.size();
  // An index outside takes the last branch, as in TensorFlow and GE.
  const bool inside = index >= 0 && static_cast<size_t>(index) < count;
  return RunBranch(state, step, task, inside ? static_cast<size_t>(index) : count - 1, observer);
}

// ---- loops

// Warns about a loop that runs for long, and ends a loop with too many iterations.
class LoopWatch {
 public:
  // Checks the loop before its `iteration`-th iteration, from 0. E6001: the limit is reached. E6004: Deadline() is.
  Status Begin(int64_t iteration, const RunStep& step) {
    if (iteration >= IterationLimit()) {
      return StepFailed(fmt::format("the loop went round {} times, and has not ended", iteration))
          .Hint("--max-iterations or OPDK_MAX_ITERATIONS sets another limit");
    }
    const Clock::time_point now = Now();
    if (now >= Deadline()) {
      return Status(ErrorCode::kKernelTimeout,
                    fmt::format("the loop went round {} times in {} s, and the time is up", iteration, Seconds(now)))
          .Hint("--timeout SECONDS gives the run more; --max-iterations ends a loop by its number of iterations");
    }
    if (now - begin_ >= pause_) {
      const Node& node = *step.loaded->node;
      Log(LogLevel::kWarning, "loop",
          "node %s (%s) has gone round %lld times in %lld s and goes on; --max-iterations or --timeout ends it",
          node.name().c_str(), node.type().c_str(), static_cast<long long>(iteration), Seconds(now));
      pause_ *= 2;
    }
    return Status();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Returns the time of steady_clock, by a clock that costs less than an iteration of an empty loop.
  static Clock::time_point Now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return Clock::time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
  }

  // Returns the seconds that the loop has taken.
  long long Seconds(Clock::time_point now) const {
    return std::chrono::duration_cast<std::chrono::seconds>(now - begin_).count();
  }

  Clock::time_point begin_ = Now();
  Clock::duration pause_ = std::chrono::seconds(5);
};

// Extents are few: a larger tensor of integers is none of them.
constexpr size_t kMostExtentBytes = 1024;

// The functions, numbers and own inputs of a running loop.
class LoopRun {
 public:
  LoopRun(RunState& state, RunStep& step, const ControlTask& task, RunObserver* observer)
      : state_(state), step_(step), task_(task), control_(*step.control), kind_(task.kind), observer_(observer) {
    const size_t region = kind_ == ControlKind::kWhile ? 1 : 0;
    body_ = &state.callee(task, region);
    own_inputs_ = static_cast<size_t>(OwnInputs(kind_));
    own_outputs_ = static_cast<size_t>(OwnOutputs(kind_));
    const auto begin = static_cast<size_t>(RegionInputsBegin(kind_));
    control_.values.resize(step.inputs.size() - begin);
    for (size_t i = 0; i < control_.values.size(); ++i) {
      const RunInput given = InputOf(step.inputs[begin + i]);
      LoopValue& value = control_.values[i];
      value.data = given.data;
      value.bytes = given.bytes;
      value.shape.assign(given.shape.begin(), given.shape.end());
      value.held = false;
    }
    control_.held.resize(body_->output_buffers.size());
    control_.scans.resize(step.outputs.size() - control_.values.size());
    for (ScanOutput& scan : control_.scans) scan.bytes = 0, scan.slices = 0;
  }

  Status While() {
    RunState& condition = state_.callee(task_, 0);
    control_.condition.resize(1);
    while (true) {
      TakeValues(condition, 0);
      control_.condition[0] = RunOutput();
      OPDK_TRY(Call(condition, control_.inputs, control_.condition, observer_, iteration_));
      const RunOutput& going_on = control_.condition[0];
      if (!IsTrue(going_on.dtype, going_on.shape, going_on.data)) return Finish();
      TakeValues(*body_, 0);
      OPDK_TRY(Iterate());
    }
  }

  Status For() {
    OPDK_TRY(const auto start, ScalarOf<int32_t>(step_.inputs[0], "start"));
    OPDK_TRY(const auto limit, ScalarOf<int32_t>(step_.inputs[1], "limit"));
    OPDK_TRY(const auto delta, ScalarOf<int32_t>(step_.inputs[2], "delta"));
    if (delta == 0) return StepFailed("delta is 0, so that the loop never ends");
    for (int64_t at = start; delta > 0 ? at < limit : at > limit; at += delta) {
      const auto index = static_cast<int32_t>(at);
      TakeValues(*body_, own_inputs_);
      control_.inputs[0] = {&index, sizeof(index), ge::DT_INT32, {}};
      OPDK_TRY(Iterate());
    }
    return Finish();
  }

  Status Loop() {
    int64_t trips = std::numeric_limits<int64_t>::max();
    if (step_.inputs[0].data != nullptr) {
      OPDK_TRY(trips, ScalarOf<int64_t>(step_.inputs[0], "M"));
    }
    bool going_on = step_.inputs[1].data == nullptr || Holds(step_.inputs[1]);
    // The body declares its number of iterations with the shape [] or [1].
    for (int64_t iteration = 0; going_on && iteration < trips; ++iteration) {
      TakeValues(*body_, own_inputs_);
      control_.inputs[0] = {&iteration, sizeof(iteration), ge::DT_INT64, ShapeOfOwn(0)};
      control_.inputs[1] = {&going_on, sizeof(going_on), ge::DT_BOOL, ShapeOfOwn(1)};
      OPDK_TRY(Iterate());
      const RunOutput& next = control_.outputs[0];
      going_on = IsTrue(next.dtype, next.shape, next.data);
    }
    return Finish();
  }

 private:
  std::span<const int64_t> ShapeOfOwn(size_t input) const {
    return body_->compiled().tensors[static_cast<size_t>(body_->compiled().inputs[input].tensor)].shape;
  }

  // Sets the function's inputs: `own` inputs that the caller fills in, then the present values.
  void TakeValues(const RunState& callee, size_t own) {
    control_.inputs.assign(own, RunInput());
    for (size_t i = 0; i < control_.values.size(); ++i) {
      const LoopValue& value = control_.values[i];
      const int tensor = callee.compiled().inputs[own + i].tensor;
      const ge::DataType dtype = callee.compiled().tensors[static_cast<size_t>(tensor)].dtype;
      control_.inputs.push_back({value.data, value.bytes, dtype, value.shape});
    }
  }

  // Returns whether the body gives the value on unchanged.
  bool IsInvariant(size_t value) const {
    const Function& body = body_->compiled();
    return body.outputs[own_outputs_ + value].tensor == body.inputs[own_inputs_ + value].tensor;
  }

  Status Iterate() {
    OPDK_TRY(watch_.Begin(iteration_, step_));
    std::vector<LoopValue>& values = control_.values;
    control_.outputs.assign(own_outputs_ + values.size() + control_.scans.size(), RunOutput());
    for (size_t i = 0; i < values.size(); ++i) {
      if (!IsInvariant(i)) continue;
      RunOutput& output = control_.outputs[own_outputs_ + i];
      output.data = const_cast<void*>(values[i].data);  // the value's present memory, so that nothing is copied
      output.capacity = values[i].bytes;
    }
    OPDK_TRY(Call(*body_, control_.inputs, control_.outputs, observer_, iteration_++));
    for (size_t i = 0; i < values.size(); ++i) {
      if (IsInvariant(i)) continue;
      const size_t place = own_outputs_ + i;
      const RunOutput& output = control_.outputs[place];
      std::swap(body_->output_buffers[place], control_.held[place]);
      values[i] = {output.data, output.bytes, std::move(values[i].shape), true};
      values[i].shape.assign(output.shape.begin(), output.shape.end());
    }
    for (size_t i = 0; i < control_.scans.size(); ++i) OPDK_TRY(Append(i));
    return Status();
  }

  Status Append(size_t i) {
    ScanOutput& scan = control_.scans[i];
    const RunOutput& slice = control_.outputs[own_outputs_ + control_.values.size() + i];
    if (scan.slices == 0) {
      scan.slice_shape.assign(slice.shape.begin(), slice.shape.end());
    } else if (!std::equal(slice.shape.begin(), slice.shape.end(), scan.slice_shape.begin(), scan.slice_shape.end())) {
      return StepFailed(fmt::format("the slices of one scan output differ: {} after {}",
                                    DescribeTensor(slice.dtype, slice.shape),
                                    DescribeTensor(slice.dtype, scan.slice_shape)));
    }
    if (scan.bytes + slice.bytes > scan.buffer.capacity()) {
      OPDK_TRY(AlignedBuffer larger, AlignedBuffer::Allocate(2 * (scan.bytes + slice.bytes)));
      if (scan.bytes > 0) std::memcpy(larger.data(), scan.buffer.data(), scan.bytes);
      scan.buffer = std::move(larger);
    }
    if (slice.bytes > 0) std::memcpy(static_cast<std::byte*>(scan.buffer.data()) + scan.bytes, slice.data, slice.bytes);
    scan.bytes += slice.bytes;
    ++scan.slices;
    return Status();
  }

  Status Finish() {
    const bool idle = iteration_ == 0 && !control_.scans.empty();
    const std::vector<std::vector<int64_t>> slices = idle ? SlicesWithoutTrip() : std::vector<std::vector<int64_t>>();
    for (size_t i = 0; i < control_.values.size(); ++i) {
      LoopValue& value = control_.values[i];
      AlignedBuffer& buffer = control_.held[own_outputs_ + i];
      if (!value.held) {
        // The value is in the caller's memory, which may be overwritten while the output is still read.
        OPDK_TRY(buffer.Grow(value.bytes));
        if (value.bytes > 0) std::memcpy(buffer.data(), value.data, value.bytes);
      }
      OPDK_TRY(SetOutput(state_, step_, i, buffer.data(), buffer.capacity(), value.shape));
    }
    for (size_t i = 0; i < control_.scans.size(); ++i) {
      if (idle) control_.scans[i].slice_shape = slices[i];
      OPDK_TRY(FinishScan(i));
    }
    return Status();
  }

  // Returns the slice shapes of a loop without iterations. Inferred shapes come first, then the shapes that the node
  // declares, then the shapes for the initial values. An extent that stays unknown is 0.
  std::vector<std::vector<int64_t>> SlicesWithoutTrip() const {
    std::vector<std::vector<int64_t>> inputs;
    for (size_t i = 0; i < own_inputs_; ++i) inputs.emplace_back(ShapeOfOwn(i).begin(), ShapeOfOwn(i).end());
    for (const LoopValue& value : control_.values) inputs.push_back(value.shape);
    const auto inferred = ShapesWithoutRun(*body_, inputs, KeptIntegers());
    const auto* declared = step_.loaded->node->op().GetAttr<std::vector<std::vector<int64_t>>>("slice_shapes");
    std::vector<std::vector<int64_t>> slices;
    for (size_t i = 0; i < control_.scans.size(); ++i) {
      const size_t place = own_outputs_ + control_.values.size() + i;
      std::vector<int64_t> shape =
          body_->compiled().tensors[static_cast<size_t>(body_->compiled().outputs[place].tensor)].shape;
      if (declared != nullptr && i < declared->size()) Complete(shape, (*declared)[i]);
      Complete(shape, inferred[place]);
      if (shape == ge::UNKNOWN_RANK) shape.clear();
      for (int64_t& dim : shape) dim = std::max<int64_t>(dim, 0);
      slices.push_back(std::move(shape));
    }
    return slices;
  }

  // Returns the integers that all iterations are given alike, by the body's inputs. Extents may follow from them.
  std::map<size_t, ge::Tensor> KeptIntegers() const {
    std::map<size_t, ge::Tensor> kept;
    for (size_t i = 0; i < control_.values.size(); ++i) {
      const LoopValue& value = control_.values[i];
      const TensorArg& given = step_.inputs[static_cast<size_t>(RegionInputsBegin(kind_)) + i];
      const bool is_integer = given.dtype == ge::DT_INT32 || given.dtype == ge::DT_INT64;
      if (!is_integer || !IsInvariant(i) || value.bytes == 0 || value.bytes > kMostExtentBytes) continue;
      const ge::TensorDesc desc(ge::Shape(value.shape), ge::FORMAT_ND, given.dtype);
      kept.emplace(own_inputs_ + i, ge::Tensor(desc, static_cast<const uint8_t*>(value.data), value.bytes));
    }
    return kept;
  }

  // Takes extents that `shape` doesn't know from `other`.
  static void Complete(std::vector<int64_t>& shape, const std::vector<int64_t>& other) {
    if (shape == ge::UNKNOWN_RANK) shape = other;
    if (other == ge::UNKNOWN_RANK || shape.size() != other.size()) return;
    for (size_t i = 0; i < shape.size(); ++i) shape[i] = shape[i] < 0 ? other[i] : shape[i];
  }

  Status FinishScan(size_t i) {
    ScanOutput& scan = control_.scans[i];
    control_.shape.assign(1, scan.slices);
    control_.shape.insert(control_.shape.end(), scan.slice_shape.begin(), scan.slice_shape.end());
    OPDK_TRY(scan.buffer.Grow(1));
    return SetOutput(state_, step_, control_.values.size() + i, scan.buffer.data(), scan.buffer.capacity(),
                     control_.shape);
  }

  RunState& state_;
  RunStep& step_;
  const ControlTask& task_;
  ControlState& control_;
  ControlKind kind_;
  RunObserver* observer_;
  RunState* body_ = nullptr;
  size_t own_inputs_ = 0;
  size_t own_outputs_ = 0;
  int64_t iteration_ = 0;
  LoopWatch watch_;
};

}  // namespace

Status SetOutput(RunState& state, RunStep& step, size_t output, const void* data, size_t bytes,
                 std::span<const int64_t> shape) {
  const auto tensor = static_cast<size_t>(step.plan->outputs[output]);
  const TensorSlot& slot = state.compiled().tensors[tensor];
  std::vector<int64_t>& known = state.shapes[tensor];
  if (!IsUnknown(slot.shape) && !std::equal(shape.begin(), shape.end(), known.begin(), known.end())) {
    return Status(ErrorCode::kInferShape,
                  fmt::format("output {} is {}, but it was {} when the model was compiled", output,
                              DescribeTensor(slot.dtype, shape), DescribeTensor(slot.dtype, slot.shape)));
  }
  known.assign(shape.begin(), shape.end());
  // Kernels only read their inputs; the arguments have one type for both directions.
  state.memory[static_cast<size_t>(slot.block)].Bind(const_cast<void*>(data), bytes);
  return Status();
}

Status RunControl(RunState& state, RunStep& step, const ControlTask& task, RunObserver* observer) {
  switch (task.kind) {
    case ControlKind::kIf:
      return RunBranch(state, step, task, Holds(step.inputs[0]) ? 0 : 1, observer);
    case ControlKind::kCase:
      return RunCase(state, step, task, observer);
    case ControlKind::kCall:
      return RunBranch(state, step, task, 0, observer);
    case ControlKind::kWhile:
      return LoopRun(state, step, task, observer).While();
    case ControlKind::kFor:
      return LoopRun(state, step, task, observer).For();
    case ControlKind::kLoop:
      return LoopRun(state, step, task, observer).Loop();
    case ControlKind::kNone:
      break;
  }
  return Status(ErrorCode::kInternal, "a step of control flow without a kind");
}

}  // namespace opdk
