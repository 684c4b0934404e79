"""Single operators, their attributes, and a program's own kernels of them."""
import ctypes

from acl._library import LIBRARY, bind

set_model_dir = bind("aclopSetModelDir", "e", "s")
load = bind("aclopLoad", "e", "pz")
set_max_op_queue_num = bind("aclopSetMaxOpQueueNum", "e", "L")

create_attr = bind("aclopCreateAttr", "p", "")
destroy_attr = bind("aclopDestroyAttr", "", "p")
set_attr_bool = bind("aclopSetAttrBool", "e", "psb")
set_attr_int = bind("aclopSetAttrInt", "e", "psl")
set_attr_float = bind("aclopSetAttrFloat", "e", "psf")
set_attr_string = bind("aclopSetAttrString", "e", "pss")
set_attr_data_type = bind("aclopSetAttrDataType", "e", "psi")
_set_attr_list_bool = bind("aclopSetAttrListBool", "e", "psiB")
_set_attr_list_int = bind("aclopSetAttrListInt", "e", "psid")
_set_attr_list_float = bind("aclopSetAttrListFloat", "e", "psiF")
_set_attr_list_data_type = bind("aclopSetAttrListDataType", "e", "psit")
_set_attr_list_string = bind("aclopSetAttrListString", "e", "psia")
_set_attr_list_list_int = bind("aclopSetAttrListListInt", "e", "psita")

_compile = bind("aclopCompile", "e", "siaiapiis")
_execute = bind("aclopExecute", "e", "siaaiaapp")
_execute_v2 = bind("aclopExecuteV2", "e", "siaaiaapp")
_infer_shape = bind("aclopInferShape", "e", "siaaiap")
_create_handle = bind("aclopCreateHandle", "e", "siaiap>p")
destroy_handle = bind("aclopDestroyHandle", "", "p")
_execute_with_handle = bind("aclopExecWithHandle", "e", "piaiap")
cast = bind("aclopCast", "e", "ppppbp")
create_handle_for_cast = bind("aclopCreateHandleForCast", "e", "ppb>p")

_update_params = bind("aclopUpdateParams", "e", "siaiap")
set_kernel_args = bind("aclopSetKernelArgs", "e", "psIpI")
set_kernel_workspace_sizes = bind("aclopSetKernelWorkspaceSizes", "e", "pip")
start_dump_args = bind("aclopStartDumpArgs", "e", "Is")
stop_dump_args = bind("aclopStopDumpArgs", "e", "I")


def set_attr_list_bool(attr, name, values):
    return _set_attr_list_bool(attr, name, len(values), [int(value) for value in values])


def set_attr_list_int(attr, name, values):
    return _set_attr_list_int(attr, name, len(values), [int(value) for value in values])


def set_attr_list_float(attr, name, values):
    return _set_attr_list_float(attr, name, len(values), [float(value) for value in values])


def set_attr_list_data_type(attr, name, values):
    return _set_attr_list_data_type(attr, name, len(values), values)


def set_attr_list_string(attr, name, values):
    texts = [ctypes.create_string_buffer(value.encode()) for value in values]
    return _set_attr_list_string(attr, name, len(values), [ctypes.addressof(text) for text in texts])


def set_attr_list_list_int(attr, name, values):
    lists = [(ctypes.c_int64 * len(value))(*(int(item) for item in value)) for value in values]
    return _set_attr_list_list_int(attr, name, len(values), [len(value) for value in values],
                                   [ctypes.addressof(each) for each in lists])


def compile(op_type, input_desc, output_desc, attr, engine_type, compile_flag, op_path):
    return _compile(op_type, len(input_desc), input_desc, len(output_desc), output_desc, attr, engine_type, compile_flag,
                    op_path)


def execute(op_type, input_desc, inputs, output_desc, outputs, attr, stream):
    return _execute(op_type, len(inputs), input_desc, inputs, len(outputs), output_desc, outputs, attr, stream)


def execute_v2(op_type, input_desc, inputs, output_desc, outputs, attr, stream):
    """Executes as `execute` does; shapes that only the run knows are in output_desc afterwards."""
    return _execute_v2(op_type, len(inputs), input_desc, inputs, len(outputs), output_desc, outputs, attr, stream)


def infer_shape(op_type, input_desc, inputs, num_outputs, output_desc, attr):
    return _infer_shape(op_type, len(input_desc), input_desc, inputs, num_outputs, output_desc, attr)


def create_handle(op_type, input_desc, output_desc, attr):
    return _create_handle(op_type, len(input_desc), input_desc, len(output_desc), output_desc, attr)


def execute_with_handle(handle, inputs, outputs, stream):
    return _execute_with_handle(handle, len(inputs), inputs, len(outputs), outputs, stream)


def update_params(op_type, input_desc, output_desc, attr):
    return _update_params(op_type, len(input_desc), input_desc, len(output_desc), output_desc, attr)


_Deallocator = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)
_free_host = _Deallocator(lambda data, size: LIBRARY.aclrtFreeHost(ctypes.c_void_p(data)))
_Chooser = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int,
                            ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_void_p)
_choosers = {}  # by type, while they are registered


def create_kernel(op_type, kernel_id, kernel_name, bin_data, bin_size, engine_type, deallocator):
    """Adds a shared library for this machine (opdk/acl_kernel.h). If `deallocator` isn't 0, memory of
    acl.rt.malloc_host at `bin_data` is freed."""
    return LIBRARY.aclopCreateKernel(op_type.encode(), kernel_id.encode(), kernel_name.encode(), ctypes.c_void_p(bin_data),
                                     ctypes.c_int(bin_size), ctypes.c_int(engine_type),
                                     _free_host if deallocator else _Deallocator())


def register_compile_func(op_type, function):
    """Lets `function(in_num, in_desc, out_num, out_desc, attr, kernel_desc)` choose a kernel for each update_params. A
    result other than None and 0 is the code of update_params, and so is an exception."""

    def call(in_num, in_desc, out_num, out_desc, attr, kernel_desc):
        try:
            return function(in_num, in_desc[:in_num], out_num, out_desc[:out_num], attr or 0, kernel_desc) or 0
        except Exception:
            import traceback

            traceback.print_exc()
            return 500001  # ACL_ERROR_FAILURE

    chooser = _Chooser(call)
    code = LIBRARY.aclopRegisterCompileFunc(op_type.encode(), chooser)
    if code == 0:
        _choosers[op_type] = chooser
    return code


def unregister_compile_func(op_type):
    code = LIBRARY.aclopUnregisterCompileFunc(op_type.encode())
    if code == 0:
        _choosers.pop(op_type, None)
    return code
