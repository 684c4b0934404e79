"""Times of models and operators."""
import ctypes

from acl._library import LIBRARY, bind, text

_init = bind("aclprofInit", "e", "sz")
finalize = bind("aclprofFinalize", "e", "")
_create_config = bind("aclprofCreateConfig", "p", "uIipL")
destroy_config = bind("aclprofDestroyConfig", "e", "p")
start = bind("aclprofStart", "e", "p")
stop = bind("aclprofStop", "e", "p")
_set_config = bind("aclprofSetConfig", "e", "isz")

destroy_subscribe_config = bind("aclprofDestroySubscribeConfig", "e", "p")
model_subscribe = bind("aclprofModelSubscribe", "e", "Ip")
model_unsubscribe = bind("aclprofModelUnSubscribe", "e", "I")
model_un_subscribe = model_unsubscribe
get_op_desc_size = bind("aclprofGetOpDescSize", "e", ">z")
get_op_num = bind("aclprofGetOpNum", "e", "pz>I")
get_op_type_len = bind("aclprofGetOpTypeLen", "e", "pzI>z")
get_op_name_len = bind("aclprofGetOpNameLen", "e", "pzI>z")
get_op_start = bind("aclprofGetOpStart", "L", "pzI")
get_op_end = bind("aclprofGetOpEnd", "L", "pzI")
get_op_duration = bind("aclprofGetOpDuration", "L", "pzI")
get_model_id = bind("aclprofGetModelId", "z", "pzI")

create_step_info = bind("aclprofCreateStepInfo", "p", "")
destroy_step_info = bind("aclprofDestroyStepInfo", "", "p")
get_step_timestamp = bind("aclprofGetStepTimestamp", "e", "pip")

create_stamp = bind("aclprofCreateStamp", "p", "")
destroy_stamp = bind("aclprofDestroyStamp", "", "p")
set_stamp_trace_message = bind("aclprofSetStampTraceMessage", "e", "psI")
mark = bind("aclprofMark", "e", "p")
_mark_ex = bind("aclprofMarkEx", "e", "szp")
push = bind("aclprofPush", "e", "p")
pop = bind("aclprofPop", "e", "")
range_start = bind("aclprofRangeStart", "e", "p>I")
range_stop = bind("aclprofRangeStop", "e", "I")


def init(path):
    return _init(path, len(path.encode()))


def create_config(device_list, aicore_metrics, aicore_events, data_type_config):
    return _create_config(device_list, len(device_list), aicore_metrics, aicore_events, data_type_config)


def set_config(config_type, config):
    return _set_config(config_type, config, len(config.encode()))


def mark_ex(msg, stream):
    return _mark_ex(msg, len(msg.encode()), stream)


def create_subscribe_config(time_info_switch, aicore_metrics, fd):
    """Returns a configuration; `fd`: the pipe's end for writing."""
    function = LIBRARY.aclprofCreateSubscribeConfig
    function.restype = ctypes.c_void_p
    return function(ctypes.c_int8(time_info_switch), ctypes.c_int(aicore_metrics), ctypes.byref(ctypes.c_int(fd))) or 0


def _text_of(name, length_of):
    def get(op_info, op_info_len, index, length):
        held = ctypes.create_string_buffer(max(length, 1))
        code = getattr(LIBRARY, name)(ctypes.c_void_p(op_info), ctypes.c_size_t(op_info_len), ctypes.c_uint32(index), held,
                                      ctypes.c_size_t(length))
        return text(held.value), code

    def get_v2(op_info, op_info_len, index):
        length, code = length_of(op_info, op_info_len, index)
        return get(op_info, op_info_len, index, length) if code == 0 else (None, code)

    get.__name__ = get_v2.__name__ = name
    get.__doc__ = f"{name} of acl_prof.h: a text and a code"
    get_v2.__doc__ = get.__doc__ + "; the length is asked for"
    return get, get_v2


get_op_type, get_op_type_v2 = _text_of("aclprofGetOpType", get_op_type_len)
get_op_name, get_op_name_v2 = _text_of("aclprofGetOpName", get_op_name_len)
