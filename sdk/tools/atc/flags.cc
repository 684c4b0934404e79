#include "sdk/tools/atc/flags.h"

namespace opdk::atc {
namespace {

constexpr Flag Own(std::string_view name, std::string_view about) {
  return {name, FlagMeaning::kOwn, "", "", about, ""};
}
constexpr Flag Option(std::string_view name, std::string_view key, std::string_view about) {
  return {name, FlagMeaning::kOption, key, "", about, ""};
}
constexpr Flag NoEffect(std::string_view name, std::string_view about) {
  return {name, FlagMeaning::kNoEffect, "", "", about, ""};
}
constexpr Flag Refused(std::string_view name, std::string_view harmless, std::string_view about,
                       std::string_view instead) {
  return {name, FlagMeaning::kRefused, "", harmless, about, instead};
}

constexpr std::string_view kDevice = "the model runs on this machine's CPU";
constexpr std::string_view kCompressed = "weights aren't compressed";
constexpr std::string_view kOff = "0|false|off";

constexpr Flag kFlags[] = {
    // The task of atc.
    Own("mode",
        "0 (default): build an offline model; 1: a model as JSON; 3: which operators can be built; 5: a ge_proto_*.txt "
        "dump as JSON; 6: what an "
        "offline model says of itself"),
    Own("model", "The model's file"),
    Own("framework",
        "Of the model: 0 is Caffe, 1 a graph in GE's form (.air), 3 TensorFlow, 5 ONNX; without it the file tells. "
        "Models of Caffe and TensorFlow need a plugin that reads them"),
    Own("weight", "The file of weights, where a model has one beside it (Caffe)"),
    Own("op_name_map", "File of names of operators, for a plugin that takes one (Caffe)"),
    Own("enable_scope_fusion_passes",
        "Scope fusion passes that a TensorFlow model is read with, 'A,B', beside the general ones"),
    Own("om", "The offline model (modes 1 and 6) or the dump (mode 5)"),
    Own("output", "Where the offline model goes, with or without '.om'; of --singleop a directory"),
    Own("json", "Where the JSON goes (modes 1 and 5)"),
    Own("check_report", "Where mode 3 writes what it found (check_result.json)"),
    Own("singleop", "JSON file of operators: each becomes an offline model"),
    Own("soc_version",
        "native (default, and every Ascend name): for this processor; cpu-avx512, cpu-avx2, cpu-baseline: for "
        "one with these instructions"),
    Own("out_nodes",
        "'node:0;other:1;value': outputs of these operators, or values (ONNX; Caffe: blobs), are the model's"),
    Own("output_type", "FP32, FP16, UINT8, INT8 …: of all outputs; 'node:0:FP16;…': of some"),
    Own("input_fp16_nodes", "'x;y': inputs that are given as float16"),
    Own("insert_op_conf",
        "File of image preprocessing that becomes a part of the model (AIPP): static or dynamic, of RGB888_U8, "
        "YUV400_U8 or "
        "YUV420SP_U8"),
    Own("input_format", "ND, or NCHW (TensorFlow: NHWC) as the model has it"),
    Own("log", "null (default), debug, info, warning, error: what is logged"),
    Own("embed_packages", "1: the offline model brings along the operator packages that it needs (opdk's own flag)"),
    Own("dump_mode", "1: the JSON of mode 1 has inferred shapes"),
    Own("display_model_info", "1: what mode 6 shows of the new offline model"),

    // Shapes.
    Option("input_shape", "ge.inputShape", "'x:1,3,224,224;y:-1,8': shapes of inputs; ranges '1~8'"),
    Option("input_shape_range", "ge.inputShape", "older: as --input_shape, also 'x:[1~8,3,-1]'"),
    Option("dynamic_batch_size", "ge.dynamicBatchSize", "'1,2,4': sizes for the batch, which is -1"),
    Option("dynamic_image_size", "ge.dynamicImageSize", "'224,224;448,448': heights and widths"),
    Option("dynamic_dims", "ge.dynamicDims", "'1,8;2,16': a number for each -1"),
    Option("input_hint_shape", "ge.inputHintShape", "shapes that come often"),

    // Types.
    Option("precision_mode", "ge.exec.precision_mode",
           "types that operators compute in (default here: as the model says)"),
    Option("precision_mode_v2", "ge.exec.precision_mode_v2", "the same by newer names"),
    Option("modify_mixlist", "ge.exec.modify_mixlist", "JSON file of mix lists"),
    Option("op_precision_mode", "ge.exec.op_precision_mode", "file of operators' precision"),
    Option("customize_dtypes", "ge.customizeDtypes", "file of ports' types"),
    Own("keep_dtype", "File of operators that keep the model's types"),
    Option("allow_hf32", "ge.exec.allow_hf32", "shorter floats in products"),
    Option("op_select_implmode", "ge.opSelectImplmode",
           "high_precision or high_performance: operators have one implementation, the precise one"),
    Option("optypelist_for_implmode", "ge.optypelistForImplmode", "operators that it holds for"),

    // Optimization and compilation.
    Option("fusion_switch_file", "ge.fusionSwitchFile", "file of passes that are left out"),
    Option("optimization_switch", "ge.optimizationSwitch", "'a:off;b:on': passes"),
    Option("oo_level", "ge.oo.level", "O3 (default) or O1"),
    Option("oo_constant_folding", "ge.oo.constantFolding", "0: constants aren't folded"),
    Option("oo_dead_code_elimination", "ge.oo.deadCodeElimination", "0: nodes without readers stay"),
    Option("deterministic", "ge.deterministic", "1: no algorithm is chosen by measuring"),
    Option("deterministic_level", "ge.deterministicLevel", "0 to 3"),
    Option("disable_reuse_memory", "ge.exec.disableReuseMemory", "1: each tensor has memory of its own"),
    Option("enable_single_stream", "ge.enableSingleStream", "true: tasks run one after the other"),
    Option("multi_stream_parallel_mode", "ge.autoMultistreamParallelMode", "how tasks run side by side"),
    Option("op_compiler_cache_dir", "ge.op_compiler_cache_dir", "where compiled kernels are kept"),
    Option("op_compiler_cache_mode", "ge.op_compiler_cache_mode", "enable"),
    Option("export_compile_stat", "ge.exportCompileStat", "1: fusion_result.json is written"),
    Option("topo_sorting_mode", "ge.topoSortingMode", "order of operators"),
    Option("jit_compile", "ge.jit_compile", "when kernels are compiled"),
    Option("host_env_cpu", "ge.host_env_cpu", "the name of this machine"),
    Option("host_env_os", "ge.host_env_os", "linux"),
    Option("debug_dir", "ge.debugDir", "files for debugging"),
    Option("op_debug_level", "ge.opDebugLevel", "0"),
    Option("op_debug_config", "op_debug_config", "what is checked in kernels"),
    Option("external_weight", "ge.externalWeight",
           "0: weights lie in the offline model; 1 or 2: in a file beside it, weight/weight_HASH"),
    Option("quant_dumpable", "ge.quant_dumpable", "inputs and outputs of quantisation can be dumped"),
    Option("static_model_ops_lower_limit", "ge.exec.static_model_ops_lower_limit", "parts of known shapes"),
    Option("atomic_clean_policy", "ge.exec.atomicCleanPolicy", "when memory is zeroed"),
    Option("save_original_model", "ge.saveOriginalModel", "false"),
    Option("sparsity", "ge.enableSparseMatrixWeight", "0"),

    // Not supported.
    Refused("is_input_adjust_hw_layout", kOff, "inputs keep the model's layout", "convert them before a run"),
    Refused("is_output_adjust_hw_layout", kOff, "outputs keep the model's layout", "convert them after a run"),
    Refused("is_weight_clip", kOff, "weights keep their values", "clip them before"),
    Refused("compress_weight_conf", "", kCompressed, "quantise the model"),
    Refused("compression_optimize_conf", "", kCompressed, "quantise the model"),
    Refused("raw_ge_options", "", "options are given one by one", "give each by its flag"),
    Refused("cluster_config", "", "a model isn't split among devices", "run it whole"),
    Refused("distributed_cluster_build", kOff, "a model isn't split among devices", "run it whole"),
    NoEffect("raw_ge_options_ignore_unsupported", "options are given one by one"),
    NoEffect("core_type", kDevice),
    NoEffect("aicore_num", kDevice),
    NoEffect("virtual_type", kDevice),
    NoEffect("status_check", kDevice),
    NoEffect("ac_parallel_enable", "which tasks run side by side is found from their times"),
    NoEffect("buffer_optimize", "caches do by themselves what it asks for"),
    NoEffect("enable_small_channel", "which layout is the fastest is found for each convolution"),
    NoEffect("enable_compress_weight", kCompressed),
    NoEffect("mdl_bank_path", "nothing is tuned beforehand"),
    NoEffect("op_bank_path", "nothing is tuned beforehand"),
    NoEffect("auto_tune_mode", "nothing is tuned beforehand"),
    NoEffect("tiling_schedule_optimize", "extents are arguments of kernels"),
    NoEffect("h2d_overlapped_with_compute", "nothing is copied to a device"),
    NoEffect("performance_mode", "kernels are compiled once, for all extents"),
    NoEffect("shape_generalized_build_mode", "kernels are compiled once, for all extents"),
    NoEffect("input_data_names", "inputs have the model's names"),
};

}  // namespace

std::span<const Flag> Flags() { return kFlags; }

}  // namespace opdk::atc
