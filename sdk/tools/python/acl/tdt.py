"""Channels of tensors, queues of buffers."""
import ctypes

from acl._library import LIBRARY, bind

_create_data_item = bind("acltdtCreateDataItem", "p", "idzipz")
destroy_data_item = bind("acltdtDestroyDataItem", "e", "p")
get_tensor_type_from_item = bind("acltdtGetTensorTypeFromItem", "i", "p")
get_data_type_from_item = bind("acltdtGetDataTypeFromItem", "i", "p")
get_data_addr_from_item = bind("acltdtGetDataAddrFromItem", "p", "p")
get_data_size_from_item = bind("acltdtGetDataSizeFromItem", "z", "p")
get_dim_num_from_item = bind("acltdtGetDimNumFromItem", "z", "p")
get_slice_info_from_item = bind("acltdtGetSliceInfoFromItem", "e", "p>z>z")
create_dataset = bind("acltdtCreateDataset", "p", "")
destroy_dataset = bind("acltdtDestroyDataset", "e", "p")
get_data_item = bind("acltdtGetDataItem", "p", "pz")
add_data_item = bind("acltdtAddDataItem", "e", "pp")
get_dataset_size = bind("acltdtGetDatasetSize", "z", "p")
get_dataset_name = bind("acltdtGetDatasetName", "s", "p")

create_channel = bind("acltdtCreateChannel", "p", "Is")
create_channel_with_capacity = bind("acltdtCreateChannelWithCapacity", "p", "Isz")
destroy_channel = bind("acltdtDestroyChannel", "e", "p")
stop_channel = bind("acltdtStopChannel", "e", "p")
clean_channel = bind("acltdtCleanChannel", "e", "p")
send_tensor = bind("acltdtSendTensor", "e", "ppi")
receive_tensor = bind("acltdtReceiveTensor", "e", "ppi")
query_channel_size = bind("acltdtQueryChannelSize", "e", "p>z")

create_queue_attr = bind("acltdtCreateQueueAttr", "p", "")
destroy_queue_attr = bind("acltdtDestroyQueueAttr", "e", "p")
create_queue = bind("acltdtCreateQueue", "e", "p>I")
destroy_queue = bind("acltdtDestroyQueue", "e", "I")
enqueue = bind("acltdtEnqueue", "e", "Ipi")
dequeue = bind("acltdtDequeue", "e", "I>pi")
enqueue_data = bind("acltdtEnqueueData", "e", "IpzpziI")
dequeue_data = bind("acltdtDequeueData", "e", "Ipz>zpzi")
grant_queue = bind("acltdtGrantQueue", "e", "IiIi")
attach_queue = bind("acltdtAttachQueue", "e", "Ii>I")

alloc_buf = bind("acltdtAllocBuf", "e", "zI>p")
free_buf = bind("acltdtFreeBuf", "e", "p")
get_buf_data = bind("acltdtGetBufData", "e", "p>p>z")
set_buf_data_len = bind("acltdtSetBufDataLen", "e", "pz")
get_buf_data_len = bind("acltdtGetBufDataLen", "e", "p>z")
append_buf_chain = bind("acltdtAppendBufChain", "e", "pp")
get_buf_chain_num = bind("acltdtGetBufChainNum", "e", "p>I")
get_buf_from_chain = bind("acltdtGetBufFromChain", "e", "pI>p")
get_buf_user_data = bind("acltdtGetBufUserData", "e", "ppzz")
set_buf_user_data = bind("acltdtSetBufUserData", "e", "ppzz")
copy_buf_ref = bind("acltdtCopyBufRef", "e", "p>p")

create_queue_route = bind("acltdtCreateQueueRoute", "p", "II")
destroy_queue_route = bind("acltdtDestroyQueueRoute", "e", "p")
create_queue_route_list = bind("acltdtCreateQueueRouteList", "p", "")
destroy_queue_route_list = bind("acltdtDestroyQueueRouteList", "e", "p")
add_queue_route = bind("acltdtAddQueueRoute", "e", "pp")
get_queue_route = bind("acltdtGetQueueRoute", "e", "pzp")
get_queue_route_num = bind("acltdtGetQueueRouteNum", "z", "p")
bind_queue_routes = bind("acltdtBindQueueRoutes", "e", "p")
unbind_queue_routes = bind("acltdtUnbindQueueRoutes", "e", "p")
query_queue_routes = bind("acltdtQueryQueueRoutes", "e", "pp")
create_queue_route_query_info = bind("acltdtCreateQueueRouteQueryInfo", "p", "")
destroy_queue_route_query_info = bind("acltdtDestroyQueueRouteQueryInfo", "e", "p")


def create_data_item(tdt_type, dims, data_type, data, size):
    """Returns an item; `data`: an address."""
    return _create_data_item(tdt_type, dims, len(dims), data_type, data, size)


def get_dims_from_item(item, dim_num):
    """Returns a list of extents, and a code."""
    dims = (ctypes.c_int64 * dim_num)()
    code = LIBRARY.acltdtGetDimsFromItem(ctypes.c_void_p(item), dims, ctypes.c_size_t(dim_num))
    return list(dims[:min(dim_num, get_dim_num_from_item(item))]), code


_QUEUE_NAME = 0


def set_queue_attr(attr, attr_type, value):
    """Sets a name (0) or a depth (1)."""
    held = ctypes.c_char_p(value.encode()) if attr_type == _QUEUE_NAME else ctypes.c_uint32(value)
    return LIBRARY.acltdtSetQueueAttr(ctypes.c_void_p(attr), attr_type, ctypes.c_size_t(ctypes.sizeof(held)),
                                      ctypes.byref(held))


def get_queue_attr(attr, attr_type):
    held = ctypes.c_char_p() if attr_type == _QUEUE_NAME else ctypes.c_uint32()
    code = LIBRARY.acltdtGetQueueAttr(ctypes.c_void_p(attr), attr_type, ctypes.c_size_t(ctypes.sizeof(held)), None,
                                      ctypes.byref(held))
    value = held.value
    return (value.decode() if isinstance(value, bytes) else value), code


def get_queue_route_param(route, param_type):
    """Returns the number of the source (0) or the destination (1), or the status (2)."""
    value = ctypes.c_int32()
    code = LIBRARY.acltdtGetQueueRouteParam(ctypes.c_void_p(route), param_type, ctypes.c_size_t(4), None,
                                            ctypes.byref(value))
    return value.value, code


def set_queue_route_query_info(info, param_type, value):
    """Sets the mode (0), the number of the source (1) or the destination (2)."""
    held = ctypes.c_uint32(value)
    return LIBRARY.acltdtSetQueueRouteQueryInfo(ctypes.c_void_p(info), param_type, ctypes.c_size_t(4),
                                                ctypes.byref(held))
