// Answers to questions about a model's preprocessing of images.
#include <algorithm>
#include <cstring>

#include "graph_core/base/tensor_size.h"
#include "graph_core/loading/aipp_facts.h"
#include "sdk/adapters/ascendcl/aipp_inputs.h"
#include "sdk/adapters/ascendcl/models.h"

namespace opdk::acl {
namespace {

template <typename T>
const T* Find(const AttrMap& attrs, std::string_view name) {
  const auto found = attrs.find(name);
  return found == attrs.end() ? nullptr : std::get_if<T>(&found->second);
}

const AttrMap& AttrsOf(const AclModel& model) { return model.executable.program().graph.attrs(); }

bool HasAipp(const AclModel& model, const std::string& input) {
  const auto* names = Find<std::vector<std::string>>(AttrsOf(model), kAippInputs);
  return names != nullptr && std::find(names->begin(), names->end(), input) != names->end();
}

Outcome FindInput(uint32_t id, size_t index, std::shared_ptr<AclModel>& model) {
  OPDK_ACL_TRY(FindModel(id, model));
  return index < model->inputs.size() ? Outcome() : NoPort("input", index, model->inputs.size());
}

// Reads the facts of an input. Returns false if a list has another length than it must have; a file may say anything.
bool ReadFacts(const AttrMap& attrs, const std::string& input, AippFacts& facts) {
  const auto* numbers = Find<std::vector<int64_t>>(attrs, AippAttr(input, "numbers"));
  const auto* factors = Find<std::vector<float>>(attrs, AippAttr(input, "factors"));
  const auto* dims = Find<std::vector<int64_t>>(attrs, AippAttr(input, "dims"));
  const auto* dtype = Find<int64_t>(attrs, AippAttr(input, "dtype"));
  if (numbers == nullptr || factors == nullptr || dims == nullptr || dtype == nullptr) return false;
  if (numbers->size() != kAippNumbers || factors->size() != kAippFactors || dims->size() > ACL_MAX_DIM_CNT)
    return false;
  const auto* of_gears = Find<std::vector<int64_t>>(attrs, AippAttr(input, "gear_dims"));
  facts = {*numbers, *factors, *dims, *dtype, of_gears == nullptr ? std::vector<int64_t>() : *of_gears};
  return *dtype >= 0 && *dtype < ge::DT_MAX;
}

void FillNumbers(const std::vector<int64_t>& numbers, aclAippInfo& info) {
  size_t next = 0;
  const auto take = [&](auto&... to) {
    ((to = static_cast<std::remove_reference_t<decltype(to)>>(numbers[next++])), ...);
  };
  take(info.inputFormat, info.srcImageSizeW, info.srcImageSizeH);
  take(info.cropSwitch, info.loadStartPosW, info.loadStartPosH, info.cropSizeW, info.cropSizeH);
  take(info.resizeSwitch, info.resizeOutputW, info.resizeOutputH);
  take(info.paddingSwitch, info.leftPaddingSize, info.rightPaddingSize, info.topPaddingSize, info.bottomPaddingSize);
  take(info.cscSwitch, info.rbuvSwapSwitch, info.axSwapSwitch, info.singleLineMode);
  take(info.matrixR0C0, info.matrixR0C1, info.matrixR0C2, info.matrixR1C0, info.matrixR1C1, info.matrixR1C2);
  take(info.matrixR2C0, info.matrixR2C1, info.matrixR2C2);
  take(info.outputBias0, info.outputBias1, info.outputBias2, info.inputBias0, info.inputBias1, info.inputBias2);
  take(info.meanChn0, info.meanChn1, info.meanChn2, info.meanChn3);
}

void FillFactors(const std::vector<float>& factors, aclAippInfo& info) {
  float* const to[kAippFactors] = {&info.minChn0,     &info.minChn1,     &info.minChn2,     &info.minChn3,
                                   &info.varReciChn0, &info.varReciChn1, &info.varReciChn2, &info.varReciChn3};
  for (size_t i = 0; i < kAippFactors; ++i) *to[i] = factors[i];
}

void FillDims(const std::string& name, const std::vector<int64_t>& dims, ge::DataType dtype, aclmdlIODims& to,
              size_t& bytes) {
  to = {};
  std::strncpy(to.name, name.c_str(), sizeof to.name - 1);
  to.dimCount = std::min<size_t>(dims.size(), ACL_MAX_DIM_CNT);
  std::copy_n(dims.begin(), to.dimCount, to.dims);
  const auto counted = TensorBytes(dtype, dims);
  bytes = counted.ok() ? *counted : 0;
}

// Returns the index of an input; ACL_INVALID_NODE_INDEX: there is no such input.
size_t IndexOf(const AclModel& model, const std::string& input) {
  for (size_t i = 0; i < model.inputs.size(); ++i) {
    if (model.inputs[i].name == input) return i;
  }
  return ACL_INVALID_NODE_INDEX;
}

}  // namespace

std::vector<DynamicAippInput> DynamicAippInputsOf(const AclModel& model) {
  std::vector<DynamicAippInput> pairs;
  const auto* names = Find<std::vector<std::string>>(AttrsOf(model), kDynamicAippInputs);
  for (size_t i = 0; names != nullptr && i + 1 < names->size(); i += 2) {
    const auto* dims = Find<std::vector<int64_t>>(AttrsOf(model), AippAttr((*names)[i], "dims"));
    const size_t images = IndexOf(model, (*names)[i]), parameters = IndexOf(model, (*names)[i + 1]);
    const bool there = images != ACL_INVALID_NODE_INDEX && parameters != ACL_INVALID_NODE_INDEX;
    if (there && dims != nullptr && dims->size() == 4) pairs.push_back({images, parameters, *dims});
  }
  return pairs;
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclmdlGetAippType(uint32_t modelId, size_t index, aclmdlInputAippType* type,
                           size_t* dynamicAttachedDataIndex) {
  return Call(__func__, [&]() -> Outcome {
    if (type == nullptr || dynamicAttachedDataIndex == nullptr) return IsNull("place for the type");
    std::shared_ptr<opdk::acl::AclModel> model;
    OPDK_ACL_TRY(FindInput(modelId, index, model));
    *type = HasAipp(*model, model->inputs[index].name) ? ACL_DATA_WITH_STATIC_AIPP : ACL_DATA_WITHOUT_AIPP;
    *dynamicAttachedDataIndex = ACL_INVALID_NODE_INDEX;
    for (const DynamicAippInput& pair : DynamicAippInputsOf(*model)) {
      if (pair.images != index && pair.parameters != index) continue;
      const bool images = pair.images == index;
      *type = images ? ACL_DATA_WITH_DYNAMIC_AIPP : ACL_DYNAMIC_AIPP_NODE;
      if (images) *dynamicAttachedDataIndex = pair.parameters;
    }
    return {};
  });
}

aclError aclmdlGetFirstAippInfo(uint32_t modelId, size_t index, aclAippInfo* aippInfo) {
  return Call(__func__, [&]() -> Outcome {
    if (aippInfo == nullptr) return IsNull("place for what is preprocessed");
    std::shared_ptr<opdk::acl::AclModel> model;
    OPDK_ACL_TRY(FindInput(modelId, index, model));
    const ModelPort& input = model->inputs[index];
    if (!HasAipp(*model, input.name)) {
      return Fail(ACL_ERROR_NOT_STATIC_AIPP, "the model preprocesses no images there, or as a run says");
    }
    opdk::AippFacts facts;
    if (!ReadFacts(AttrsOf(*model), input.name, facts)) {
      return Fail(ACL_ERROR_MODEL_MISSING_ATTR, "the model doesn't say how it preprocesses them: make it again");
    }
    *aippInfo = {};
    FillNumbers(facts.numbers, *aippInfo);
    FillFactors(facts.factors, *aippInfo);
    aippInfo->srcFormat = input.format;
    aippInfo->srcDatatype = static_cast<aclDataType>(input.dtype);
    aippInfo->srcDimNum = input.dims.size();
    const auto fill = [&](const std::vector<int64_t>& from, const std::vector<int64_t>& to) {
      aclAippDims& dims = aippInfo->outDims[aippInfo->shapeCount++];
      FillDims(input.name, from, input.dtype, dims.srcDims, dims.srcSize);
      FillDims(input.name, to, static_cast<ge::DataType>(facts.dtype), dims.aippOutdims, dims.aippOutSize);
    };
    const size_t gears = std::min<size_t>(facts.gear_dims.size() / 4, ACL_MAX_SHAPE_COUNT);
    for (size_t gear = 0; gear < std::min(gears, model->gears.shapes.size()); ++gear) {
      const auto* to = facts.gear_dims.data() + 4 * gear;
      fill(model->gears.shapes[gear].at(index), {to, to + 4});
    }
    if (aippInfo->shapeCount == 0) fill(input.dims, facts.dims);
    return {};
  });
}
