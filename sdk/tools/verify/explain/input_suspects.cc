#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/compare/error_metrics.h"
#include "sdk/tools/verify/explain/suspect.h"
#include "tbe/interpreter.h"

namespace opdk::verify {
namespace {

using Dims = std::vector<int64_t>;

Dims ShapeOf(const ge::Tensor& tensor) { return tensor.GetTensorDesc().GetShape().GetDims(); }

// Maps each element by itself; f of a T is converted to T.
template <typename F>
ge::Tensor Mapped(const ge::Tensor& tensor, const F& f) {
  std::vector<uint8_t> bytes(tensor.GetData(), tensor.GetData() + tensor.GetSize());
  VisitElementType(tensor.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    for (size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + i, sizeof(T));
      value = static_cast<T>(f(value));
      std::memcpy(bytes.data() + i, &value, sizeof(T));
    }
  });
  return ge::Tensor(tensor.GetTensorDesc(), bytes);
}

ge::Tensor AsFloat(const ge::Tensor& tensor) {
  ge::TensorDesc desc = tensor.GetTensorDesc();
  desc.SetDataType(ge::DT_FLOAT);
  return ge::Tensor(desc, tbe::FromNumbers(ge::DT_FLOAT, ShapeOf(tensor), NumbersOf(tensor)).bytes);
}

using Change = std::pair<const char*, std::function<ge::Tensor(const ge::Tensor&)>>;

// Rounds floats to F.
template <typename F>
ge::Tensor Through(const ge::Tensor& tensor) {
  return Mapped(tensor, [](auto value) { return static_cast<decltype(value)>(static_cast<F>(value)); });
}

// Rounds integers to F, which loses bits beyond F's. A result that doesn't fit the type leaves the element as it is.
template <typename F>
ge::Tensor IntegersThrough(const ge::Tensor& tensor) {
  return Mapped(tensor, [](auto value) {
    using T = decltype(value);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const F through = static_cast<F>(value);
      const bool fits = through >= static_cast<F>(std::numeric_limits<T>::lowest()) &&
                        through < std::ldexp(F(1), std::numeric_limits<T>::digits);
      return fits ? static_cast<T>(through) : value;
    } else {
      return value;
    }
  });
}

template <typename C>
ge::Tensor Cut(const ge::Tensor& tensor) {
  return Mapped(tensor, [](auto value) {
    using T = decltype(value);
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<C>(value));
    } else {
      return value;
    }
  });
}

// Reads the same bytes as the other type's values, as far as there are elements.
template <typename From, typename To>
ge::Tensor ReadAs(const ge::Tensor& tensor) {
  std::vector<uint8_t> bytes(tensor.GetSize());
  for (size_t i = 0; i < bytes.size() / sizeof(From); ++i) {
    To seen;
    std::memcpy(&seen, tensor.GetData() + i * sizeof(To), sizeof(To));
    const From value =
        static_cast<From>(static_cast<std::conditional_t<std::is_integral_v<From>, int64_t, float>>(seen));
    std::memcpy(bytes.data() + i * sizeof(From), &value, sizeof(From));
  }
  return ge::Tensor(tensor.GetTensorDesc(), bytes);
}

const auto kWithoutSign = [](auto value) {
  using T = decltype(value);
  return static_cast<double>(value) < 0 ? static_cast<T>(-value) : value;
};
const auto kNegated = [](auto value) { return static_cast<decltype(value)>(-value); };
const auto kNegativeAsZero = [](auto value) {
  return static_cast<double>(value) < 0 ? static_cast<decltype(value)>(0) : value;
};
const auto kNanAsZero = [](auto value) {
  return std::isnan(static_cast<double>(value)) ? static_cast<decltype(value)>(0) : value;
};
const auto kDenormalsAsZero = [](auto value) {
  using T = decltype(value);
  const bool denormal = std::abs(static_cast<double>(value)) < static_cast<double>(std::numeric_limits<T>::min());
  return denormal && !std::is_integral_v<T> ? static_cast<T>(0) : value;
};

template <typename F>
Change Each(const char* text, F f) {
  return {text, [f](const ge::Tensor& tensor) { return Mapped(tensor, f); }};
}

std::vector<Change> ChangesOf(ge::DataType dtype) {
  std::vector<Change> changes;
  if (dtype == ge::DT_BOOL) return changes;
  if (IsFloat(dtype)) {
    changes = {Each("were 0 where it is negative", kNegativeAsZero), Each("had no sign", kWithoutSign),
               Each("had the other sign", kNegated), Each("were 0 where it is NaN", kNanAsZero),
               Each("were 0 where it is denormal", kDenormalsAsZero)};
    if (dtype == ge::DT_DOUBLE) changes.push_back({"were rounded to float", Through<float>});
    if (dtype == ge::DT_FLOAT) changes.push_back({"were rounded to float16", Through<Eigen::half>});
    if (dtype == ge::DT_FLOAT) changes.push_back({"were rounded to bfloat16", Through<Eigen::bfloat16>});
    if (dtype == ge::DT_FLOAT16) changes.push_back({"were read as bfloat16", ReadAs<Eigen::half, Eigen::bfloat16>});
    if (dtype == ge::DT_BF16)
      changes.push_back({"(bfloat16) were read as float16", ReadAs<Eigen::bfloat16, Eigen::half>});
    return changes;
  }
  changes = {{"went through float, which holds 24 bits", IntegersThrough<float>},
             {"went through double, which holds 53 bits", IntegersThrough<double>},
             {"were cut to 32 bits", Cut<int32_t>},
             {"were cut to 16 bits", Cut<int16_t>},
             {"were cut to 8 bits", Cut<int8_t>},
             Each("were 0 where it is negative", kNegativeAsZero),
             Each("had no sign", kWithoutSign),
             Each("had the other sign", kNegated)};
  if (dtype == ge::DT_INT64) changes.push_back({"(int64) were read as int32", ReadAs<int64_t, int32_t>});
  if (dtype == ge::DT_UINT64) changes.push_back({"(uint64) were read as 32 bits", ReadAs<uint64_t, uint32_t>});
  return changes;
}

// Sets the elements from `count` on along one axis to 0.
ge::Tensor FirstOfAxis(const ge::Tensor& tensor, size_t axis, int64_t count) {
  const Dims shape = ShapeOf(tensor);
  size_t inner = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i) inner *= static_cast<size_t>(shape[i]);
  const size_t bytes = tensor.GetSize() / static_cast<size_t>(CountOf(tensor));
  std::vector<uint8_t> data(tensor.GetData(), tensor.GetData() + tensor.GetSize());
  for (size_t i = 0; i < data.size() / bytes; ++i) {
    if (static_cast<int64_t>(i / inner) % shape[axis] >= count) std::memset(data.data() + i * bytes, 0, bytes);
  }
  return ge::Tensor(tensor.GetTensorDesc(), data);
}

// Returns the tensor in other orders: backwards, transposed, the first element everywhere, repeated without regard to
// axes.
std::vector<std::pair<std::string, ge::Tensor>> Rearrangements(const ge::Tensor& tensor, const Dims& output) {
  std::vector<std::pair<std::string, ge::Tensor>> changes;
  const Dims shape = ShapeOf(tensor);
  const auto count = static_cast<size_t>(CountOf(tensor));
  changes.emplace_back("were read backwards", Rearranged(tensor, shape, [&](size_t i) { return count - 1 - i; }));
  changes.emplace_back("were its first element everywhere", Rearranged(tensor, shape, [](size_t) { return 0; }));
  if (shape.size() == 2) {
    const auto rows = static_cast<size_t>(shape[0]), columns = static_cast<size_t>(shape[1]);
    changes.emplace_back("were transposed",
                         Rearranged(tensor, shape, [&](size_t i) { return i % rows * columns + i / rows; }));
  }
  // A scalar is the same in every repetition.
  if (shape != output && count > 1 && ElementCount(output) > CountOf(tensor)) {
    changes.emplace_back("were repeated as a whole (broadcast along no axis of its own)",
                         Rearranged(tensor, output, [&](size_t i) { return i % count; }));
  }
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    for (const int64_t most : {256, 128, 64, 1024}) {
      if (shape[axis] > most) {
        changes.emplace_back(fmt::format("ended after {} elements of axis {}", most, axis),
                             FirstOfAxis(tensor, axis, most));
      }
    }
  }
  return changes;
}

void SetInput(CaseInstance& instance, size_t i, const ge::Tensor& value) {
  instance.inputs[i].value = value;
  instance.op.inputs[i].desc = value.GetTensorDesc();
}

// Moves all but the first of equal elements up by the least that makes them differ, a sixteenth for floats. All other
// properties of the elements stay.
ge::Tensor WithoutTies(const ge::Tensor& tensor) {
  std::vector<double> numbers = NumbersOf(tensor);
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](size_t i) { return std::isnan(numbers[i]); });
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
  const ge::DataType dtype = tensor.GetTensorDesc().GetDataType();
  const double step = IsFloat(dtype) ? 1.0 / 16 : 1;
  for (size_t i = 1; i < order.size(); ++i) {
    const double before = numbers[order[i - 1]];
    double& number = numbers[order[i]];
    if (number <= before) number = before + step * (IsFloat(dtype) ? std::max(1.0, std::abs(before)) : 1);
  }
  return ge::Tensor(tensor.GetTensorDesc(), tbe::FromNumbers(dtype, ShapeOf(tensor), numbers).bytes);
}

const auto kNanAsOne = [](auto value) {
  return std::isnan(static_cast<double>(value)) ? static_cast<decltype(value)>(1) : value;
};
const auto kInfinityAsOne = [](auto value) {
  return std::isinf(static_cast<double>(value)) ? static_cast<decltype(value)>(1) : value;
};
const auto kZeroAsOne = [](auto value) {
  return static_cast<double>(value) == 0 ? static_cast<decltype(value)>(1) : value;
};
const auto kWhole = [](auto value) { return static_cast<decltype(value)>(std::trunc(static_cast<double>(value))); };

std::vector<Change> CuresOf(const ge::Tensor& tensor) {
  const ge::DataType dtype = tensor.GetTensorDesc().GetDataType();
  std::vector<Change> cures;
  if (dtype == ge::DT_BOOL) return cures;
  if (IsFloat(dtype)) {
    cures = {Each("has no NaN", kNanAsOne), Each("has no infinity", kInfinityAsOne),
             Each("has no denormal element", kDenormalsAsZero), Each("has whole numbers alone", kWhole)};
  }
  cures.push_back(Each("has no zero", kZeroAsOne));
  cures.push_back(Each("has no negative element", kWithoutSign));
  cures.push_back({"has no equal elements (ties)", WithoutTies});
  return cures;
}

}  // namespace

std::vector<Suspect> Cures(const CaseInstance& instance) {
  std::vector<Suspect> cures;
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    if (IsAbsent(instance.op.inputs[i]) || CountOf(instance.inputs[i].value) < 1) continue;
    for (const auto& [text, change] : CuresOf(instance.inputs[i].value)) {
      cures.push_back(
          {fmt::format("{} {}", instance.op.inputs[i].name, text),
           [i, change = change](CaseInstance& cured) { SetInput(cured, i, change(cured.inputs[i].value)); }});
    }
  }
  for (const IrAttr& declared : instance.op.ir_attrs) {
    const auto found = instance.op.attrs.find(declared.name);
    const Attr& value = found == instance.op.attrs.end() ? declared.default_value : found->second;
    const auto with = [&](const std::string& text, Attr other) {
      cures.push_back(
          {fmt::format("{} is {}", declared.name, text),
           [name = declared.name, other = std::move(other)](CaseInstance& cured) { cured.op.attrs[name] = other; }});
    };
    if (std::holds_alternative<int64_t>(value)) with("0", int64_t{0});
    if (std::holds_alternative<float>(value)) with("0", 0.0F);
    if (std::holds_alternative<float>(value)) with("1", 1.0F);
    if (const auto* flag = std::get_if<bool>(&value)) with(*flag ? "false" : "true", !*flag);
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) {
      std::vector<int64_t> in_order(list->size());
      std::iota(in_order.begin(), in_order.end(), 0);
      with("0, 1, 2 … in order", in_order);
    }
  }
  return cures;
}

std::optional<CaseInstance> WithBits(const CaseInstance& instance, int bits) {
  CaseInstance small = instance;
  bool any = false;
  for (size_t i = 0; i < small.inputs.size(); ++i) {
    const ge::DataType dtype = small.op.inputs[i].desc.GetDataType();
    const bool wide =
        dtype == ge::DT_INT64 || dtype == ge::DT_UINT64 || dtype == ge::DT_INT32 || dtype == ge::DT_UINT32;
    if (!wide) continue;
    SetInput(small, i, Mapped(small.inputs[i].value, [&](auto value) {
               using T = decltype(value);
               if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
                 const int shift = std::numeric_limits<T>::digits - bits;
                 any = any || shift > 0;
                 return shift > 0 ? static_cast<T>(value >> shift) : value;
               } else {
                 return value;
               }
             }));
  }
  return any ? std::optional(std::move(small)) : std::nullopt;
}

std::vector<Suspect> InputSuspects(const CaseInstance& instance) {
  std::vector<Suspect> suspects;
  const Dims output = instance.op.outputs.empty() ? Dims() : instance.op.outputs[0].desc.GetShape().GetDims();
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    if (IsAbsent(instance.op.inputs[i]) || CountOf(instance.inputs[i].value) < 1) continue;
    const ge::Tensor& tensor = instance.inputs[i].value;
    const std::string& name = instance.op.inputs[i].name;
    for (size_t j = i + 1; j < instance.inputs.size(); ++j) {
      const ge::Tensor& other = instance.inputs[j].value;
      if (IsAbsent(instance.op.inputs[j]) ||
          other.GetTensorDesc().GetDataType() != tensor.GetTensorDesc().GetDataType()) {
        continue;
      }
      suspects.push_back({fmt::format("{} and {} were exchanged", name, instance.op.inputs[j].name),
                          [i, j, tensor, other](CaseInstance& changed) {
                            SetInput(changed, i, other);
                            SetInput(changed, j, tensor);
                          }});
    }
    for (const auto& [text, change] : ChangesOf(tensor.GetTensorDesc().GetDataType())) {
      suspects.push_back({fmt::format("{} {}", name, text), [i, change = change](CaseInstance& changed) {
                            SetInput(changed, i, change(changed.inputs[i].value));
                          }});
    }
    for (const auto& [text, changed_tensor] : Rearrangements(tensor, output)) {
      suspects.push_back({fmt::format("{} {}", name, text),
                          [i, value = changed_tensor](CaseInstance& changed) { SetInput(changed, i, value); }});
    }
  }
  return suspects;
}

std::optional<CaseInstance> InFloat(const CaseInstance& instance) {
  CaseInstance wide = instance;
  bool any = false;
  for (size_t i = 0; i < wide.inputs.size(); ++i) {
    const ge::DataType dtype = wide.op.inputs[i].desc.GetDataType();
    if (dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16) continue;
    SetInput(wide, i, AsFloat(wide.inputs[i].value));
    any = true;
  }
  return any ? std::optional(std::move(wide)) : std::nullopt;
}

}  // namespace opdk::verify
