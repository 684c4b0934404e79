// Reads a TensorFlow model through the loaded TensorFlow plugin. Source: GE's parser API (aclgrphParseTensorFlow).
#pragma once

#include <map>

#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/types.h"
#include "opdk/visibility.h"

namespace ge {

// Reads `model_file` (a frozen graph) into `graph`. After GEInitialize only. `parser_params`: the options of the
// plugin; other options are refused. GRAPH_FAILED on errors, also if no loaded plugin reads TensorFlow's models; the
// text is in GEGetErrorMsg().
OPDK_API graphStatus aclgrphParseTensorFlow(const char* model_file, Graph& graph);
OPDK_API graphStatus aclgrphParseTensorFlow(const char* model_file,
                                            const std::map<AscendString, AscendString>& parser_params, Graph& graph);

}  // namespace ge
