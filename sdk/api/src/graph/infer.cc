#include "opdk/infer.h"

#include <cstring>
#include <memory>
#include <numeric>

#include "opdk/list_text.h"
#include "sdk/api/src/graph/attr_ints.h"

namespace opdk {
namespace {

std::optional<std::vector<int64_t>> ReadInts(const ge::Tensor& tensor) {
  const auto widen = [&]<typename T>(T) {
    std::vector<int64_t> values(tensor.GetSize() / sizeof(T));
    for (size_t i = 0; i < values.size(); ++i) {
      T value;
      std::memcpy(&value, tensor.GetData() + i * sizeof(T), sizeof(T));
      values[i] = value;
    }
    return values;
  };
  switch (tensor.GetTensorDesc().GetDataType()) {
    case ge::DT_INT64:
      return widen(int64_t{});
    case ge::DT_INT32:
      return widen(int32_t{});
    default:
      return std::nullopt;
  }
}

ge::TensorDesc DescLike(ge::TensorDesc desc, const Dims& dims, ge::DataType type) {
  desc.SetShape(ge::Shape(dims));
  desc.SetOriginShape(ge::Shape(dims));
  desc.SetDataType(type);
  return desc;
}

ge::graphStatus ReportBroadcast(const ge::Operator& op, const std::string& first, const Dims& a,
                                const std::string& second, const Dims& b) {
  return ReportInferError(
      op, first + " " + ShapeText(a) + " and " + second + " " + ShapeText(b) + " can't be broadcast to one shape");
}

}  // namespace

Dims InputDims(const ge::Operator& op, const char* input) {
  if (const auto given = AttrInts(DescOf(op), input)) return {static_cast<int64_t>(given->size())};
  return op.GetInputDescByName(input).GetShape().GetDims();
}

ge::DataType InputType(const ge::Operator& op, const char* input) { return op.GetInputDescByName(input).GetDataType(); }

bool HasInput(const ge::Operator& op, const char* input) {
  ge::TensorDesc desc;
  return op.TryGetInputDesc(input, desc) == ge::GRAPH_SUCCESS && desc.GetDataType() != ge::DT_UNDEFINED;
}

std::optional<std::vector<int64_t>> ConstInts(const ge::Operator& op, const char* input) {
  if (auto given = AttrInts(DescOf(op), input)) return given;
  ge::Tensor value;
  if (op.GetInputConstData(input, value) != ge::GRAPH_SUCCESS) return std::nullopt;
  return ReadInts(value);
}

std::optional<int64_t> ConstInt(const ge::Operator& op, const char* input) {
  const auto values = ConstInts(op, input);
  if (!values || values->size() != 1) return std::nullopt;
  return values->front();
}

std::vector<int64_t> ListedShape(const ge::Operator& op, const char* input) {
  if (auto values = ConstInts(op, input)) return *std::move(values);
  const Dims length = InputDims(op, input);
  if (length.size() != 1 || length[0] < 0) return kUnknownRank;
  Dims extents(static_cast<size_t>(length[0]), ge::UNKNOWN_DIM);
  std::vector<std::pair<int64_t, int64_t>> range;
  (void)op.GetInputDescByName(input).GetValueRange(range);
  for (size_t i = 0; i < extents.size() && range.size() == extents.size(); ++i) {
    if (range[i].first == range[i].second && range[i].first >= 0) extents[i] = range[i].first;
  }
  return extents;
}

std::optional<std::vector<int64_t>> SharedShape(const ge::Operator& op, const char* first, const char* second) {
  const Dims x = InputDims(op, first), other = InputDims(op, second);
  auto merged = MergeDims(x, other);
  if (!merged) {
    ReportInferError(
        op, std::string(second) + " " + ShapeText(other) + " has not the shape of " + first + ", " + ShapeText(x));
  }
  return merged;
}

int64_t IntAttr(const ge::Operator& op, const char* name) {
  int64_t value = 0;
  (void)op.GetAttr(name, value);
  return value;
}

float FloatAttr(const ge::Operator& op, const char* name) {
  float value = 0;
  (void)op.GetAttr(name, value);
  return value;
}

std::vector<int64_t> ListIntAttr(const ge::Operator& op, const char* name) {
  std::vector<int64_t> value;
  (void)op.GetAttr(name, value);
  return value;
}

bool IsFloating(ge::DataType type) {
  return type == ge::DT_FLOAT || type == ge::DT_FLOAT16 || type == ge::DT_BF16 || type == ge::DT_DOUBLE;
}

ge::graphStatus SetOutput(ge::Operator& op, const char* output, const Dims& dims, ge::DataType type) {
  return op.UpdateOutputDesc(output, DescLike(op.GetOutputDescByName(output), dims, type));
}

template <typename T>
void SetConst(ge::TensorDesc& desc, const std::vector<int64_t>& values) {
  const size_t bytes = values.size() * sizeof(T);
  auto data = std::make_unique<uint8_t[]>(bytes);
  for (size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<T>(values[i]);
    std::memcpy(data.get() + i * sizeof(T), &value, sizeof(T));
  }
  desc.SetConstData(std::move(data), bytes);
}

ge::graphStatus SetKnownInts(ge::Operator& op, const char* output, const Dims& dims,
                             const std::optional<std::vector<int64_t>>& values, ge::DataType type) {
  ge::TensorDesc desc = DescLike(op.GetOutputDescByName(output), dims, type);
  desc.SetConstData(nullptr, 0);
  if (values && !values->empty()) {
    if (type == ge::DT_INT64) SetConst<int64_t>(desc, *values);
    if (type == ge::DT_INT32) SetConst<int32_t>(desc, *values);
  }
  return op.UpdateOutputDesc(output, desc);
}

ge::graphStatus SetDynamicOutput(ge::Operator& op, const char* output, uint32_t index, const Dims& dims,
                                 ge::DataType type) {
  return op.UpdateDynamicOutputDesc(output, index, DescLike(op.GetDynamicOutputDesc(output, index), dims, type));
}

ge::graphStatus CheckSameType(const ge::Operator& op, std::initializer_list<const char*> inputs) {
  const char* first = nullptr;
  for (const char* input : inputs) {
    if (!HasInput(op, input)) continue;
    if (first == nullptr) {
      first = input;
    } else if (InputType(op, input) != InputType(op, first)) {
      return ReportInferError(op, std::string(first) + " is " + TypeText(InputType(op, first)) + " but " + input +
                                      " is " + TypeText(InputType(op, input)) + "; they must have one dtype");
    }
  }
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus CheckSameDynamicType(const ge::Operator& op, const char* input) {
  const int count = op.GetDynamicInputNum(input);
  if (count < 1) return ReportInferError(op, std::string(input) + " needs at least one entry");
  const ge::DataType type = op.GetDynamicInputDesc(input, 0).GetDataType();
  for (uint32_t i = 1; i < static_cast<uint32_t>(count); ++i) {
    const ge::DataType other = op.GetDynamicInputDesc(input, i).GetDataType();
    if (other != type) {
      return ReportInferError(op, std::string(input) + "0 is " + TypeText(type) + " but " + input + std::to_string(i) +
                                      " is " + TypeText(other) + "; they must have one dtype");
    }
  }
  return ge::GRAPH_SUCCESS;
}

ge::graphStatus CheckFlag(const ge::Operator& op, const char* attr) {
  const int64_t value = IntAttr(op, attr);
  if (value == 0 || value == 1) return ge::GRAPH_SUCCESS;
  return ReportInferError(op, std::string(attr) + " is " + std::to_string(value) + ", it must be 0 or 1");
}

ge::graphStatus CheckOffsets(const ge::Operator& op, const char* x, int64_t lowest, int64_t highest) {
  if (HasInput(op, "offset_w")) return ReportInferError(op, "offset_w is reserved: it must not be connected");
  const int64_t offset = IntAttr(op, "offset_x");
  if (offset == 0) return ge::GRAPH_SUCCESS;
  if (InputType(op, x) != ge::DT_INT8) return ReportInferError(op, "offset_x is for int8 only");
  if (lowest <= offset && offset <= highest) return ge::GRAPH_SUCCESS;
  return ReportInferError(op, "offset_x is " + std::to_string(offset) + ", it must be " + std::to_string(lowest) +
                                  (lowest == highest ? "" : " to " + std::to_string(highest)));
}

ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output) {
  return InferLike(op, input, output, InputType(op, input));
}

ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output, ge::DataType type) {
  return SetOutput(op, output, InputDims(op, input), type);
}

ge::graphStatus InferBroadcast(ge::Operator& op, std::initializer_list<const char*> inputs, const char* output,
                               ge::DataType type) {
  std::optional<Dims> dims;
  for (const char* input : inputs) {
    const Dims next = InputDims(op, input);
    const auto joined = dims ? BroadcastDims(*dims, next) : next;
    if (!joined) {
      const bool second = input == *(inputs.begin() + 1);
      return ReportBroadcast(op, second ? *inputs.begin() : "the inputs before, together", *dims, input, next);
    }
    dims = joined;
  }
  return SetOutput(op, output, dims.value_or(Dims()), type);
}

ge::graphStatus InferReduced(ge::Operator& op, const char* input, const std::vector<int64_t>& axes, bool keepdims,
                             const char* output) {
  const Dims x = InputDims(op, input);
  const ge::DataType type = InputType(op, input);
  if (IsUnknownRank(x)) {
    // Every axis gone leaves a scalar, whatever the rank was.
    return SetOutput(op, output, axes.empty() && !keepdims ? Dims() : kUnknownRank, type);
  }
  std::vector<int64_t> reduced = axes;
  if (reduced.empty()) {
    reduced.resize(x.size());
    std::iota(reduced.begin(), reduced.end(), 0);
  }
  const auto normal = NormalizeAxes(reduced, static_cast<int64_t>(x.size()));
  if (!normal) {
    return ReportInferError(op, "axes " + ListText(axes) + " name an axis twice or one that " + input + " " +
                                    ShapeText(x) + " does not have");
  }
  return SetOutput(op, output, ReducedDims(x, *normal, keepdims), type);
}

ge::graphStatus InferAlongAxes(ge::Operator& op, const char* first, const char* second, const char* axes,
                               const char* output) {
  Dims x = InputDims(op, first);
  if (second != nullptr) {
    const auto shared = SharedShape(op, first, second);
    if (!shared) return ge::GRAPH_FAILED;
    x = *shared;
  }
  // A scalar is its own only element, along any axis.
  const std::vector<int64_t> listed = ListIntAttr(op, axes);
  if (!IsUnknownRank(x) && !x.empty() && !NormalizeAxes(listed, static_cast<int64_t>(x.size()))) {
    return ReportInferError(op, std::string(axes) + " " + ListText(listed) + " doesn't name each axis of " +
                                    ShapeText(x) + " at most once");
  }
  return SetOutput(op, output, x, InputType(op, first));
}

ge::graphStatus InferConcat(ge::Operator& op, const char* input, int64_t axis, const char* output) {
  const int count = op.GetDynamicInputNum(input);
  if (count == 0) return ReportInferError(op, "it has no inputs");
  const ge::DataType type = op.GetDynamicInputDesc(input, 0).GetDataType();
  Dims y = kUnknownRank;
  bool axis_known = true;
  int64_t joined = 0;
  for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i) {
    const ge::TensorDesc desc = op.GetDynamicInputDesc(input, i);
    const std::string here = input + std::to_string(i);
    if (desc.GetDataType() != type) return ReportInferError(op, here + " has another dtype than " + input + "0");
    const Dims dims = desc.GetShape().GetDims();
    if (IsUnknownRank(dims)) {
      axis_known = false;
      continue;
    }
    if (IsUnknownRank(y)) {
      y = dims;
      const auto checked = CheckedAxis(op, "axis", axis, dims);
      if (!checked) return ge::GRAPH_FAILED;
      axis = *checked;
    } else if (dims.size() != y.size()) {
      return ReportInferError(op, here + " " + ShapeText(dims) + " has another rank than " + ShapeText(y));
    }
    for (size_t k = 0; k < dims.size(); ++k) {
      if (static_cast<int64_t>(k) == axis) {
        axis_known = axis_known && dims[k] >= 0;
        joined += dims[k];
      } else if (y[k] < 0) {
        y[k] = dims[k];
      } else if (dims[k] >= 0 && dims[k] != y[k]) {
        return ReportInferError(op, here + " " + ShapeText(dims) + " and " + ShapeText(y) + " differ in axis " +
                                        std::to_string(k) + ", which is not joined");
      }
    }
  }
  if (!IsUnknownRank(y)) y[static_cast<size_t>(axis)] = axis_known ? joined : ge::UNKNOWN_DIM;
  return SetOutput(op, output, y, type);
}

ge::graphStatus InferLastAxis(ge::Operator& op, const char* input, int64_t extent, const char* output) {
  Dims dims = InputDims(op, input);
  if (!IsUnknownRank(dims)) {
    if (dims.empty()) return ReportInferError(op, std::string(input) + " is a scalar, it has no last axis");
    dims.back() = extent;
  }
  return SetOutput(op, output, dims, InputType(op, input));
}

std::optional<int64_t> CheckedAxis(const ge::Operator& op, const char* name, int64_t axis, const Dims& dims) {
  const auto rank = static_cast<int64_t>(dims.size());
  const auto normal = NormalizeAxis(axis, rank);
  if (!normal) {
    (void)ReportInferError(op, std::string(name) + " " + std::to_string(axis) + " is outside [" +
                                   std::to_string(-rank) + ", " + std::to_string(rank) + ") of shape " +
                                   ShapeText(dims));
  }
  return normal;
}

}  // namespace opdk
