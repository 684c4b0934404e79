"""AscendCL from Python, with the names of CANN's pyACL: functions give what they make and a code, 0 for success.

    import acl
    ret = acl.init()
    ret = acl.rt.set_device(0)
    model_id, ret = acl.mdl.load_from_file("net.om")
    ...

`acl.get_recent_err_msg()` says why the last call of the thread failed.
"""
from acl import addresses as util
from acl import blas, mdl, op, prof, rt, tdt
from acl._library import bind

finalize = bind("aclFinalize", "e", "")
get_version = bind("aclrtGetVersion", "e", ">i>i>i")
get_soc_name = bind("aclrtGetSocName", "s", "")
_get_recent_err_msg = bind("aclGetRecentErrMsg", "s", "")

create_data_buffer = bind("aclCreateDataBuffer", "p", "pz")
destroy_data_buffer = bind("aclDestroyDataBuffer", "e", "p")
update_data_buffer = bind("aclUpdateDataBuffer", "e", "ppz")
get_data_buffer_addr = bind("aclGetDataBufferAddr", "p", "p")
get_data_buffer_size = bind("aclGetDataBufferSizeV2", "z", "p")
get_data_buffer_size_v2 = get_data_buffer_size

data_type_size = bind("aclDataTypeSize", "z", "i")
float16_to_float = bind("aclFloat16ToFloat", "f", "I")
float_to_float16 = bind("aclFloatToFloat16", "I", "f")

_create_tensor_desc = bind("aclCreateTensorDesc", "p", "iidi")
destroy_tensor_desc = bind("aclDestroyTensorDesc", "", "p")
get_tensor_desc_type = bind("aclGetTensorDescType", "i", "p")
get_tensor_desc_format = bind("aclGetTensorDescFormat", "i", "p")
get_tensor_desc_size = bind("aclGetTensorDescSize", "z", "p")
get_tensor_desc_element_count = bind("aclGetTensorDescElementCount", "z", "p")
get_tensor_desc_num_dims = bind("aclGetTensorDescNumDims", "z", "p")
get_tensor_desc_dim = bind("aclGetTensorDescDim", "l", "pz")
get_tensor_desc_dim_v2 = bind("aclGetTensorDescDimV2", "e", "pz>l")
set_tensor_desc_name = bind("aclSetTensorDescName", "", "ps")
get_tensor_desc_name = bind("aclGetTensorDescName", "s", "p")
set_tensor_format = bind("aclSetTensorFormat", "e", "pi")
set_tensor_origin_format = bind("aclSetTensorOriginFormat", "e", "pi")
transform_tensor_desc_format = bind("aclTransTensorDescFormat", "e", "pi>p")


def init(config_path=""):
    """Loads the operator packages; `config_path`: a JSON file."""
    return bind("aclInit", "e", "s")(config_path)


def get_recent_err_msg():
    """Returns the reason of this thread's last failure; "" if the last call did not fail or the reason was asked for
    before."""
    return _get_recent_err_msg()


def create_tensor_desc(data_type, dims, fmt):
    return _create_tensor_desc(data_type, len(dims), dims, fmt)


def set_tensor_shape(desc, dims):
    return bind("aclSetTensorShape", "e", "pid")(desc, len(dims), dims)


def set_tensor_origin_shape(desc, dims):
    return bind("aclSetTensorOriginShape", "e", "pid")(desc, len(dims), dims)
