// GE's forms of graph dumps, for people and their tools.
#pragma once

#include <cstdint>
#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

enum class DumpForm : uint8_t {
  kProto,     // ge.proto.ModelDef as protobuf text
  kOnnx,      // ONNX's ModelProto as protobuf text, for viewers of ONNX models
  kReadable,  // the core's text form
};

enum class DumpDetail : uint8_t {
  kAll,
  kNoWeights,  // constants without their bytes
  kStructure,  // nodes and edges, without attributes
};

// Returns the graph in this form. E2007: more constants than protobuf text may hold.
Result<std::string> DumpText(const Graph& graph, DumpForm form, DumpDetail detail);

// Returns the graph in the form kOnnx.
std::string OnnxText(const Graph& graph, DumpDetail detail);

}  // namespace opdk
