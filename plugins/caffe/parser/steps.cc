#include "plugins/caffe/parser/steps.h"

#include <fmt/format.h>

namespace opdk::caffe_plugin {

int64_t IntOf(const UpgradeContext& context, const char* name, int64_t fallback) {
  const Ints list = IntsOf(context, name);
  return list.empty() ? fallback : list.front();
}

float FloatOf(const UpgradeContext& context, const char* name, float fallback) {
  const std::vector<float> list = FloatsOf(context, name);
  return list.empty() ? fallback : list.front();
}

bool BoolOf(const UpgradeContext& context, const char* name, bool fallback) {
  return context.Get<bool>(name).value_or(fallback);
}

std::string TextOf(const UpgradeContext& context, const char* name, const std::string& fallback) {
  return context.Get<std::string>(name).value_or(fallback);
}

Ints IntsOf(const UpgradeContext& context, const char* name) {
  if (const auto one = context.Get<int64_t>(name)) return {*one};
  return context.Get<Ints>(name).value_or(Ints());
}

std::vector<float> FloatsOf(const UpgradeContext& context, const char* name) {
  if (const auto one = context.Get<float>(name)) return {*one};
  if (const auto list = context.Get<std::vector<float>>(name)) return *list;
  const Ints whole = IntsOf(context, name);
  return {whole.begin(), whole.end()};
}

Ints PairOf(const UpgradeContext& context, const char* name, const char* h, const char* w, int64_t fallback) {
  if (context.Has(h) || context.Has(w)) return {IntOf(context, h, fallback), IntOf(context, w, fallback)};
  const Ints list = IntsOf(context, name);
  if (list.empty()) return {fallback, fallback};
  return {list.front(), list.back()};
}

Result<Ints> DimsOf(UpgradeContext& context, const std::string& value) {
  const ge::TensorDesc* desc = context.values().Find(value);
  const Ints dims = desc == nullptr ? ge::UNKNOWN_RANK : desc->GetShape().GetDims();
  for (const int64_t dim : dims) {
    if (dim < 0) return context.Refuse(fmt::format("the shape of '{}' isn't known", value));
  }
  return dims;
}

Result<int64_t> AxisOf(UpgradeContext& context, const char* name, int64_t fallback, size_t rank) {
  const int64_t given = IntOf(context, name, fallback), axes = static_cast<int64_t>(rank);
  if (given >= -axes && given < axes) return given < 0 ? given + axes : given;
  return context.Refuse(fmt::format("{} is {}, but its input has {} axes", name, given, axes));
}

Result<std::string> BlobOf(UpgradeContext& context, size_t bottoms, size_t number, const Ints& dims) {
  const std::string blob = context.Input(bottoms + number);
  if (blob.empty()) {
    return context.Refuse(
        fmt::format("the weights have no blob {} of it; give the file of weights that belongs to the "
                    "network",
                    number));
  }
  return dims.empty() ? blob : AddReshape(context, blob, dims);
}

std::string AddReshape(UpgradeContext& context, const std::string& value, const Ints& dims) {
  return AddIrStep(context, "Reshape", {value, context.AddInts("shape", dims)});
}

std::string AddFloats(UpgradeContext& context, const std::string& hint, const std::vector<float>& numbers,
                      const Ints& dims) {
  return context.values().NewConstant(
      fmt::format("{}/{}", context.node().outputs.front(), hint),
      ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT),
                 reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float)));
}

Ints Beside(const Ints& dims, int64_t axis, size_t rank) {
  Ints beside = dims;
  while (beside.size() + static_cast<size_t>(axis) < rank) beside.push_back(1);
  return beside;
}

}  // namespace opdk::caffe_plugin
