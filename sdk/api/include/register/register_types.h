// Small types of the framework plugin API.
#pragma once

#include "graph/types.h"

#if defined(HOST_VISIBILITY)
#define FMK_FUNC_HOST_VISIBILITY __attribute__((visibility("default")))
#else
#define FMK_FUNC_HOST_VISIBILITY
#endif
#if defined(DEV_VISIBILITY)
#define FMK_FUNC_DEV_VISIBILITY __attribute__((visibility("default")))
#else
#define FMK_FUNC_DEV_VISIBILITY
#endif

namespace domi {

enum domiTensorFormat_t {
  DOMI_TENSOR_NCHW = 0,
  DOMI_TENSOR_NHWC = 1,
  DOMI_TENSOR_ND = 2,
  DOMI_TENSOR_NC1HWC0 = 3,
  DOMI_TENSOR_FRACTAL_Z = 4,
  DOMI_TENSOR_NC1C0HWPAD = 5,
  DOMI_TENSOR_NHWC1C0 = 6,
  DOMI_TENSOR_FSR_NCHW = 7,
  DOMI_TENSOR_FRACTAL_DECONV = 8,
  DOMI_TENSOR_BN_WEIGHT = 9,
  DOMI_TENSOR_CHWN = 10,
  DOMI_TENSOR_FILTER_HWCK = 11,
  DOMI_TENSOR_NDHWC = 12,
  DOMI_TENSOR_NCDHW = 13,
  DOMI_TENSOR_DHWCN = 14,
  DOMI_TENSOR_DHWNC = 15,
  DOMI_TENSOR_RESERVED = 16
};

}  // namespace domi
