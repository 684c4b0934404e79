// Numbers that ai.onnx.ml's operators have in attributes, as constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds a constant of `type` (DT_FLOAT, DT_DOUBLE, DT_INT32 or DT_INT64) and returns its name.
template <typename Number>
std::string AddNumbers(UpgradeContext& context, const std::string& hint, const std::vector<int64_t>& dims,
                       const std::vector<Number>& numbers, ge::DataType type = ge::DT_FLOAT) {
  const auto add = [&]<typename To>(To) {
    const std::vector<To> converted(numbers.begin(), numbers.end());
    return context.values().NewConstant(
        context.node().outputs.front() + "/" + hint,
        ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, type),
                   reinterpret_cast<const uint8_t*>(converted.data()), converted.size() * sizeof(To)));
  };
  if (type == ge::DT_DOUBLE) return add(double{});
  if (type == ge::DT_INT32) return add(int32_t{});
  if (type == ge::DT_INT64) return add(int64_t{});
  return add(float{});
}

// Takes a list attribute; an absent one is empty.
template <typename T>
std::vector<T> TakeList(UpgradeContext& context, const char* attribute) {
  return context.Take<std::vector<T>>(attribute).value_or(std::vector<T>());
}

// Returns the numbers of a tensor attribute of float, double, uint8 or int64. E2001: it has another type.
Result<std::vector<double>> NumbersOf(const UpgradeContext& context, const ge::Tensor& tensor);

// Takes attributes classlabels_ints, classlabels_int64s. E2001: the labels are strings, which no kernel has, or there
// are none.
Result<std::vector<int64_t>> TakeLabels(UpgradeContext& context);

// Makes the node give `first` as its output 0 and `second` as its output 1, which may both be unused.
void GiveBoth(UpgradeContext& context, const std::string& first, const std::string& second);

}  // namespace opdk::onnx_plugin
