#include "graph_core/execution/tensor_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/limits.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/execution/step_values.h"

namespace opdk {
namespace {

Result<std::shared_ptr<AlignedBuffer>> NewShared(size_t bytes) {
  OPDK_TRY(AlignedBuffer buffer, AlignedBuffer::Allocate(bytes));
  return std::make_shared<AlignedBuffer>(std::move(buffer));
}

// Computes sum[i] = a[i] + b[i]. False: the dtype has no sum.
bool AddElements(ge::DataType dtype, size_t bytes, const void* a, const void* b, void* sum) {
  bool added = false;
  const auto add = [&]<typename T>(T) {
    if constexpr (!std::is_same_v<T, bool>) {
      const auto* left = static_cast<const T*>(a);
      const auto* right = static_cast<const T*>(b);
      for (size_t i = 0; i < bytes / sizeof(T); ++i) static_cast<T*>(sum)[i] = static_cast<T>(left[i] + right[i]);
      added = true;
    }
  };
  return VisitElementType(PartOf(dtype), add) && added;
}

}  // namespace

Result<KeptTensor> Keep(const RunInput& tensor) {
  OPDK_TRY(const size_t bytes, TensorBytes(tensor.dtype, tensor.shape));
  OPDK_TRY(const std::shared_ptr<AlignedBuffer> buffer, NewShared(bytes));
  if (bytes > 0) std::memcpy(buffer->data(), tensor.data, bytes);
  return KeptTensor{buffer, bytes, {tensor.shape.begin(), tensor.shape.end()}};
}

Result<TensorArray> TensorArray::Make(Spec spec, size_t size) {
  TensorArray array(std::move(spec));
  OPDK_TRY(array.Resize(size));
  return array;
}

Status TensorArray::Resize(size_t size) {
  OPDK_TRY(CheckMemory(size * sizeof(Element), fmt::format("{} elements of the tensor array {}", size, spec_.name)));
  elements_.resize(size);
  return Status();
}

Status TensorArray::CheckOpen() const {
  if (!closed_) return Status();
  return StepFailed(fmt::format("the tensor array {} is closed", spec_.name))
      .Hint("close it behind everything that uses it: a control edge says so");
}

Result<size_t> TensorArray::size() const {
  OPDK_TRY(CheckOpen());
  return elements_.size();
}

void TensorArray::Close() {
  elements_.clear();
  closed_ = true;
}

Status TensorArray::CheckWrite(int64_t index, const RunInput& value) {
  OPDK_TRY(CheckOpen());
  const bool inside = index >= 0 && static_cast<size_t>(index) < elements_.size();
  if (!inside && (index < 0 || !spec_.dynamic_size)) {
    return StepFailed(fmt::format("element {} of the tensor array {} is written, which has {} and gets no longer",
                                  index, spec_.name, elements_.size()))
        .Hint("give it that size, or set its attribute dynamic_size");
  }
  if (value.dtype != spec_.dtype || !FitsDeclared(spec_.element_shape, value.shape)) {
    return StepFailed(fmt::format("the tensor array {} has elements {}, but {} is written to it", spec_.name,
                                  DescribeTensor(spec_.dtype, spec_.element_shape),
                                  DescribeTensor(value.dtype, value.shape)))
        .Hint(
            "write values of its attributes dtype and element_shape; identical_element_shapes makes the first value "
            "decide");
  }
  if (!inside || spec_.adds || spec_.replaces) return Status();
  const Element& element = elements_[static_cast<size_t>(index)];
  if (!element.written && !element.read) return Status();
  return StepFailed(fmt::format("element {} of the tensor array {} is written, but was {} before", index, spec_.name,
                                element.read ? "read" : "written"))
      .Hint("an element is written once, before it is read");
}

Status TensorArray::Write(int64_t index, const RunInput& value) {
  OPDK_TRY(CheckWrite(index, value));
  const auto place = static_cast<size_t>(index);
  if (place >= elements_.size()) OPDK_TRY(Resize(place + 1));
  if (spec_.identical_element_shapes) spec_.element_shape.assign(value.shape.begin(), value.shape.end());
  Element& element = elements_[place];
  if (element.written && !spec_.replaces) return Add(element, value);
  OPDK_TRY(element.value, Keep(value));
  element.written = true;
  return Status();
}

Status TensorArray::Add(Element& element, const RunInput& value) const {
  if (!FitsDeclared(element.value.shape, value.shape) || element.read) {
    return StepFailed(fmt::format("{} can't be added to an element of the tensor array {}, which is {}{}",
                                  DescribeTensor(value.dtype, value.shape), spec_.name,
                                  DescribeTensor(spec_.dtype, element.value.shape),
                                  element.read ? " and was read" : ""));
  }
  if (element.value.buffer == nullptr) {
    OPDK_TRY(element.value, Keep(value));
    return Status();
  }
  OPDK_TRY(const std::shared_ptr<AlignedBuffer> sum, NewShared(element.value.bytes));
  if (!AddElements(spec_.dtype, element.value.bytes, element.value.buffer->data(), value.data, sum->data())) {
    return StepFailed(fmt::format("elements of the tensor array {} are written twice, but {} has no sum", spec_.name,
                                  DtypeName(spec_.dtype)));
  }
  element.value.buffer = sum;
  return Status();
}

Status TensorArray::MakeZeros(Element& element, int64_t index) const {
  if (!element.written) {
    if (IsUnknown(spec_.element_shape)) {
      return StepFailed(
                 fmt::format("element {} of the tensor array {} is read, but nothing was written to it, and its shape "
                             "isn't known to be zeros of",
                             index, spec_.name))
          .Hint(
              "write it first: the reading node takes the flow of the writing node; or set the attribute "
              "element_shape");
    }
    element.value.shape = spec_.element_shape;
  }
  OPDK_TRY(element.value.bytes, TensorBytes(spec_.dtype, element.value.shape));
  OPDK_TRY(const std::shared_ptr<AlignedBuffer> zeros, NewShared(element.value.bytes));
  std::memset(zeros->data(), 0, element.value.bytes);
  element.value.buffer = zeros;
  element.written = true;
  return Status();
}

Result<KeptTensor> TensorArray::Read(int64_t index) {
  OPDK_TRY(CheckOpen());
  if (index < 0 || static_cast<size_t>(index) >= elements_.size()) {
    return StepFailed(fmt::format("element {} of the tensor array {} is read, which has {}", index, spec_.name,
                                  elements_.size()))
        .Hint("indices go from 0 to the size less 1, which TensorArraySize gives");
  }
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.cleared) {
    return StepFailed(fmt::format("element {} of the tensor array {} is read twice, but cleared by reading it", index,
                                  spec_.name))
        .Hint("set its attribute clear_after_read to false");
  }
  if (element.value.buffer == nullptr) OPDK_TRY(MakeZeros(element, index));
  element.read = true;
  KeptTensor value = element.value;
  element.cleared = spec_.clear_after_read;
  // The element's shape stays, because a later gradient needs it.
  if (element.cleared) element.value.buffer.reset();
  return value;
}

Result<TensorArray> TensorArray::MakeGradient(const std::string& source, const std::vector<int64_t>& prepended) {
  OPDK_TRY(CheckOpen());
  spec_.dynamic_size = false;
  Spec spec = spec_;
  spec.name = fmt::format("{}@{}", spec_.name, source);
  spec.adds = spec.clear_after_read = true;
  const auto behind = [&](const std::vector<int64_t>& shape) {
    std::vector<int64_t> whole = prepended;
    whole.insert(whole.end(), shape.begin(), shape.end());
    return whole;
  };
  if (spec.element_shape != ge::UNKNOWN_RANK) spec.element_shape = behind(spec.element_shape);
  OPDK_TRY(TensorArray gradient, Make(std::move(spec), elements_.size()));
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (!elements_[i].written) continue;
    gradient.elements_[i].written = true;
    gradient.elements_[i].value.shape = behind(elements_[i].value.shape);
  }
  return gradient;
}

}  // namespace opdk
