// Offline models from graphs: what `atc` does, for programs that build their graphs themselves. Source: GE's offline
// build (aclgrph*). What it writes, aclmdlLoadFromFile, opdk::Model::Load and `opdk run` load.
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

// An offline model. The bytes are shared by copies.
struct ModelBufferData {
  std::shared_ptr<uint8_t> data = nullptr;
  uint64_t length = 0;
};

enum aclgrphAttrType { ATTR_TYPE_KEEP_DTYPE = 0, ATTR_TYPE_WEIGHT_COMPRESS = 1 };

// All fail with GRAPH_FAILED unless another code is named; the text is in GEGetErrorMsg() of the same thread.

// Loads the operator packages, once in a process; a second call while they are loaded does nothing. Options are those
// of GEInitialize and those of a build, for which they are what stands where the build says nothing
// (sdk/docs/options.md).
OPDK_API graphStatus aclgrphBuildInitialize(std::map<AscendString, AscendString>& global_options);
inline graphStatus aclgrphBuildInitialize(std::map<std::string, std::string> global_options) {
  std::map<AscendString, AscendString> options = opdk::Neutral(global_options);
  return aclgrphBuildInitialize(options);
}
// Lets go of them.
OPDK_API void aclgrphBuildFinalize();

// Compiles for this processor, or the lesser one that OPDK_ISA names. The graph is left as it is. `build_options`:
// those of sessions and graphs; `input_shape`, `ge.dynamicBatchSize` and their like say which shapes it is for.
OPDK_API graphStatus aclgrphBuildModel(const Graph& graph, const std::map<AscendString, AscendString>& build_options,
                                       ModelBufferData& model);
inline graphStatus aclgrphBuildModel(const Graph& graph, const std::map<std::string, std::string>& build_options,
                                     ModelBufferData& model) {
  return aclgrphBuildModel(graph, opdk::Neutral(build_options), model);
}
// Writes `output_file`, with ".om" behind it where it doesn't end so. Directories on the way must be there.
OPDK_API graphStatus aclgrphSaveModel(const char* output_file, const ModelBufferData& model);
inline graphStatus aclgrphSaveModel(const std::string& output_file, const ModelBufferData& model) {
  return aclgrphSaveModel(output_file.c_str(), model);
}

struct GraphWithOptions {
  Graph graph;
  std::map<AscendString, AscendString> build_options;
};
// Each as aclgrphBuildModel has it, together one model of several (aclmdlBundleLoadFromFile). They share variables:
// what one assigns, the others read.
OPDK_API graphStatus aclgrphBundleBuildModel(const std::vector<GraphWithOptions>& graph_with_options,
                                             ModelBufferData& model);
// All with the same options; of one graph, what aclgrphBuildModel gives of it.
OPDK_API graphStatus aclgrphBuildModel(const std::vector<Graph>& graphs,
                                       const std::map<AscendString, AscendString>& build_options,
                                       ModelBufferData& model);
inline graphStatus aclgrphBuildModel(const std::vector<Graph>& graphs,
                                     const std::map<std::string, std::string>& build_options, ModelBufferData& model) {
  return aclgrphBuildModel(graphs, opdk::Neutral(build_options), model);
}
// As aclgrphSaveModel. Weights stay in the file, also where ge.externalWeight asks for another.
OPDK_API graphStatus aclgrphBundleSaveModel(const char* output_file, const ModelBufferData& model);

struct WeightRefreshableGraphs {
  Graph infer_graph;       // the graph, with variables in place of the constants
  Graph var_init_graph;    // gives the variables the constants' values: to be run once, first
  Graph var_update_graph;  // gives them other values: an input for each, of its name
};
// Makes `const_names`, constants of the graph, weights that can be replaced while the model is loaded: the three are
// built as a bundle.
OPDK_API graphStatus aclgrphConvertToWeightRefreshableGraphs(const Graph& origin_graph,
                                                             const std::vector<AscendString>& const_names,
                                                             WeightRefreshableGraphs& weight_refreshable_graphs);

// The version of Ascend IR: 1.0.0.
OPDK_API graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version, int32_t* patch_version);
// Writes ge_onnx_*.pbtxt and ge_proto_*.txt of the graph with this name (of `len` characters) in them.
OPDK_API graphStatus aclgrphDumpGraph(const Graph& graph, const char* file, size_t len);
// A graph of one operator between Data and NetOutput. An input whose description says that it is constant isn't
// supported.
OPDK_API graphStatus aclgrphGenerateForOp(const AscendString& op_type, const std::vector<TensorDesc>& inputs,
                                          const std::vector<TensorDesc>& outputs, Graph& graph);
// One graph for each operator of a JSON file as `atc --singleop` takes it (sdk/docs/atc.md), in its order.
OPDK_API graphStatus aclgrphGenerateForOp(const AscendString& json_path, std::vector<Graph>& graphs);
// ATTR_TYPE_KEEP_DTYPE: the operators that the file names, a name a line, or "OpType::Type", keep the types of the
// model. Weights aren't compressed: ATTR_TYPE_WEIGHT_COMPRESS is refused.
OPDK_API graphStatus aclgrphSetOpAttr(Graph& graph, aclgrphAttrType attr_type, const char* cfg_path);

}  // namespace ge
