// Reads an ONNX model through the loaded ONNX plugin. Source: GE's parser API (aclgrphParseONNX).
#pragma once

#include <cstddef>
#include <map>

#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/types.h"
#include "opdk/visibility.h"

namespace ge {

// Reads `model_file` into `graph`; its Data operators are named after the model's inputs. After GEInitialize only.
// `parser_params`: the ONNX parser takes none, and an unknown key is refused. GRAPH_FAILED on errors; the text is in
// GEGetErrorMsg().
OPDK_API graphStatus aclgrphParseONNX(const char* model_file, const std::map<AscendString, AscendString>& parser_params,
                                      Graph& graph);
// Reads a model from the `size` bytes of its file, which are copied. Refuses a model whose data lies in other files,
// because their place isn't known. Otherwise as aclgrphParseONNX.
OPDK_API graphStatus aclgrphParseONNXFromMem(const char* buffer, size_t size,
                                             const std::map<AscendString, AscendString>& parser_params, Graph& graph);

}  // namespace ge
