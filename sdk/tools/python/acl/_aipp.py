"""Preprocessing of images in a model (AIPP): functions of acl.mdl."""
import ctypes

from acl._library import LIBRARY, bind
from acl._structures import Dims, as_dictionary

create_aipp = bind("aclmdlCreateAIPP", "p", "L")
destroy_aipp = bind("aclmdlDestroyAIPP", "e", "p")
get_aipp_data_size = bind("aclmdlGetAippDataSize", "e", "L>z")
set_aipp_input_format = bind("aclmdlSetAIPPInputFormat", "e", "pi")
set_aipp_csc_params = bind("aclmdlSetAIPPCscParams", "e", "p" + "i" * 10 + "b" * 6)
set_aipp_rbuv_swap_switch = bind("aclmdlSetAIPPRbuvSwapSwitch", "e", "pi")
set_aipp_ax_swap_switch = bind("aclmdlSetAIPPAxSwapSwitch", "e", "pi")
set_aipp_src_image_size = bind("aclmdlSetAIPPSrcImageSize", "e", "pii")
set_aipp_scf_params = bind("aclmdlSetAIPPScfParams", "e", "piiiiiL")
set_aipp_crop_params = bind("aclmdlSetAIPPCropParams", "e", "piiiiiL")
set_aipp_padding_params = bind("aclmdlSetAIPPPaddingParams", "e", "piiiiiL")
set_aipp_dtc_pixel_mean = bind("aclmdlSetAIPPDtcPixelMean", "e", "piiiiL")
set_aipp_dtc_pixel_min = bind("aclmdlSetAIPPDtcPixelMin", "e", "pffffL")
set_aipp_pixel_var_reci = bind("aclmdlSetAIPPPixelVarReci", "e", "pffffL")
set_input_aipp = bind("aclmdlSetInputAIPP", "e", "Ipzp")
set_aipp_by_input_index = bind("aclmdlSetAIPPByInputIndex", "e", "Ipzp")
get_aipp_type = bind("aclmdlGetAippType", "e", "Iz>i>z")

__all__ = [name for name in globals() if name.split("_")[0] in ("create", "destroy", "get", "set")]
__all__.append("get_first_aipp_info")


class _AippDims(ctypes.Structure):
    _fields_ = [("srcDims", Dims), ("srcSize", ctypes.c_size_t), ("aippOutdims", Dims), ("aippOutSize", ctypes.c_size_t)]


def _fields(names, kind):
    return [(name, kind) for name in names.split()]


class _AippInfo(ctypes.Structure):
    _fields_ = [
        *_fields("inputFormat srcImageSizeW srcImageSizeH", ctypes.c_int32),
        *_fields("cropSwitch", ctypes.c_int8),
        *_fields("loadStartPosW loadStartPosH cropSizeW cropSizeH", ctypes.c_int32),
        *_fields("resizeSwitch", ctypes.c_int8),
        *_fields("resizeOutputW resizeOutputH", ctypes.c_int32),
        *_fields("paddingSwitch", ctypes.c_int8),
        *_fields("leftPaddingSize rightPaddingSize topPaddingSize bottomPaddingSize", ctypes.c_int32),
        *_fields("cscSwitch rbuvSwapSwitch axSwapSwitch singleLineMode", ctypes.c_int8),
        *_fields("matrixR0C0 matrixR0C1 matrixR0C2 matrixR1C0 matrixR1C1 matrixR1C2 matrixR2C0 matrixR2C1 matrixR2C2",
                 ctypes.c_int32),
        *_fields("outputBias0 outputBias1 outputBias2 inputBias0 inputBias1 inputBias2", ctypes.c_int32),
        *_fields("meanChn0 meanChn1 meanChn2 meanChn3", ctypes.c_int32),
        *_fields("minChn0 minChn1 minChn2 minChn3 varReciChn0 varReciChn1 varReciChn2 varReciChn3", ctypes.c_float),
        *_fields("srcFormat srcDatatype", ctypes.c_int32),
        *_fields("srcDimNum shapeCount", ctypes.c_size_t),
        ("outDims", _AippDims * 128),
        ("aippExtend", ctypes.c_void_p),
    ]


def get_first_aipp_info(model_id, index):
    """Returns the static AIPP of an input's images: a dictionary with the names of aclAippInfo, and a code."""
    info = _AippInfo()
    code = LIBRARY.aclmdlGetFirstAippInfo(ctypes.c_uint32(model_id), ctypes.c_size_t(index), ctypes.byref(info))
    facts = {name: getattr(info, name) for name, _ in _AippInfo._fields_[:-2]}
    facts["outDims"] = [{"srcDims": as_dictionary(each.srcDims), "srcSize": each.srcSize,
                         "aippOutdims": as_dictionary(each.aippOutdims), "aippOutSize": each.aippOutSize}
                        for each in info.outDims[:info.shapeCount]]
    return facts, code
