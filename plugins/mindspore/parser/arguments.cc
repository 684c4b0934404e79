#include "plugins/mindspore/parser/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace opdk::mindspore_plugin {
namespace {

constexpr std::string_view kArgumentPrefix = "_argument_";

template <typename T>
std::optional<T> Find(const UpgradeContext& context, size_t argument, const char* name) {
  if (auto value = context.Get<T>(ArgumentName(argument))) return value;
  return context.Get<T>(name);
}

}  // namespace

std::string ArgumentName(size_t argument) { return fmt::format("{}{}", kArgumentPrefix, argument); }

std::optional<size_t> ArgumentPlace(const std::string& name) {
  if (!name.starts_with(kArgumentPrefix)) return std::nullopt;
  size_t place = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + kArgumentPrefix.size(), end, place);
  return error == std::errc() && stop == end ? std::optional(place) : std::nullopt;
}

std::string TensorArgument(const UpgradeContext& context, size_t argument) {
  const auto places = context.Get<Ints>(kTensorPlaces);
  if (!places) return "";
  const auto found = std::find(places->begin(), places->end(), static_cast<int64_t>(argument));
  return found == places->end() ? "" : context.Input(static_cast<size_t>(found - places->begin()));
}

int64_t IntOf(const UpgradeContext& context, size_t argument, const char* name, int64_t fallback) {
  return Find<int64_t>(context, argument, name).value_or(fallback);
}

bool BoolOf(const UpgradeContext& context, size_t argument, const char* name, bool fallback) {
  if (const auto value = Find<bool>(context, argument, name)) return *value;
  return IntOf(context, argument, name, fallback ? 1 : 0) != 0;
}

float FloatOf(const UpgradeContext& context, size_t argument, const char* name, float fallback) {
  if (const auto value = Find<float>(context, argument, name)) return *value;
  const auto whole = Find<int64_t>(context, argument, name);
  return whole ? static_cast<float>(*whole) : fallback;
}

Ints IntsOf(const UpgradeContext& context, size_t argument, const char* name, const Ints& fallback) {
  if (const auto value = Find<Ints>(context, argument, name)) return *value;
  const auto one = Find<int64_t>(context, argument, name);
  return one ? Ints{*one} : fallback;
}

std::string TextOf(const UpgradeContext& context, const char* name, const std::string& fallback) {
  return context.Get<std::string>(name).value_or(fallback);
}

Ints IntsOf(const UpgradeContext& context, const char* name, const Ints& fallback) {
  if (const auto value = context.Get<Ints>(name)) return *value;
  const auto one = context.Get<int64_t>(name);
  return one ? Ints{*one} : fallback;
}

Result<int64_t> RankOf(UpgradeContext& context, const std::string& value) {
  const auto rank = context.values().Rank(value);
  if (!rank) return context.Refuse(fmt::format("the rank of '{}' isn't known", value));
  return static_cast<int64_t>(*rank);
}

Result<ge::DataType> TypeOfId(const UpgradeContext& context, int64_t id) {
  switch (id) {
    case 30:
      return ge::DT_BOOL;
    case 32:
      return ge::DT_INT8;
    case 33:
      return ge::DT_INT16;
    case 34:
      return ge::DT_INT32;
    case 35:
      return ge::DT_INT64;
    case 37:
      return ge::DT_UINT8;
    case 38:
      return ge::DT_UINT16;
    case 39:
      return ge::DT_UINT32;
    case 40:
      return ge::DT_UINT64;
    case 42:
      return ge::DT_FLOAT16;
    case 43:
      return ge::DT_FLOAT;
    case 44:
      return ge::DT_DOUBLE;
    case 45:
      return ge::DT_BF16;
    default:
      return context.Refuse(fmt::format("its type is {}, which is not supported", id));
  }
}

Result<std::string> AddScalarLike(UpgradeContext& context, const std::string& hint, float value) {
  constexpr float kWholeUpTo = 16777216;
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const std::string scalar = context.AddScalar(hint, value);
  if (type == ge::DT_FLOAT || type == ge::DT_UNDEFINED) return scalar;
  const bool real = type == ge::DT_FLOAT16 || type == ge::DT_BF16 || type == ge::DT_DOUBLE;
  if (!real && (std::trunc(value) != value || std::abs(value) > kWholeUpTo)) {
    return context.Refuse(fmt::format("{} is no number of its tensor's type", value));
  }
  return AddIrStep(context, "Cast", {scalar}, {{"dst_type", static_cast<int64_t>(type)}});
}

}  // namespace opdk::mindspore_plugin
