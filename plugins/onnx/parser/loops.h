// Loop and Scan as the graph core's Loop.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/control_flow.h"
#include "plugins/onnx/parser/regions.h"

namespace opdk::onnx_plugin {

// A Loop of the graph core, put together.
struct LoopPlan {
  std::string trips;      // "": without end
  std::string condition;  // "": true
  Names initial;          // of the carried values
  Captured captured;
  Names finals;                              // the last values, "" where nobody uses one
  Names scans;                               // the scan outputs
  std::vector<std::vector<int64_t>> slices;  // of each scan output, as the body declares them
};

// One reading of a loop's body. Outputs: the condition, the carried values, the captured values, the slices.
struct BodyRead {
  std::unique_ptr<Inside> inside;
  Names outputs;
};
// Reads the body for values of these types.
using ReadBodyFn = std::function<Result<BodyRead>(const Descs& values)>;

// A loop's body, read for the types that hold in each trip.
struct Body {
  ge::Graph graph;
  Descs values;  // that go round
  Descs slices;
};

// Reads the body until it gives the types for which it was read, because its nodes' mappings depend on them. `values`:
// the initial types. `slices`: the number of slices.
Result<Body> ReadBody(const std::string& name, Descs values, size_t slices, const Outside& outside,
                      const ReadBodyFn& read);

// Returns the type of an initial value. The body may declare the element type where the outside doesn't know it.
ge::TensorDesc InitialDesc(const Outside& outside, const std::string& value, const onnx::ValueInfoProto& formal);
// Returns the extents that the body declares for its last outputs.
std::vector<std::vector<int64_t>> DeclaredSlices(const onnx::GraphProto& graph, size_t count);

Status AddLoop(const onnx::NodeProto& node, const LoopPlan& plan, const Body& body, const Outside& outside);

// Adds a node of type Loop, or Scan. E2001: its body doesn't fit it. Also the errors of `read_nodes`.
Status ReadLoop(const onnx::NodeProto& node, const Outside& outside, const ReadNodesFn& read_nodes);
Status ReadScan(const onnx::NodeProto& node, int64_t opset, const Outside& outside, const ReadNodesFn& read_nodes);

}  // namespace opdk::onnx_plugin
