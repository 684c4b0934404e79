#include "graph_core/execution/held_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graph_core/base/element_type.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "opdk/parser_options.h"

namespace opdk {
namespace {

// kHeldNumbers as fields.
struct HeldDescription {
  double least = 0, greatest = 0;
  int mantissa = 0, least_exponent = 0;
  bool infinities = false, nan = false, zero = false;
};

constexpr size_t kHeldFields = 7;
constexpr float kMostHeldBits = 1024;  // of a mantissa or an exponent

std::optional<HeldDescription> ReadHeld(const std::vector<float>& fields) {
  if (fields.size() != kHeldFields || !(fields[0] <= fields[1])) return std::nullopt;
  if (!(std::fabs(fields[2]) <= kMostHeldBits) || !(std::fabs(fields[3]) <= kMostHeldBits)) return std::nullopt;
  return HeldDescription{static_cast<double>(fields[0]),
                         static_cast<double>(fields[1]),
                         static_cast<int>(fields[2]),
                         static_cast<int>(fields[3]),
                         fields[4] != 0,
                         fields[5] != 0,
                         fields[6] != 0};
}

// Returns whether the number is one of them. Example: a mantissa of 3 bits has multiples of 2^(e - 3) from 2^e to
// 2^(e + 1). Below the least exponent the unit stays.
bool HoldsNumber(const HeldDescription& numbers, double number) {
  if (std::isnan(number)) return numbers.nan;
  if (std::isinf(number)) return numbers.infinities;
  if (number == 0) return numbers.zero;
  if (number < numbers.least || number > numbers.greatest) return false;
  const int exponent = std::max(std::ilogb(number), numbers.least_exponent);
  const double units = std::ldexp(number, numbers.mantissa - exponent);
  return units == std::trunc(units);
}

double NumberOfPattern(ge::DataType dtype, uint16_t pattern) {
  double number = 0;
  VisitElementType(dtype, [&]<typename T>(T element) {
    // Little-endian: the low byte is an element of 8 bits.
    std::memcpy(static_cast<void*>(&element), &pattern, std::min(sizeof(T), sizeof(pattern)));
    number = static_cast<double>(element);
  });
  return number;
}

}  // namespace

std::optional<HeldNumbers> HeldNumbers::Of(const OpDesc& data) {
  const auto* type = data.GetAttr<std::string>(kHeldType);
  const auto* fields = data.GetAttr<std::vector<float>>(kHeldNumbers);
  if (type == nullptr || fields == nullptr) return std::nullopt;
  const std::optional<HeldDescription> numbers = ReadHeld(*fields);
  const ge::DataType dtype = data.outputs.at(0).desc.GetDataType();
  const bool byte = dtype == ge::DT_INT8 || dtype == ge::DT_UINT8;
  if (!numbers || (!byte && dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16)) return std::nullopt;
  HeldNumbers held;
  held.type_ = *type;
  held.least_ = numbers->least;
  held.greatest_ = numbers->greatest;
  held.dtype_ = dtype;
  held.held_.resize(byte ? 0x100 : 0x10000);
  for (size_t pattern = 0; pattern < held.held_.size(); ++pattern) {
    held.held_[pattern] = HoldsNumber(*numbers, NumberOfPattern(dtype, static_cast<uint16_t>(pattern)));
  }
  return held;
}

std::vector<uint16_t> HeldNumbers::Patterns() const {
  std::vector<uint16_t> patterns;
  for (size_t pattern = 0; pattern < held_.size(); ++pattern) {
    const auto bits = static_cast<uint16_t>(pattern);
    if (held_[pattern] && std::isfinite(NumberOfPattern(dtype_, bits))) patterns.push_back(bits);
  }
  return patterns;
}

Status HeldNumbers::Refuse(size_t index, const PortSpec& spec, size_t element, uint16_t pattern) const {
  return Status(ErrorCode::kInputMismatch,
                fmt::format("element {} of input {} '{}' is {}, which is no number of {}: these are {} to {}", element,
                            index, spec.name, NumberOfPattern(dtype_, pattern), type_, least_, greatest_))
      .Hint(
          fmt::format("the model takes {} in {}: round the values to numbers of {}", type_, DtypeName(dtype_), type_));
}

template <typename Pattern>
Status HeldNumbers::CheckElements(size_t index, const PortSpec& spec, const RunInput& input) const {
  const auto* bytes = static_cast<const std::byte*>(input.data);
  const auto needed = TensorBytes(input.dtype, input.shape);
  const size_t size = needed.ok() ? std::min(*needed, input.bytes) : 0;
  for (size_t i = 0; i < size / sizeof(Pattern); ++i) {
    Pattern pattern = 0;
    std::memcpy(&pattern, bytes + i * sizeof(Pattern), sizeof(Pattern));
    if (!held_[pattern]) return Refuse(index, spec, i, pattern);
  }
  return {};
}

Status HeldNumbers::Check(size_t index, const PortSpec& spec, const RunInput& input) const {
  if (input.data == nullptr || input.dtype != dtype_) return {};
  return held_.size() == 0x100 ? CheckElements<uint8_t>(index, spec, input)
                               : CheckElements<uint16_t>(index, spec, input);
}

std::map<size_t, HeldNumbers> HeldNumbersOf(const Function& function, const std::vector<Node*>& nodes) {
  std::map<size_t, HeldNumbers> result;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    const TensorSlot& slot = function.tensors[static_cast<size_t>(function.inputs[i].tensor)];
    if (auto held = HeldNumbers::Of(nodes[static_cast<size_t>(slot.node)]->op())) result.emplace(i, *std::move(held));
  }
  return result;
}

Status CheckHeldNumbers(const std::vector<PortSpec>& specs, const std::map<size_t, HeldNumbers>& held,
                        std::span<const RunInput> inputs) {
  for (const auto& [index, numbers] : held) OPDK_TRY(numbers.Check(index, specs[index], inputs[index]));
  return {};
}

}  // namespace opdk
