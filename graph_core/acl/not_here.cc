// What offline models have none of: preprocessing of images that a run decides (AIPP), numbers of tasks.
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
aclError aclmdlCreateAndGetOpDesc(uint32_t, uint32_t, uint32_t, char*, size_t, aclTensorDesc**, size_t*,
                                  aclTensorDesc**, size_t*) {
  return Call(__func__, [] {
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "tasks have no numbers: a failed run's error names the node");
  });
}
