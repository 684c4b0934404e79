"""Offline models."""
import ctypes

from acl._aipp import *  # noqa: F403: functions of this module, as CANN has them
from acl._library import LIBRARY, bind, text
from acl._structures import Dims, as_dictionary

load_from_file = bind("aclmdlLoadFromFile", "e", "s>I")
load_from_mem = bind("aclmdlLoadFromMem", "e", "pz>I")
load_from_file_with_mem = bind("aclmdlLoadFromFileWithMem", "e", "s>Ipzpz")
load_from_mem_with_mem = bind("aclmdlLoadFromMemWithMem", "e", "pz>Ipzpz")
_load_from_file_with_q = bind("aclmdlLoadFromFileWithQ", "e", "s>Iuzuz")
_load_from_mem_with_q = bind("aclmdlLoadFromMemWithQ", "e", "pz>Iuzuz")
unload = bind("aclmdlUnload", "e", "I")
query_size = bind("aclmdlQuerySize", "e", "s>z>z")
query_size_from_mem = bind("aclmdlQuerySizeFromMem", "e", "pz>z>z")

create_config_handle = bind("aclmdlCreateConfigHandle", "p", "")
destroy_config_handle = bind("aclmdlDestroyConfigHandle", "e", "p")
load_with_config = bind("aclmdlLoadWithConfig", "e", "p>I")

create_desc = bind("aclmdlCreateDesc", "p", "")
destroy_desc = bind("aclmdlDestroyDesc", "e", "p")
get_desc = bind("aclmdlGetDesc", "e", "pI")
get_desc_from_file = bind("aclmdlGetDescFromFile", "e", "ps")
get_num_inputs = bind("aclmdlGetNumInputs", "z", "p")
get_num_outputs = bind("aclmdlGetNumOutputs", "z", "p")
get_input_size_by_index = bind("aclmdlGetInputSizeByIndex", "z", "pz")
get_output_size_by_index = bind("aclmdlGetOutputSizeByIndex", "z", "pz")
get_input_name_by_index = bind("aclmdlGetInputNameByIndex", "s", "pz")
get_output_name_by_index = bind("aclmdlGetOutputNameByIndex", "s", "pz")
get_input_format = bind("aclmdlGetInputFormat", "i", "pz")
get_output_format = bind("aclmdlGetOutputFormat", "i", "pz")
get_input_data_type = bind("aclmdlGetInputDataType", "i", "pz")
get_output_data_type = bind("aclmdlGetOutputDataType", "i", "pz")
get_tensor_real_name = bind("aclmdlGetTensorRealName", "s", "ps")
get_input_index_by_name = bind("aclmdlGetInputIndexByName", "e", "ps>z")
get_output_index_by_name = bind("aclmdlGetOutputIndexByName", "e", "ps>z")

create_dataset = bind("aclmdlCreateDataset", "p", "")
destroy_dataset = bind("aclmdlDestroyDataset", "e", "p")
get_dataset_buffer = bind("aclmdlGetDatasetBuffer", "p", "pz")
get_dataset_num_buffers = bind("aclmdlGetDatasetNumBuffers", "z", "p")
get_dataset_tensor_desc = bind("aclmdlGetDatasetTensorDesc", "p", "pz")
_add_dataset_buffer = bind("aclmdlAddDatasetBuffer", "e", "pp")
_set_dataset_tensor_desc = bind("aclmdlSetDatasetTensorDesc", "e", "ppz")

execute = bind("aclmdlExecute", "e", "Ipp")
execute_async = bind("aclmdlExecuteAsync", "e", "Ippp")
set_dynamic_batch_size = bind("aclmdlSetDynamicBatchSize", "e", "IpzL")
set_dynamic_hw_size = bind("aclmdlSetDynamicHWSize", "e", "IpzLL")

init_dump = bind("aclmdlInitDump", "e", "")
set_dump = bind("aclmdlSetDump", "e", "s")
finalize_dump = bind("aclmdlFinalizeDump", "e", "")


def set_config_opt(handle, attr, value):
    """Says how load_with_config loads: `attr` is one of aclmdlConfigAttr, `value` a path, an address or a number."""
    if isinstance(value, (str, bytes)):
        held = ctypes.c_char_p(value.encode() if isinstance(value, str) else value)
    else:
        held = ctypes.c_int32(value) if attr == 0 else ctypes.c_size_t(value)  # 0: ACL_MDL_PRIORITY_INT32
    return LIBRARY.aclmdlSetConfigOpt(ctypes.c_void_p(handle), ctypes.c_int(attr), ctypes.byref(held),
                                      ctypes.c_size_t(ctypes.sizeof(held)))


def load_from_file_with_q(model_path, input_q, input_q_num, output_q, output_q_num):
    """Loads a model that the queues of these numbers (lists) feed."""
    return _load_from_file_with_q(model_path, input_q, input_q_num, output_q, output_q_num)


def load_from_mem_with_q(model, model_size, input_q, input_q_num, output_q, output_q_num):
    return _load_from_mem_with_q(model, model_size, input_q, input_q_num, output_q, output_q_num)


def add_dataset_buffer(dataset, buffer):
    return dataset, _add_dataset_buffer(dataset, buffer)


def set_dataset_tensor_desc(dataset, desc, index):
    return dataset, _set_dataset_tensor_desc(dataset, desc, index)


def _dims_of(function):
    def get(desc, index):
        dims = Dims()
        call = getattr(LIBRARY, function)
        call.restype = ctypes.c_int
        code = call(ctypes.c_void_p(desc), ctypes.c_size_t(index), ctypes.byref(dims))
        return as_dictionary(dims), code

    get.__name__ = function
    get.__doc__ = f"{function} of acl.h: a dictionary with name, dimCount and dims, and a code"
    return get


get_input_dims = _dims_of("aclmdlGetInputDims")
get_input_dims_v2 = _dims_of("aclmdlGetInputDimsV2")
get_output_dims = _dims_of("aclmdlGetOutputDims")
get_cur_output_dims = _dims_of("aclmdlGetCurOutputDims")


class _Batch(ctypes.Structure):
    _fields_ = [("batchCount", ctypes.c_size_t), ("batch", ctypes.c_uint64 * 128)]


class _HW(ctypes.Structure):
    _fields_ = [("hwCount", ctypes.c_size_t), ("hw", ctypes.c_uint64 * 2 * 128)]


def get_dynamic_batch(desc):
    """Returns the batches of a model's gears, a dictionary with batchCount and batch, and a code."""
    batch = _Batch()
    code = LIBRARY.aclmdlGetDynamicBatch(ctypes.c_void_p(desc), ctypes.byref(batch))
    return {"batchCount": batch.batchCount, "batch": list(batch.batch[:batch.batchCount])}, code


def get_dynamic_hw(desc, index):
    """Heights and widths of a model's gears: a dictionary with hwCount and hw, a list of pairs, and a code."""
    hw = _HW()
    code = LIBRARY.aclmdlGetDynamicHW(ctypes.c_void_p(desc), ctypes.c_size_t(index), ctypes.byref(hw))
    return {"hwCount": hw.hwCount, "hw": [list(pair) for pair in hw.hw[:hw.hwCount]]}, code


get_input_dynamic_gear_count = bind("aclmdlGetInputDynamicGearCount", "e", "pz>z")


def get_input_dynamic_dims(desc, index, gear_count):
    """Returns the shapes of all inputs in each gear, one behind the other, and a code. The shapes are a list of
    dictionaries as get_input_dims has them."""
    dims = (Dims * gear_count)()
    code = LIBRARY.aclmdlGetInputDynamicDims(ctypes.c_void_p(desc), ctypes.c_size_t(index), dims,
                                             ctypes.c_size_t(gear_count))
    return [as_dictionary(each) for each in dims] if code == 0 else [], code


def set_input_dynamic_dims(model_id, dataset, index, dims):
    """Chooses the gear of these dimensions (a dictionary with dimCount and dims) for the dataset's next run."""
    given = list(dims["dims"])
    count = dims.get("dimCount", len(given))
    if count > len(given) or count > 128:
        raise ValueError(f"dimCount is {count}, and dims has {len(given)} numbers")
    gear = Dims(dims.get("name", "").encode(), count, (ctypes.c_int64 * 128)(*given[:count]))
    return LIBRARY.aclmdlSetInputDynamicDims(ctypes.c_uint32(model_id), ctypes.c_void_p(dataset), ctypes.c_size_t(index),
                                             ctypes.byref(gear))


class _DumpChunk(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 4096), ("bytes", ctypes.c_uint32), ("is_last", ctypes.c_uint32),
                ("offset", ctypes.c_int64), ("flag", ctypes.c_int32), ("data", ctypes.c_uint8 * 0)]


_DumpCallback = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(_DumpChunk), ctypes.c_int32)
_dump_callback = None  # lives as long as it is registered


def dump_reg_callback(callback, flag):
    """Models that are loaded from now on give their dumps to `callback(chunk, length)`: a dictionary with file_name,
    data_buf (an address), buf_len, is_last_chunk, offset and flag. What it returns other than None and 0 ends the
    run."""
    global _dump_callback

    def call(chunk, length):
        part = chunk.contents
        address = ctypes.addressof(part) + _DumpChunk.data.offset
        return callback({"file_name": text(part.name), "data_buf": address, "buf_len": part.bytes,
                         "is_last_chunk": part.is_last, "offset": part.offset, "flag": part.flag}, length) or 0

    registered = _DumpCallback(call)
    code = LIBRARY.acldumpRegCallback(registered, ctypes.c_int32(flag))
    if code == 0:
        _dump_callback = registered
    return code


def dump_unreg_callback():
    LIBRARY.acldumpUnregCallback()
