#include "sdk/adapters/ascendcl/gears.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "graph_core/base/tensor_size.h"
#include "graph_core/loading/aipp_facts.h"
#include "graph_core/loading/offline_file.h"
#include "sdk/adapters/ascendcl/models.h"

namespace opdk::acl {
namespace {

constexpr const char* kBatch = "batch";
constexpr const char* kImage = "image";
constexpr const char* kDims = "dims";

// Returns the extents that a call gives: all unknown extents. For gears of batches and images only those of one input,
// since all inputs share them.
std::vector<std::pair<size_t, size_t>> UnknownOf(const Executable& model, const std::string& kind) {
  std::vector<std::pair<size_t, size_t>> unknown;
  const std::vector<PortSpec>& inputs = model.inputs();
  for (size_t i = 0; i < inputs.size() && (kind == kDims || unknown.empty()); ++i) {
    for (size_t axis = 0; axis < inputs[i].shape.size(); ++axis) {
      if (inputs[i].shape[axis] < 0) unknown.emplace_back(i, axis);
    }
  }
  return unknown;
}

// Returns the extents that name each gear, where AIPP has made other extents of them; nothing where it hasn't.
std::vector<std::vector<int64_t>> RecordedValues(const AttrMap& attrs, size_t gears) {
  const auto found = attrs.find(kAippGearValues);
  const auto* flat = found == attrs.end() ? nullptr : std::get_if<std::vector<int64_t>>(&found->second);
  if (flat == nullptr || flat->empty() || flat->size() % gears != 0) return {};
  const size_t each = flat->size() / gears;
  std::vector<std::vector<int64_t>> values;
  for (size_t at = 0; at < flat->size(); at += each) {
    const auto begin = flat->begin() + static_cast<std::ptrdiff_t>(at);
    values.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  return values;
}

void TakeLargest(const std::vector<PortSpec>& of_gear, std::vector<ModelPort>& ports) {
  for (size_t i = 0; i < ports.size() && i < of_gear.size(); ++i) {
    if (IsUnknown(of_gear[i].shape)) continue;
    const auto bytes = TensorBytes(of_gear[i].dtype, of_gear[i].shape);
    if (bytes.ok()) ports[i].bytes = std::max(ports[i].bytes, *bytes);
  }
}

size_t InputBytes(const Executable& gear) {
  size_t sum = 0;
  for (const PortSpec& input : gear.inputs()) {
    const auto bytes = TensorBytes(input.dtype, input.shape);
    if (bytes.ok()) sum += *bytes;
  }
  return sum;
}

std::vector<int64_t> AllExtents(const ShapeSignature& shapes) {
  std::vector<int64_t> extents;
  for (const std::vector<int64_t>& shape : shapes) extents.insert(extents.end(), shape.begin(), shape.end());
  return extents;
}

Outcome FindGears(const aclmdlDesc* desc, const char* kind, std::shared_ptr<aclmdlDesc>& found, bool& has) {
  OPDK_ACL_TRY(ModelDescs().Find(desc, found));
  has = found->gears.kind == kind;
  return {};
}

std::string Known(const std::vector<std::vector<int64_t>>& values) {
  std::string text;
  for (const std::vector<int64_t>& value : values) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", fmt::join(value, ","));
  }
  return text;
}

// Names the gear of `value`, one of `values`, for runs of the dataset.
Outcome SetGear(uint32_t id, aclmdlDataset* dataset, size_t index, const char* kind,
                const std::vector<int64_t>& value) {
  std::shared_ptr<AclModel> model;
  std::shared_ptr<aclmdlDataset> found;
  OPDK_ACL_TRY(FindModel(id, model));
  OPDK_ACL_TRY(Datasets().Find(dataset, found));
  const ModelGears& gears = model->gears;
  if (gears.empty()) {
    return Fail(ACL_ERROR_MODEL_NOT_DYNAMIC,
                "the model has no gears; aclmdlSetDatasetTensorDesc says the shape of a run");
  }
  if (gears.kind != kind) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the model has gears of {}, not of {}", gears.kind, kind));
  }
  if (index + 1 != model->inputs.size()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("input {} isn't the input of gears: aclmdlGetInputIndexByName of {} gives {}", index,
                            ACL_DYNAMIC_TENSOR_NAME, model->inputs.size() - 1));
  }
  std::vector<std::vector<int64_t>> flat;
  if (gears.kind == kDims) {
    for (const ShapeSignature& shapes : gears.shapes) flat.push_back(AllExtents(shapes));
  }
  const std::vector<std::vector<int64_t>>& values = gears.kind == kDims ? flat : gears.values;
  const auto at = std::find(values.begin(), values.end(), value);
  if (at == values.end()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("{} is no gear of the model, which has {}", fmt::join(value, ","), Known(values)));
  }
  found->gear = static_cast<size_t>(at - values.begin());
  return {};
}

}  // namespace

ModelGears GearsOf(const Executable& model, std::vector<ModelPort>& inputs, std::vector<ModelPort>& outputs) {
  ModelGears gears;
  if (model.variants() == nullptr) return gears;
  const std::vector<ShapeVariants::Variant> named = model.variants()->Named();
  if (named.empty()) return gears;
  const auto& attrs = model.program().graph.attrs();
  const auto kind = attrs.find(kGearKind);
  const auto* text = kind == attrs.end() ? nullptr : std::get_if<std::string>(&kind->second);
  gears.kind = text == nullptr ? kDims : *text;
  gears.any_shape = !model.variants()->closed();
  const std::vector<std::pair<size_t, size_t>> unknown = UnknownOf(model, gears.kind);
  for (const ShapeVariants::Variant& variant : named) {
    gears.shapes.push_back(variant.shapes);
    std::vector<int64_t>& values = gears.values.emplace_back();
    for (const auto& [input, axis] : unknown) values.push_back(variant.shapes[input][axis]);
    TakeLargest(variant.model->inputs(), inputs);
    TakeLargest(variant.model->outputs(), outputs);
    if (InputBytes(*variant.model) > InputBytes(*named[gears.largest].model)) gears.largest = gears.shapes.size() - 1;
  }
  if (auto recorded = RecordedValues(attrs, named.size()); !recorded.empty()) gears.values = std::move(recorded);
  const size_t numbers = gears.values.front().size();
  ModelPort& dynamic = inputs.emplace_back();
  dynamic.name = ACL_DYNAMIC_TENSOR_NAME;
  dynamic.dtype = ge::DT_INT32;
  dynamic.dims = {static_cast<int64_t>(numbers)};
  dynamic.range = {{dynamic.dims[0], dynamic.dims[0]}};
  dynamic.bytes = numbers * sizeof(int32_t);
  return gears;
}

const std::vector<int64_t>* GearShape(const ModelGears& gears, const aclmdlDataset& dataset, size_t input) {
  if (gears.empty()) return nullptr;
  if (dataset.gear) return &gears.shapes[*dataset.gear][input];
  return gears.kind == kBatch ? &gears.shapes[gears.largest][input] : nullptr;
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclmdlSetDynamicBatchSize(uint32_t modelId, aclmdlDataset* dataset, size_t index, uint64_t batchSize) {
  return Call(__func__, [&] { return SetGear(modelId, dataset, index, kBatch, {static_cast<int64_t>(batchSize)}); });
}
aclError aclmdlSetDynamicHWSize(uint32_t modelId, aclmdlDataset* dataset, size_t index, uint64_t height,
                                uint64_t width) {
  return Call(__func__, [&] {
    return SetGear(modelId, dataset, index, kImage, {static_cast<int64_t>(height), static_cast<int64_t>(width)});
  });
}
aclError aclmdlSetInputDynamicDims(uint32_t modelId, aclmdlDataset* dataset, size_t index, const aclmdlIODims* dims) {
  return Call(__func__, [&]() -> Outcome {
    if (dims == nullptr) return IsNull("dimensions");
    if (dims->dimCount > ACL_MAX_DIM_CNT) return Fail(ACL_ERROR_INVALID_PARAM, "there are too many dimensions");
    return SetGear(modelId, dataset, index, kDims, {dims->dims, dims->dims + dims->dimCount});
  });
}

aclError aclmdlGetDynamicBatch(const aclmdlDesc* modelDesc, aclmdlBatch* batch) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    bool has = false;
    OPDK_ACL_TRY(FindGears(modelDesc, kBatch, desc, has));
    if (batch == nullptr) return IsNull("place for the sizes");
    *batch = {};
    if (!has) return {};
    batch->batchCount = std::min<size_t>(desc->gears.values.size(), ACL_MAX_BATCH_NUM);
    for (size_t i = 0; i < batch->batchCount; ++i) batch->batch[i] = static_cast<uint64_t>(desc->gears.values[i][0]);
    return {};
  });
}
aclError aclmdlGetDynamicHW(const aclmdlDesc* modelDesc, size_t, aclmdlHW* hw) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    bool has = false;
    OPDK_ACL_TRY(FindGears(modelDesc, kImage, desc, has));
    if (hw == nullptr) return IsNull("place for the sizes");
    *hw = {};
    if (!has) return {};
    hw->hwCount = std::min<size_t>(desc->gears.values.size(), ACL_MAX_HW_NUM);
    for (size_t i = 0; i < hw->hwCount; ++i) {
      for (size_t axis = 0; axis < 2; ++axis) hw->hw[i][axis] = static_cast<uint64_t>(desc->gears.values[i][axis]);
    }
    return {};
  });
}
aclError aclmdlGetInputDynamicGearCount(const aclmdlDesc* modelDesc, size_t, size_t* gearCount) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    bool has = false;
    OPDK_ACL_TRY(FindGears(modelDesc, kDims, desc, has));
    if (gearCount == nullptr) return IsNull("place for the count");
    *gearCount = has ? desc->gears.shapes.size() : 0;
    return {};
  });
}
aclError aclmdlGetInputDynamicDims(const aclmdlDesc* modelDesc, size_t, aclmdlIODims* dims, size_t gearCount) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    bool has = false;
    OPDK_ACL_TRY(FindGears(modelDesc, kDims, desc, has));
    if (dims == nullptr) return IsNull("place for the dimensions");
    if (!has) return Fail(ACL_ERROR_MODEL_NOT_DYNAMIC, "the model has no gears of dims");
    if (gearCount < desc->gears.shapes.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the model has {} gears, there is place for {}", desc->gears.shapes.size(), gearCount));
    }
    for (size_t i = 0; i < desc->gears.shapes.size(); ++i) {
      const std::vector<int64_t> extents = AllExtents(desc->gears.shapes[i]);
      if (extents.size() > ACL_MAX_DIM_CNT) {
        return Fail(ACL_ERROR_STORAGE_OVER_LIMIT, "there are more dimensions than fit");
      }
      dims[i] = {};
      dims[i].dimCount = extents.size();
      std::copy(extents.begin(), extents.end(), dims[i].dims);
    }
    return {};
  });
}
