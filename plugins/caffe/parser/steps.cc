#include "plugins/caffe/parser/steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "plugins/caffe/parser/net_text.h"

namespace opdk::caffe_plugin {
namespace {

// Returns the value of a field that a layer has exactly once. Empty: it has none, or several.
std::optional<Attr> OneOf(const UpgradeContext& context, const char* name) {
  const auto found = context.Attribute(name);
  if (found == nullptr) return std::nullopt;
  const auto count = std::visit(
      [](const auto& value) -> size_t {
        if constexpr (
            requires { value.size(); } && !requires { value.c_str(); })
          return value.size();
        return 1;
      },
      *found);
  if (count == 1) return *found;
  context.Misread(name, fmt::format("given {} times", count));
  return std::nullopt;
}

std::map<std::string, std::string>& Blocks() {
  static std::map<std::string, std::string> blocks;
  return blocks;
}

}  // namespace

int64_t IntOf(const UpgradeContext& context, const char* name, int64_t fallback) {
  const auto value = OneOf(context, name);
  if (!value) return fallback;
  if (const auto* number = std::get_if<int64_t>(&*value)) return *number;
  context.Misread(name, ValueText(*value) + ", which is no whole number");
  return fallback;
}

float FloatOf(const UpgradeContext& context, const char* name, float fallback) {
  const auto value = OneOf(context, name);
  if (!value) return fallback;
  if (const auto* number = std::get_if<float>(&*value)) return *number;
  if (const auto* whole = std::get_if<int64_t>(&*value)) return static_cast<float>(*whole);
  context.Misread(name, ValueText(*value) + ", which is no number");
  return fallback;
}

bool BoolOf(const UpgradeContext& context, const char* name, bool fallback) {
  const auto value = OneOf(context, name);
  if (!value) return fallback;
  if (const auto truth = TruthOf(*value)) return *truth;
  context.Misread(name, ValueText(*value) + ", which is neither true nor false");
  return fallback;
}

Ints IntsOf(const UpgradeContext& context, const char* name) {
  const Attr* value = context.Attribute(name);
  if (value == nullptr) return {};
  if (const auto* one = std::get_if<int64_t>(value)) return {*one};
  if (const auto* list = std::get_if<Ints>(value)) return *list;
  context.Misread(name, ValueText(*value) + ", which is no whole number");
  return {};
}

std::vector<float> FloatsOf(const UpgradeContext& context, const char* name) {
  const Attr* value = context.Attribute(name);
  if (value == nullptr) return {};
  if (const auto* one = std::get_if<float>(value)) return {*one};
  if (const auto* list = std::get_if<std::vector<float>>(value)) return *list;
  const Ints whole = IntsOf(context, name);
  return {whole.begin(), whole.end()};
}

std::string EnumOf(const UpgradeContext& context, const char* name, std::initializer_list<Enumerator> known,
                   const char* fallback) {
  const auto value = OneOf(context, name);
  if (!value) return fallback;
  const auto* text = std::get_if<std::string>(&*value);
  const auto* number = std::get_if<int64_t>(&*value);
  std::vector<std::string> names;
  for (const Enumerator& each : known) {
    if ((text != nullptr && *text == each.name) || (number != nullptr && *number == each.number)) return each.name;
    names.emplace_back(each.name);
  }
  context.Misread(name, fmt::format("{}, which is none of {}", ValueText(*value), fmt::join(names, ", ")));
  return fallback;
}

Ints PairOf(const UpgradeContext& context, const char* name, const char* h, const char* w, int64_t fallback) {
  if ((context.Has(h) || context.Has(w)) && context.Has(name)) {
    context.Misread(name, fmt::format("given beside {} and {}", h, w));
  }
  if (context.Has(h) || context.Has(w)) return {IntOf(context, h, fallback), IntOf(context, w, fallback)};
  const Ints list = IntsOf(context, name);
  if (list.size() > 2) context.Misread(name, fmt::format("given {} times, for two axes", list.size()));
  if (list.empty()) return {fallback, fallback};
  return {list.front(), list.back()};
}

Result<Ints> DimsOf(UpgradeContext& context, const std::string& value) {
  const ge::TensorDesc* desc = context.values().Find(value);
  const Ints dims = desc == nullptr ? ge::UNKNOWN_RANK : desc->GetShape().GetDims();
  if (dims != ge::UNKNOWN_RANK) return dims;
  return context.Refuse(fmt::format("the number of axes of '{}' isn't known", value));
}

Result<int64_t> AxisOf(UpgradeContext& context, const char* name, int64_t fallback, size_t rank) {
  const int64_t given = IntOf(context, name, fallback), axes = static_cast<int64_t>(rank);
  if (given >= -axes && given < axes) return given < 0 ? given + axes : given;
  return context.Refuse(fmt::format("{} is {}, but its input has {} axes", name, given, axes));
}

size_t Bottoms(UpgradeContext& context) {
  const std::vector<std::string>& inputs = context.node().inputs;
  const auto first =
      std::find_if(inputs.begin(), inputs.end(), [&](const auto& each) { return context.values().IsConstant(each); });
  return static_cast<size_t>(first - inputs.begin());
}

Result<Ints> BlobDims(UpgradeContext& context, size_t number, const Ints& dims) {
  const std::string blob = context.Input(Bottoms(context) + number);
  if (blob.empty()) {
    return context.Refuse(fmt::format("the weights have no blob {} of it", number))
        .Hint("give the file of weights that belongs to the network");
  }
  OPDK_TRY(const Ints stored, DimsOf(context, blob));
  Ints own = stored;
  while (own.size() > dims.size() && own.front() == 1) own.erase(own.begin());
  if (own.empty() && dims.size() == 1) own = {1};
  const bool fits = std::equal(own.begin(), own.end(), dims.begin(), dims.end(),
                               [](int64_t has, int64_t wanted) { return wanted < 0 || has == wanted; });
  if (fits) return own;
  const auto text = [](const Ints& list) {
    std::vector<std::string> parts;
    for (const int64_t extent : list) parts.push_back(extent < 0 ? "?" : std::to_string(extent));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  };
  return context.Refuse(
      fmt::format("its blob {} is {}, but the network's text asks for {}: the weights are of another network", number,
                  text(stored), text(dims)));
}

Result<std::string> BlobOf(UpgradeContext& context, size_t number, const Ints& dims) {
  OPDK_TRY(const Ints own, BlobDims(context, number, dims));
  const std::string blob = context.Input(Bottoms(context) + number);
  OPDK_TRY(const Ints stored, DimsOf(context, blob));
  return own == stored ? blob : AddReshape(context, blob, own);
}

std::string AddReshape(UpgradeContext& context, const std::string& value, const Ints& dims) {
  return AddIrStep(context, "Reshape", {value, context.AddInts("shape", dims)});
}

std::string AddExtents(UpgradeContext& context, const std::string& value, int64_t from, int64_t to) {
  const std::string shape = AddIrStep(context, "Shape", {value}, {{"dtype", static_cast<int64_t>(ge::DT_INT64)}});
  return AddIrStep(context, "SliceD", {shape}, {{"offsets", Ints{from}}, {"size", Ints{to - from}}});
}

std::string AddJoined(UpgradeContext& context, const std::vector<std::string>& vectors) {
  return AddIrStep(context, "ConcatD", vectors,
                   {{"concat_dim", int64_t{0}}, {"N", static_cast<int64_t>(vectors.size())}});
}

std::string AddFloatCast(UpgradeContext& context, const std::string& value) {
  return AddIrStep(context, "Cast", {value}, {{"dst_type", static_cast<int64_t>(ge::DT_FLOAT)}});
}

std::string AddFloats(UpgradeContext& context, const std::string& hint, const std::vector<float>& numbers,
                      const Ints& dims) {
  return context.values().NewConstant(
      fmt::format("{}/{}", context.node().outputs.front(), hint),
      ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT),
                 reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float)));
}

std::string AddBeside(UpgradeContext& context, const std::string& value, size_t own, int64_t axis, size_t rank) {
  Ints dims(own, 0);
  while (dims.size() + static_cast<size_t>(axis) < rank) dims.push_back(1);
  return dims.size() == own ? value : AddReshape(context, value, dims);
}

FieldsRegister::FieldsRegister(const char* block, std::initializer_list<const char*> types) {
  for (const char* type : types) Blocks()[type] = block;
}

std::optional<std::string> BlockOf(const std::string& type) {
  const auto found = Blocks().find(type);
  return found == Blocks().end() ? std::nullopt : std::optional(found->second);
}

}  // namespace opdk::caffe_plugin
