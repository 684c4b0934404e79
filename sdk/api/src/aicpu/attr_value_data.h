// The value behind aicpu::AttrValue.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cpu_attr_value.h"
#include "sdk/api/src/aicpu/kernel_faults.h"

namespace aicpu {

struct AttrValueData {
  using TensorPtr = std::shared_ptr<Tensor>;
  using ShapePtr = std::shared_ptr<TensorShape>;
  std::variant<std::monostate, ge::AscendString, int64_t, float, bool, DataType, ShapePtr, TensorPtr,
               std::vector<ge::AscendString>, std::vector<int64_t>, std::vector<float>, std::vector<bool>,
               std::vector<DataType>, std::vector<std::vector<int64_t>>, std::vector<ShapePtr>, std::vector<TensorPtr>>
      value;

  // Name of the attribute, and the fault notes of the kernel's context that holds it.
  std::string name;
  std::shared_ptr<KernelFaults> faults;

  template <typename T>
  T Get(const char* call, opdk::SourcePlace at, T otherwise = T()) const {
    const T* held = std::get_if<T>(&value);
    if (faults != nullptr) faults->NoteRead(name, held != nullptr || value.index() == 0, call, at);
    return held == nullptr ? otherwise : *held;
  }
  // Returns the list; replaces a value of another kind by an empty list.
  template <typename T>
  std::vector<T>& List() {
    if (!std::holds_alternative<std::vector<T>>(value)) value = std::vector<T>();
    return std::get<std::vector<T>>(value);
  }
  template <typename T>
  void Append(const std::vector<T>& more) {
    std::vector<T>& list = List<T>();
    list.insert(list.end(), more.begin(), more.end());
  }
  template <typename T>
  int32_t Size() const {
    const auto* list = std::get_if<std::vector<T>>(&value);
    return list == nullptr ? 0 : static_cast<int32_t>(list->size());
  }
};

// The attributes of a node by name. Kernels look them up in each run: without a copy of the name.
struct AttrTable {
  std::map<std::string, std::shared_ptr<AttrValue>, std::less<>> values;
};

}  // namespace aicpu
