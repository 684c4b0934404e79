// The elements of tensors that hold numbers.
#pragma once

#include <vector>

#include "graph/tensor.h"
#include "graph_core/base/element_type.h"

namespace opdk {

// Returns the elements, each converted. Empty: the tensor holds no numbers that VisitElementType accepts.
template <typename To>
std::vector<To> ElementsAs(const ge::Tensor& tensor) {
  std::vector<To> elements;
  VisitElementType(tensor.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    const auto* values = reinterpret_cast<const T*>(tensor.GetData());
    for (size_t i = 0; i < tensor.GetSize() / sizeof(T); ++i) elements.push_back(static_cast<To>(values[i]));
  });
  return elements;
}

// Returns a tensor with the description of `like` and other elements, equally many.
template <typename From>
ge::Tensor WithElements(const ge::Tensor& like, const std::vector<From>& elements) {
  std::vector<uint8_t> bytes(like.GetSize());
  VisitElementType(like.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    auto* values = reinterpret_cast<T*>(bytes.data());
    for (size_t i = 0; i < bytes.size() / sizeof(T); ++i) values[i] = static_cast<T>(elements.at(i));
  });
  return ge::Tensor(like.GetTensorDesc(), bytes);
}

}  // namespace opdk
