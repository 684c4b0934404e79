// The graphs of If, Loop and Scan while they are read.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/importer/joined_types.h"
#include "plugins/onnx/parser/control_flow.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

using importer::AnyExtents;
using importer::Join;
using importer::SaysRank;
using importer::UnknownOf;
using Names = std::vector<std::string>;
using Descs = std::vector<ge::TensorDesc>;

// The graph that a node with graphs stands in.
struct Outside {
  importer::Importer& graph;
  Sequences& sequences;

  // Returns the known type of a value.
  ge::TensorDesc DescOf(const std::string& value) const;
  // Keeps the type of a value that the graphs inside have found.
  void Know(const std::string& value, const ge::TensorDesc& desc) const;
};

// The captured values of graphs that become inputs of their node, the constants, which each graph gets of its own, and
// the sequences, whose tensors are among them.
struct Captured {
  Names inputs;
  Names constants;
  std::vector<std::pair<std::string, Sequence>> sequences;

  void Add(const onnx::GraphProto& graph, const Outside& outside);

 private:
  std::unordered_set<std::string> added_;
};

using WeakerFn = ge::TensorDesc (*)(const ge::TensorDesc& desc);
ge::TensorDesc AnyRank(const ge::TensorDesc& desc);

// A graph inside of the model while it is read.
class Inside {
 public:
  explicit Inside(const Outside& outside) : outside_(outside), importer_(outside.graph), sequences_(importer_) {}

  importer::Importer& importer() { return importer_; }
  Sequences& sequences() { return sequences_; }

  Status AddInput(const std::string& name, const ge::TensorDesc& desc) { return importer_.AddRegionInput(name, desc); }
  // Adds the captured values as inputs and constants. `weaker` reduces the inputs' types to the part that is kept.
  Status AddCaptured(const Captured& captured, const WeakerFn& weaker = nullptr);
  // Returns the types of the values as far as they are known.
  Descs DescsOf(const Names& values);
  // Returns the rank of the elements of a packed sequence where it is known, else 0.
  int64_t RankOf(const PackedSequence& sequence);

 private:
  const Outside& outside_;
  importer::Importer importer_;
  Sequences sequences_;
};

// Returns E2001 with the node's title.
Status Misfit(const onnx::NodeProto& node, const std::string& what);
// Returns the graph that the node's attribute holds. E2001: the attribute has no graph.
Result<const onnx::GraphProto*> GraphOf(const onnx::NodeProto& node, const char* name);
Names OutputsOf(const onnx::GraphProto& graph);
// Returns the node of control flow itself.
importer::SourceNode ControlNode(const onnx::NodeProto& node, Names inputs, Names outputs);

}  // namespace opdk::onnx_plugin
