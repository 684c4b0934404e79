// Offline models from graphs, as `atc` makes them, for programs that build their graphs themselves. Source: GE's
// offline build (aclgrph*). aclmdlLoadFromFile, opdk::Model::Load and `opdk run` load such a model.
//
//   std::map<ge::AscendString, ge::AscendString> options = {{"ge.socVersion", "native"}};
//   ge::aclgrphBuildInitialize(options);
//   ge::ModelBufferData model;
//   if (ge::aclgrphBuildModel(graph, {}, model) != ge::GRAPH_SUCCESS) puts(ge::GEGetErrorMsg().c_str());
//   ge::aclgrphSaveModel("net", model);  // net.om
//   ge::aclgrphBuildFinalize();
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// An offline model. Copies share the bytes.
struct ModelBufferData {
  std::shared_ptr<uint8_t> data = nullptr;
  uint64_t length = 0;
};

enum aclgrphAttrType { ATTR_TYPE_KEEP_DTYPE = 0, ATTR_TYPE_WEIGHT_COMPRESS = 1 };

// All functions fail with GRAPH_FAILED unless another code is named; the text is in GEGetErrorMsg() of the same thread.

// Loads the operator packages, once in a process; a second call while they are loaded does nothing. Options are those
// of GEInitialize, and those of a build as defaults for the builds (sdk/docs/options.md).
OPDK_API graphStatus aclgrphBuildInitialize(std::map<AscendString, AscendString>& global_options);
inline graphStatus aclgrphBuildInitialize(std::map<std::string, std::string> global_options) {
  std::map<AscendString, AscendString> options = opdk::Neutral(global_options);
  return aclgrphBuildInitialize(options);
}
// Unloads the operator packages.
OPDK_API void aclgrphBuildFinalize();

// Compiles a graph for this processor, or for the lesser instruction set that OPDK_ISA names. The graph stays
// unchanged. `build_options`: the options of sessions and graphs; `input_shape`, `ge.dynamicBatchSize` and similar
// options choose the shapes.
OPDK_API graphStatus aclgrphBuildModel(const Graph& graph, const std::map<AscendString, AscendString>& build_options,
                                       ModelBufferData& model);
inline graphStatus aclgrphBuildModel(const Graph& graph, const std::map<std::string, std::string>& build_options,
                                     ModelBufferData& model) {
  return aclgrphBuildModel(graph, opdk::Neutral(build_options), model);
}
// Writes `output_file`; ".om" is appended if the name doesn't end so. The directory must exist.
OPDK_API graphStatus aclgrphSaveModel(const char* output_file, const ModelBufferData& model);
inline graphStatus aclgrphSaveModel(const std::string& output_file, const ModelBufferData& model) {
  return aclgrphSaveModel(output_file.c_str(), model);
}

// A graph and the options of its build.
struct GraphWithOptions {
  Graph graph;
  std::map<AscendString, AscendString> build_options;
};
// Compiles each graph as aclgrphBuildModel does, into one bundle of models (aclmdlBundleLoadFromFile). The models share
// variables: values that one model assigns, the others read.
OPDK_API graphStatus aclgrphBundleBuildModel(const std::vector<GraphWithOptions>& graph_with_options,
                                             ModelBufferData& model);
// Compiles all graphs with the same options into a bundle; one graph becomes a plain model.
OPDK_API graphStatus aclgrphBuildModel(const std::vector<Graph>& graphs,
                                       const std::map<AscendString, AscendString>& build_options,
                                       ModelBufferData& model);
inline graphStatus aclgrphBuildModel(const std::vector<Graph>& graphs,
                                     const std::map<std::string, std::string>& build_options, ModelBufferData& model) {
  return aclgrphBuildModel(graphs, opdk::Neutral(build_options), model);
}
// Writes a bundle as aclgrphSaveModel writes a model. Weights stay in the file, even if ge.externalWeight asks for a
// file of their own.
OPDK_API graphStatus aclgrphBundleSaveModel(const char* output_file, const ModelBufferData& model);

// Three graphs that share the weights as variables.
struct WeightRefreshableGraphs {
  Graph infer_graph;       // the graph, with variables in place of the constants
  Graph var_init_graph;    // gives the variables the constants' values; run it once, before the others
  Graph var_update_graph;  // gives the variables other values; has an input for each, with its name
};
// Turns `const_names`, constants of the graph, into weights that can be replaced while the model is loaded. The three
// graphs are built as a bundle.
OPDK_API graphStatus aclgrphConvertToWeightRefreshableGraphs(const Graph& origin_graph,
                                                             const std::vector<AscendString>& const_names,
                                                             WeightRefreshableGraphs& weight_refreshable_graphs);

// Reads the version of Ascend IR: 1.0.0.
OPDK_API graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version, int32_t* patch_version);
// Writes ge_onnx_*.pbtxt and ge_proto_*.txt of the graph; `file`, of `len` characters, is a part of their names.
OPDK_API graphStatus aclgrphDumpGraph(const Graph& graph, const char* file, size_t len);
// Makes a graph of one operator between Data and NetOutput. An input whose description says that it is constant isn't
// supported.
OPDK_API graphStatus aclgrphGenerateForOp(const AscendString& op_type, const std::vector<TensorDesc>& inputs,
                                          const std::vector<TensorDesc>& outputs, Graph& graph);
// Makes a graph for each operator of a JSON file in the form of `atc --singleop` (sdk/docs/atc.md), in its order.
OPDK_API graphStatus aclgrphGenerateForOp(const AscendString& json_path, std::vector<Graph>& graphs);
// Sets attributes of operators that a file names. ATTR_TYPE_KEEP_DTYPE: these operators keep the model's types. The
// file has one name a line, or "OpType::Type". Refuses ATTR_TYPE_WEIGHT_COMPRESS: weights aren't compressed.
OPDK_API graphStatus aclgrphSetOpAttr(Graph& graph, aclgrphAttrType attr_type, const char* cfg_path);

}  // namespace ge
