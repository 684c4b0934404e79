#include "op_impl/graph_fusion/node_facts.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

namespace opdk::graph_fusion {
namespace {

template <typename T>
bool AllAre(const ge::Tensor& tensor, double number) {
  const std::span values(reinterpret_cast<const T*>(tensor.GetData()), tensor.GetSize() / sizeof(T));
  return !values.empty() &&
         std::all_of(values.begin(), values.end(), [&](T value) { return static_cast<double>(value) == number; });
}

// Returns whether each element equals one of the two numbers.
template <typename T>
bool AreEither(const ge::Tensor& tensor, T infinity, T finite) {
  const std::span values(reinterpret_cast<const T*>(tensor.GetData()), tensor.GetSize() / sizeof(T));
  return !values.empty() &&
         std::all_of(values.begin(), values.end(), [&](T value) { return value == infinity || value == finite; });
}

template <typename T>
bool AreLeast(const ge::Tensor& tensor) {
  return AreEither<T>(tensor, -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::lowest());
}

// Operators from which passes compute weights.
constexpr std::string_view kWeightTypes[] = {"Const", "Constant", "Mul",     "Div",     "RealDiv", "Add",
                                             "Sub",   "Sqrt",     "Reshape", "ConcatD", "Neg"};

template <typename T>
std::vector<int64_t> Widened(const ge::Tensor& tensor) {
  const auto* first = reinterpret_cast<const T*>(tensor.GetData());
  return {first, first + tensor.GetSize() / sizeof(T)};
}

}  // namespace

std::string TypeOf(const ge::GNode& node) {
  ge::AscendString type;
  return node.GetType(type) == ge::GRAPH_SUCCESS ? type.GetString() : "";
}

bool HasInput(const ge::GNode& node, int32_t index) { return node.GetInDataNodesAndPortIndexs(index).first != nullptr; }

ge::TensorDesc InputOf(const ge::GNode& node, int32_t index) {
  ge::TensorDesc desc;
  return node.GetInputDesc(index, desc) == ge::GRAPH_SUCCESS ? desc : ge::TensorDesc();
}

ge::TensorDesc OutputOf(const ge::GNode& node, int32_t index) {
  ge::TensorDesc desc;
  return node.GetOutputDesc(index, desc) == ge::GRAPH_SUCCESS ? desc : ge::TensorDesc();
}

ge::TensorDesc SourceOf(const ge::GNode& node, int32_t index) {
  const auto [source, output] = node.GetInDataNodesAndPortIndexs(index);
  return source == nullptr ? ge::TensorDesc() : OutputOf(*source, output);
}

std::optional<ge::Tensor> ConstantInput(const ge::GNode& node, int32_t index) {
  ge::Tensor value;
  if (node.GetInputConstData(index, value) != ge::GRAPH_SUCCESS) return std::nullopt;
  return value;
}

bool IsWeight(const ge::GNode& node, int32_t index) {
  const ge::GNodePtr source = node.GetInDataNodesAndPortIndexs(index).first;
  if (source == nullptr) return false;
  const std::string type = TypeOf(*source);
  if (std::find(std::begin(kWeightTypes), std::end(kWeightTypes), type) == std::end(kWeightTypes)) return false;
  for (int32_t i = 0; i < static_cast<int32_t>(source->GetInputsSize()); ++i) {
    if (!IsWeight(*source, i)) return false;
  }
  return true;
}

bool IsKnown(const ge::Shape& shape) {
  const std::vector<int64_t> dims = shape.GetDims();
  return std::all_of(dims.begin(), dims.end(), [](int64_t extent) { return extent >= 0; });
}

bool Alike(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  return a.GetDataType() == b.GetDataType() && IsKnown(a.GetShape()) &&
         a.GetShape().GetDims() == b.GetShape().GetDims();
}

bool HoldsOnly(const ge::Tensor& tensor, double number) {
  switch (tensor.GetDataType()) {
    case ge::DT_FLOAT:
      return AllAre<float>(tensor, number);
    case ge::DT_DOUBLE:
      return AllAre<double>(tensor, number);
    case ge::DT_INT32:
      return AllAre<int32_t>(tensor, number);
    case ge::DT_INT64:
      return AllAre<int64_t>(tensor, number);
    default:
      return false;
  }
}

bool HoldsLeast(const ge::Tensor& tensor) {
  switch (tensor.GetDataType()) {
    case ge::DT_FLOAT:
      return AreLeast<float>(tensor);
    case ge::DT_DOUBLE:
      return AreLeast<double>(tensor);
    case ge::DT_FLOAT16:
      return AreEither<uint16_t>(tensor, 0xFC00, 0xFBFF);
    case ge::DT_BF16:
      return AreEither<uint16_t>(tensor, 0xFF80, 0xFF7F);
    default:
      return false;
  }
}

std::vector<int64_t> IntsOf(const ge::Tensor& tensor) {
  if (tensor.GetDataType() == ge::DT_INT32) return Widened<int32_t>(tensor);
  return tensor.GetDataType() == ge::DT_INT64 ? Widened<int64_t>(tensor) : std::vector<int64_t>();
}

std::string TextAttrOf(const ge::GNode& node, const char* name) {
  const auto text = AttrOf<ge::AscendString>(node, name);
  return text && text->GetString() != nullptr ? text->GetString() : "";
}

}  // namespace opdk::graph_fusion
