#include "graph_core/execution/resource_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/execution/control_flow.h"
#include "graph_core/execution/step_values.h"

namespace opdk {
namespace {

template <typename T>
T StepAttr(const RunStep& step, std::string_view name, T otherwise) {
  const T* value = step.loaded->node->op().GetAttr<T>(name);
  return value == nullptr ? std::move(otherwise) : *value;
}

std::string ResourceName(const RunStep& step, std::string_view attr) {
  std::string name = StepAttr<std::string>(step, attr, "");
  return name.empty() ? step.loaded->node->name() : name;
}

template <typename T>
Result<std::vector<T>> ListOf(const TensorArg& arg, std::string_view name) {
  if (arg.shape->size() != 1) {
    return StepFailed(fmt::format("{} must be a list, but is {}", name, DescribeTensor(arg.dtype, *arg.shape)));
  }
  std::vector<T> numbers(static_cast<size_t>(arg.shape->front()));
  if (!numbers.empty()) std::memcpy(numbers.data(), arg.data, numbers.size() * sizeof(T));
  return numbers;
}

// The use of the run's resources by one step.
class ResourceStep {
 public:
  ResourceStep(RunState& state, RunStep& step) : state_(state), step_(step), resources_(state.shared->resources) {}

  // ---- tensor arrays

  Status MakeArray() {
    OPDK_TRY(const auto size, ScalarOf<int32_t>(step_.inputs[0], "size"));
    if (size < 0) return StepFailed(fmt::format("a tensor array can't have {} elements", size));
    TensorArray::Spec spec;
    spec.name = ResourceName(step_, "tensor_array_name");
    spec.dtype = StepAttr(step_, "dtype", ge::DT_FLOAT);
    spec.element_shape = StepAttr(step_, "element_shape", ge::UNKNOWN_RANK);
    spec.dynamic_size = StepAttr(step_, "dynamic_size", false);
    spec.clear_after_read = StepAttr(step_, "clear_after_read", true);
    spec.replaces = StepAttr(step_, "replaces_elements", false);
    spec.identical_element_shapes = StepAttr(step_, "identical_element_shapes", false);
    OPDK_TRY(TensorArray array, TensorArray::Make(std::move(spec), static_cast<size_t>(size)));
    Give(0, AddArray(std::move(array)));
    Give(1, 0.0F);
    return Status();
  }

  Status MakeGradient(bool with_shape) {
    OPDK_TRY(const auto handle, Handle());
    OPDK_TRY(TensorArray * forward, Array());
    const std::string source = StepAttr<std::string>(step_, "source", "");
    int64_t& gradient = resources_.gradients[{handle, source}];
    if (gradient == 0) {
      std::vector<int64_t> prepended;
      if (with_shape) {
        OPDK_TRY(const auto dims, ListOf<int32_t>(step_.inputs[2], "shape_to_prepend"));
        prepended.assign(dims.begin(), dims.end());
      }
      OPDK_TRY(TensorArray made, forward->MakeGradient(source, prepended));
      gradient = AddArray(std::move(made));
    }
    Give(0, gradient);
    GiveFlow(1, 1);
    return Status();
  }

  Status Write() {
    OPDK_TRY(TensorArray * array, Array());
    OPDK_TRY(const auto index, ScalarOf<int32_t>(step_.inputs[1], "index"));
    OPDK_TRY(array->Write(index, Value(step_.inputs[2])));
    GiveFlow(0, 3);
    return Status();
  }

  Status Scatter() {
    OPDK_TRY(TensorArray * array, Array());
    OPDK_TRY(const auto indices, ListOf<int32_t>(step_.inputs[1], "indices"));
    const RunInput value = Value(step_.inputs[2]);
    if (value.shape.empty() || value.shape[0] != std::ssize(indices)) {
      return StepFailed(fmt::format("{} indices are given for the rows of {}", indices.size(),
                                    DescribeTensor(value.dtype, value.shape)));
    }
    std::vector<int64_t> shape(value.shape.begin() + 1, value.shape.end());
    OPDK_TRY(const size_t bytes, TensorBytes(value.dtype, shape));
    for (size_t i = 0; i < indices.size(); ++i) {
      OPDK_TRY(array->Write(indices[i], Part(value, i * bytes, bytes, shape)));
    }
    GiveFlow(0, 3);
    return Status();
  }

  Status Split() {
    OPDK_TRY(TensorArray * array, Array());
    const RunInput value = Value(step_.inputs[1]);
    OPDK_TRY(const auto lengths, ListOf<int64_t>(step_.inputs[2], "lengths"));
    OPDK_TRY(const size_t size, array->size());
    const bool fits = lengths.size() == size || (array->spec().dynamic_size && lengths.size() > size);
    if (!fits) {
      return StepFailed(fmt::format("{} lengths are given for the {} elements of the tensor array {}", lengths.size(),
                                    size, array->spec().name));
    }
    std::vector<int64_t> shape(value.shape.begin(), value.shape.end());
    int64_t rows = shape.empty() ? -1 : shape[0];
    for (const int64_t length : lengths) rows = length < 0 || rows < length ? -1 : rows - length;
    if (rows != 0) {
      return StepFailed(fmt::format("the lengths [{}] don't add up to the rows of {}", fmt::join(lengths, ", "),
                                    DescribeTensor(value.dtype, value.shape)));
    }
    size_t offset = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
      shape[0] = lengths[i];
      OPDK_TRY(const size_t bytes, TensorBytes(value.dtype, shape));
      OPDK_TRY(array->Write(static_cast<int64_t>(i), Part(value, offset, bytes, shape)));
      offset += bytes;
    }
    GiveFlow(0, 3);
    return Status();
  }

  Status Read() {
    OPDK_TRY(TensorArray * array, ArrayOfOutput());
    OPDK_TRY(const auto index, ScalarOf<int32_t>(step_.inputs[1], "index"));
    OPDK_TRY(KeptTensor element, array->Read(index));
    resources_.taken[&step_] = {std::move(element)};
    return GiveTaken();
  }

  Status Gather() {
    OPDK_TRY(TensorArray * array, ArrayOfOutput());
    OPDK_TRY(const auto indices, ListOf<int32_t>(step_.inputs[1], "indices"));
    std::vector<KeptTensor> elements;
    for (const int32_t index : indices) {
      OPDK_TRY(elements.emplace_back(), array->Read(index));
      if (elements.back().shape != elements.front().shape) return Differ(*array, elements);
    }
    OPDK_TRY(std::vector<int64_t> shape, ElementShape(*array, elements));
    shape.insert(shape.begin(), std::ssize(elements));
    OPDK_TRY(KeptTensor whole, Joined(elements, std::move(shape)));
    resources_.taken[&step_] = {std::move(whole)};
    return GiveTaken();
  }

  Status Concat() {
    OPDK_TRY(TensorArray * array, ArrayOfOutput());
    OPDK_TRY(const size_t size, array->size());
    std::vector<KeptTensor> elements;
    std::vector<int64_t> lengths;
    for (size_t i = 0; i < size; ++i) {
      OPDK_TRY(elements.emplace_back(), array->Read(static_cast<int64_t>(i)));
      const std::vector<int64_t>& shape = elements.back().shape;
      if (shape.empty()) {
        return StepFailed(fmt::format("elements of the tensor array {} are joined, but element {} is a scalar",
                                      array->spec().name, i))
            .Hint("TensorArrayGather stacks scalars");
      }
      const std::vector<int64_t>& first = elements.front().shape;
      if (!std::equal(shape.begin() + 1, shape.end(), first.begin() + 1, first.end())) return Differ(*array, elements);
      lengths.push_back(shape[0]);
    }
    OPDK_TRY(std::vector<int64_t> shape, RowShape(*array, elements));
    int64_t rows = 0;
    for (const int64_t length : lengths) rows += length;
    shape.insert(shape.begin(), rows);
    OPDK_TRY(KeptTensor whole, Joined(elements, std::move(shape)));
    const std::vector<int64_t> count = {std::ssize(lengths)};
    OPDK_TRY(KeptTensor each, Keep({lengths.data(), lengths.size() * sizeof(int64_t), ge::DT_INT64, count}));
    resources_.taken[&step_] = {std::move(whole), std::move(each)};
    return GiveTaken();
  }

  Status Size() {
    OPDK_TRY(TensorArray * array, Array());
    OPDK_TRY(const size_t size, array->size());
    Give(0, static_cast<int32_t>(size));
    return Status();
  }

  Status CloseArray() {
    OPDK_TRY(TensorArray * array, Array());
    array->Close();
    return Status();
  }

  // ---- stacks

  Status MakeStack() {
    OPDK_TRY(const auto size, ScalarOf<int32_t>(step_.inputs[0], "max_size"));
    TensorStack stack;
    stack.name = ResourceName(step_, "stack_name");
    stack.dtype = StepAttr(step_, "elem_type", ge::DT_FLOAT);
    stack.max_size = size < 0 ? std::numeric_limits<size_t>::max() : static_cast<size_t>(size);
    resources_.stacks.emplace(++resources_.last_handle, std::move(stack));
    Give(0, resources_.last_handle);
    return Status();
  }

  Status Push() {
    const RunInput value = Value(step_.inputs[1]);
    OPDK_TRY(TensorStack * stack, OpenStack(value.dtype));
    if (stack->elements.size() >= stack->max_size) {
      return StepFailed(fmt::format("the stack {} is full: it takes {}", stack->name, stack->max_size))
          .Hint("give it a larger max_size, or a negative one for any number");
    }
    OPDK_TRY(stack->elements.emplace_back(), Keep(value));
    // The output shares the memory of the input.
    *step_.outputs[0].shape = *step_.inputs[1].shape;
    return Status();
  }

  Status Pop() {
    OPDK_TRY(TensorStack * stack, OpenStack(step_.outputs[0].dtype));
    if (stack->elements.empty()) {
      return StepFailed(fmt::format("the stack {} is empty", stack->name))
          .Hint("push before you pop: a control edge says so");
    }
    resources_.taken[&step_] = {std::move(stack->elements.back())};
    stack->elements.pop_back();
    return GiveTaken();
  }

  Status CloseStack() {
    OPDK_TRY(TensorStack * stack, Stack());
    stack->elements.clear();
    stack->closed = true;
    return Status();
  }

 private:
  static RunInput Value(const TensorArg& arg) { return {arg.data, arg.capacity, arg.dtype, *arg.shape}; }

  static RunInput Part(const RunInput& whole, size_t offset, size_t bytes, const std::vector<int64_t>& shape) {
    return {static_cast<const std::byte*>(whole.data) + offset, bytes, whole.dtype, shape};
  }

  int64_t AddArray(TensorArray array) {
    resources_.arrays.emplace(++resources_.last_handle, std::move(array));
    return resources_.last_handle;
  }

  Result<int64_t> Handle() const { return ScalarOf<int64_t>(step_.inputs[0], "handle"); }

  template <typename T>
  Result<T*> Named(std::map<int64_t, T>& known, std::string_view what) const {
    OPDK_TRY(const int64_t handle, Handle());
    const auto found = known.find(handle);
    if (found != known.end()) return &found->second;
    return StepFailed(fmt::format("its handle is of no {} that this run has made", what))
        .Hint(fmt::format("take it from a {} of the same graph", what == "stack" ? "Stack" : "TensorArray"));
  }
  Result<TensorArray*> Array() const { return Named(resources_.arrays, "tensor array"); }
  Result<TensorStack*> Stack() const { return Named(resources_.stacks, "stack"); }

  Result<TensorArray*> ArrayOfOutput() const {
    OPDK_TRY(TensorArray * array, Array());
    if (array->spec().dtype == step_.outputs[0].dtype) return array;
    return StepFailed(fmt::format("it reads {}, but the tensor array {} holds {}", DtypeName(step_.outputs[0].dtype),
                                  array->spec().name, DtypeName(array->spec().dtype)))
        .Hint("set its attribute dtype to that of the tensor array");
  }

  Result<TensorStack*> OpenStack(ge::DataType dtype) const {
    OPDK_TRY(TensorStack * stack, Stack());
    if (stack->closed) {
      return StepFailed(fmt::format("the stack {} is closed", stack->name))
          .Hint("close it behind everything that uses it: a control edge says so");
    }
    if (stack->dtype == dtype) return stack;
    return StepFailed(
               fmt::format("the stack {} holds {}, not {}", stack->name, DtypeName(stack->dtype), DtypeName(dtype)))
        .Hint("set elem_type to the type of the elements");
  }

  // Writes a scalar output.
  template <typename T>
  void Give(size_t output, T value) {
    std::memcpy(step_.outputs[output].data, &value, sizeof(value));
  }

  // Copies the flow value, which exists only for its edges.
  void GiveFlow(size_t output, size_t input) {
    std::memcpy(step_.outputs[output].data, step_.inputs[input].data, sizeof(float));
  }

  // Sets the outputs to the taken tensors, which stay until the step takes others.
  Status GiveTaken() {
    const std::vector<KeptTensor>& taken = resources_.taken[&step_];
    for (size_t i = 0; i < taken.size(); ++i) {
      OPDK_TRY(SetOutput(state_, step_, i, taken[i].buffer->data(), taken[i].buffer->capacity(), taken[i].shape));
    }
    return Status();
  }

  static Status Differ(const TensorArray& array, const std::vector<KeptTensor>& elements) {
    const ge::DataType dtype = array.spec().dtype;
    return StepFailed(fmt::format("elements of the tensor array {} are joined, but differ: {} after {}",
                                  array.spec().name, DescribeTensor(dtype, elements.back().shape),
                                  DescribeTensor(dtype, elements.front().shape)));
  }

  // Returns the shape of the elements. Without elements: the shape that the operator or the array declares.
  Result<std::vector<int64_t>> ElementShape(const TensorArray& array, const std::vector<KeptTensor>& elements) const {
    if (!elements.empty()) return elements.front().shape;
    std::vector<int64_t> shape = StepAttr(step_, "element_shape", ge::UNKNOWN_RANK);
    if (IsUnknown(shape)) shape = array.spec().element_shape;
    if (!IsUnknown(shape)) return shape;
    return ShapeUnknown(array, "element_shape");
  }

  static Status ShapeUnknown(const TensorArray& array, std::string_view attr) {
    return StepFailed(fmt::format("no element of the tensor array {} is taken, and their shape isn't known",
                                  array.spec().name))
        .Hint(fmt::format("set the attribute {}, or element_shape of the tensor array", attr));
  }

  // Returns the shape of the elements without the first dimension. Without elements: the declared shape.
  Result<std::vector<int64_t>> RowShape(const TensorArray& array, const std::vector<KeptTensor>& elements) const {
    if (!elements.empty()) return std::vector<int64_t>(elements[0].shape.begin() + 1, elements[0].shape.end());
    std::vector<int64_t> shape = StepAttr(step_, "element_shape_except0", ge::UNKNOWN_RANK);
    if (!IsUnknown(shape)) return shape;
    shape = array.spec().element_shape;
    if (!shape.empty() && shape != ge::UNKNOWN_RANK) shape.erase(shape.begin());
    if (!IsUnknown(shape)) return shape;
    return ShapeUnknown(array, "element_shape_except0");
  }

  Result<KeptTensor> Joined(const std::vector<KeptTensor>& elements, std::vector<int64_t> shape) const {
    OPDK_TRY(const size_t bytes, TensorBytes(step_.outputs[0].dtype, shape));
    OPDK_TRY(AlignedBuffer buffer, AlignedBuffer::Allocate(bytes));
    size_t offset = 0;
    for (const KeptTensor& element : elements) {
      if (element.bytes == 0) continue;
      std::memcpy(static_cast<std::byte*>(buffer.data()) + offset, element.buffer->data(), element.bytes);
      offset += element.bytes;
    }
    return KeptTensor{std::make_shared<AlignedBuffer>(std::move(buffer)), bytes, std::move(shape)};
  }

  RunState& state_;
  RunStep& step_;
  RunResources& resources_;
};

}  // namespace

Status RunResource(RunState& state, RunStep& step, ResourceOp op) {
  ResourceStep run(state, step);
  switch (op) {
    case ResourceOp::kMakeArray:
      return run.MakeArray();
    case ResourceOp::kGradient:
      return run.MakeGradient(false);
    case ResourceOp::kGradientWithShape:
      return run.MakeGradient(true);
    case ResourceOp::kWrite:
      return run.Write();
    case ResourceOp::kScatter:
      return run.Scatter();
    case ResourceOp::kSplit:
      return run.Split();
    case ResourceOp::kRead:
      return run.Read();
    case ResourceOp::kGather:
      return run.Gather();
    case ResourceOp::kConcat:
      return run.Concat();
    case ResourceOp::kSize:
      return run.Size();
    case ResourceOp::kCloseArray:
      return run.CloseArray();
    case ResourceOp::kMakeStack:
      return run.MakeStack();
    case ResourceOp::kPush:
      return run.Push();
    case ResourceOp::kPop:
      return run.Pop();
    case ResourceOp::kCloseStack:
      return run.CloseStack();
    case ResourceOp::kNone:
      break;
  }
  return Status(ErrorCode::kInternal, "a step of a resource without a kind");
}

}  // namespace opdk
