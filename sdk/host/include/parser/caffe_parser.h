// Reads a Caffe model through the loaded Caffe plugin. Source: GE's parser API (aclgrphParseCaffe).
#pragma once

#include <map>

#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/types.h"
#include "opdk/visibility.h"

namespace ge {

// Reads a network (`model_file`, text) and its weights (`weights_file`, binary) into `graph`. After GEInitialize only.
// `parser_params`: the options of the plugin; other options are refused. GRAPH_FAILED on errors, also if no loaded
// plugin reads Caffe's models; the text is in GEGetErrorMsg().
OPDK_API graphStatus aclgrphParseCaffe(const char* model_file, const char* weights_file, Graph& graph);
OPDK_API graphStatus aclgrphParseCaffe(const char* model_file, const char* weights_file,
                                       const std::map<AscendString, AscendString>& parser_params, Graph& graph);

}  // namespace ge
