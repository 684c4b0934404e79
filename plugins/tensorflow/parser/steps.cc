#include "plugins/tensorflow/parser/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "opdk/op_desc.h"

namespace opdk::tensorflow_plugin {

using Ints = std::vector<int64_t>;

namespace {

// Most operators between a filter and its constant. Filters are constants, often behind an Identity or a few operators.
constexpr size_t kMostSources = 64;

// Returns whether a run's inputs may decide the value.
bool RestsOnInputs(UpgradeContext& context, const std::string& value) {
  if (context.values().IsConstant(value)) return false;
  const auto output = context.values().Use(value, NodeTitle(context.node()));
  if (!output.ok()) return true;
  std::vector<ge::Operator> open = {output->op};
  std::unordered_set<const OpDesc*> seen;
  while (!open.empty()) {
    const ge::Operator op = open.back();
    open.pop_back();
    const OpDesc& desc = DescOf(op);
    if (!seen.insert(&desc).second) continue;
    if (desc.type == "Data" || seen.size() > kMostSources) return true;
    for (const OperatorLink& link : LinksOf(op)) {
      if (link.source != nullptr) open.push_back(*link.source);
    }
  }
  return false;
}

}  // namespace

std::string AddInt32(UpgradeContext& context, const std::string& hint, int32_t value) {
  const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT32);
  return context.values().NewConstant(fmt::format("{}/{}", context.node().outputs.front(), hint),
                                      ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&value), sizeof value));
}

void TypeToInt(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback) {
  context.Set(to, static_cast<int64_t>(context.Take<ge::DataType>(name).value_or(fallback)));
}

void TypeToType(UpgradeContext& context, const std::string& name, const std::string& to, ge::DataType fallback) {
  context.Set(to, context.Take<ge::DataType>(name).value_or(fallback));
}

std::string AsInt64(UpgradeContext& context, const std::string& value) {
  if (context.values().ElementType(value) == ge::DT_INT64) return value;
  const auto known = context.values().Ints(value);
  if (known && context.values().Rank(value) == 1) return context.AddInts("int64", *known);
  return AddIrStep(context, "Cast", {value}, {{"dst_type", static_cast<int64_t>(ge::DT_INT64)}});
}

std::string AddUnsqueeze(UpgradeContext& context, const std::string& value, int64_t axis) {
  return AddIrStep(context, "Unsqueeze", {value}, {{"axes", Ints{axis}}});
}

Result<ImageAxes> ImageAxesOf(const UpgradeContext& context, size_t spatial) {
  const std::string last = spatial == 2 ? "NHWC" : "NDHWC", first = spatial == 2 ? "NCHW" : "NCDHW";
  const std::string format = context.Get<std::string>("data_format").value_or(last);
  if (format == last) return ImageAxes{1, spatial};
  if (format == first) return ImageAxes{2, spatial};
  return context.Refuse(fmt::format("data_format '{}' is neither {} nor {}", format, last, first));
}

Ints SpatialOf(const UpgradeContext& context, const char* attribute, const ImageAxes& axes) {
  const auto list = context.Get<Ints>(attribute);
  if (!list || list->size() != axes.spatial + 2) return Ints(axes.spatial, 1);
  const auto begin = list->begin() + static_cast<std::ptrdiff_t>(axes.first);
  return {begin, begin + static_cast<std::ptrdiff_t>(axes.spatial)};
}

Ints ExtentsOf(UpgradeContext& context, const std::string& value, size_t first, size_t count) {
  const ge::TensorDesc* desc = context.values().Find(value);
  const Ints dims = desc == nullptr ? ge::UNKNOWN_RANK : desc->GetShape().GetDims();
  Ints extents(count, -1);
  if (dims == ge::UNKNOWN_RANK) return extents;
  for (size_t i = 0; i < count && first + i < dims.size(); ++i) extents[i] = dims[first + i];
  return extents;
}

Ints KernelOf(UpgradeContext& context, const std::string& filter, size_t spatial) {
  return RestsOnInputs(context, filter) ? Ints(spatial, -1) : ExtentsOf(context, filter, 0, spatial);
}

Result<Ints> PadsOf(UpgradeContext& context, const ImageAxes& axes, const Ints& kernel, const Ints& strides,
                    const Ints& dilations) {
  const std::string padding = context.Get<std::string>("padding").value_or("VALID");
  if (padding == "VALID") return Ints(2 * axes.spatial, 0);
  if (padding == "EXPLICIT") {
    const Ints all = context.Get<Ints>("explicit_paddings").value_or(Ints());
    if (all.size() != 2 * (axes.spatial + 2)) {
      return context.Refuse(fmt::format("explicit_paddings has {} numbers, not {}", all.size(), 2 * axes.spatial + 4));
    }
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(2 * axes.first);
    return Ints(begin, begin + static_cast<std::ptrdiff_t>(2 * axes.spatial));
  }
  if (padding != "SAME") return context.Refuse(fmt::format("padding '{}' is none of SAME, VALID, EXPLICIT", padding));
  Ints pads;
  for (size_t i = 0; i < axes.spatial; ++i) {
    if (kernel[i] < 0 || strides[i] != 1) return Ints(2 * axes.spatial, -1);
    const int64_t total = (kernel[i] - 1) * dilations[i];
    pads.push_back(total / 2);
    pads.push_back(total - total / 2);
  }
  return pads;
}

}  // namespace opdk::tensorflow_plugin
