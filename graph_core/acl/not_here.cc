// What offline models have none of: preprocessing of images (AIPP), numbers of tasks.
#include <algorithm>
#include <cstring>

#include "graph_core/acl/models.h"

namespace opdk::acl {
namespace {

Outcome NoAipp() {
  return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
              "images are preprocessed as the model was made to (atc --insert_op_conf), not as a run says");
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclmdlAIPP* aclmdlCreateAIPP(uint64_t) {
  return Get<aclmdlAIPP*>(__func__, nullptr, [](aclmdlAIPP*&) { return NoAipp(); });
}
aclError aclmdlDestroyAIPP(const aclmdlAIPP*) { return Call(__func__, NoAipp); }
aclError aclmdlGetAippDataSize(uint64_t, size_t*) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPInputFormat(aclmdlAIPP*, aclAippInputFormat) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPCscParams(aclmdlAIPP*, int8_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t,
                                int16_t, int16_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t) {
  return Call(__func__, NoAipp);
}
aclError aclmdlSetAIPPRbuvSwapSwitch(aclmdlAIPP*, int8_t) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPAxSwapSwitch(aclmdlAIPP*, int8_t) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPSrcImageSize(aclmdlAIPP*, int32_t, int32_t) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPScfParams(aclmdlAIPP*, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) {
  return Call(__func__, NoAipp);
}
aclError aclmdlSetAIPPCropParams(aclmdlAIPP*, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) {
  return Call(__func__, NoAipp);
}
aclError aclmdlSetAIPPPaddingParams(aclmdlAIPP*, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) {
  return Call(__func__, NoAipp);
}
aclError aclmdlSetAIPPDtcPixelMean(aclmdlAIPP*, int16_t, int16_t, int16_t, int16_t, uint64_t) {
  return Call(__func__, NoAipp);
}
aclError aclmdlSetAIPPDtcPixelMin(aclmdlAIPP*, float, float, float, float, uint64_t) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPPixelVarReci(aclmdlAIPP*, float, float, float, float, uint64_t) { return Call(__func__, NoAipp); }
aclError aclmdlSetInputAIPP(uint32_t, aclmdlDataset*, size_t, const aclmdlAIPP*) { return Call(__func__, NoAipp); }
aclError aclmdlSetAIPPByInputIndex(uint32_t, aclmdlDataset*, size_t, const aclmdlAIPP*) {
  return Call(__func__, NoAipp);
}
aclError aclmdlGetAippType(uint32_t modelId, size_t index, aclmdlInputAippType* type,
                           size_t* dynamicAttachedDataIndex) {
  return Call(__func__, [&]() -> Outcome {
    if (type == nullptr || dynamicAttachedDataIndex == nullptr) return IsNull("place for the type");
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(FindModel(modelId, model));
    if (index >= model->inputs.size()) return Fail(ACL_ERROR_INVALID_PARAM, "the model has no such input");
    const opdk::AttrMap& attrs = model->executable.program().graph.attrs();
    const auto inputs = attrs.find("aipp_inputs");
    const auto* names = inputs == attrs.end() ? nullptr : std::get_if<std::vector<std::string>>(&inputs->second);
    const bool is_static =
        names != nullptr && std::find(names->begin(), names->end(), model->inputs[index].name) != names->end();
    *type = is_static ? ACL_DATA_WITH_STATIC_AIPP : ACL_DATA_WITHOUT_AIPP;
    *dynamicAttachedDataIndex = ACL_INVALID_NODE_INDEX;
    return {};
  });
}
aclError aclmdlGetFirstAippInfo(uint32_t modelId, size_t index, aclAippInfo*) {
  aclmdlInputAippType type = ACL_DATA_WITHOUT_AIPP;
  size_t attached = 0;
  const aclError known = aclmdlGetAippType(modelId, index, &type, &attached);
  if (known != ACL_SUCCESS) return known;
  return Call(__func__, [&]() -> Outcome {
    if (type == ACL_DATA_WITHOUT_AIPP) return Fail(ACL_ERROR_NOT_STATIC_AIPP, "the model preprocesses no images there");
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
                "how images are preprocessed stands in the file that the model was made with");
  });
}

aclError aclmdlCreateAndGetOpDesc(uint32_t, uint32_t, uint32_t, char*, size_t, aclTensorDesc**, size_t*,
                                  aclTensorDesc**, size_t*) {
  return Call(__func__, [] {
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "tasks have no numbers: a failed run's error names the node");
  });
}
