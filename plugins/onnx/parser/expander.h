// A model's nodes for the importer: in order, checked, functions written out, Constant nodes as constants.
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <memory>
#include <string>

#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/onnx/parser/model_file.h"
#include "plugins/onnx/parser/narrow_types.h"
#include "plugins/onnx/parser/schemas.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

class Fallback;

// Opset by domain ("ai.onnx" for the standard domain).
using OpsetImports = std::map<std::string, int64_t>;

// Reads the versions of the imported domains. E2001: a domain is imported twice, or a version is not positive.
Result<OpsetImports> ReadImports(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports);

// Adds the contents of a model to an importer. The bytes of an initializer move out of the model when the initializer
// is used.
class Expander {
 public:
  // Expands `file` into `graph`. All arguments must outlive the expander. External data lies below `model_directory`.
  // `fallback`: the parts that another framework runs, which it has put into the model. nullptr: no parts.
  Expander(ModelFile& file, const std::string& model_directory, importer::Importer& graph,
           const Fallback* fallback = nullptr)
      : file_(file),
        model_(file.model()),
        directory_(model_directory),
        graph_(graph),
        own_sequences_(graph),
        sequences_(own_sequences_),
        narrow_(graph.values()),
        fallback_(fallback) {}

  // Adds the model to the graph. E2001, E2002, E2004; the errors of Importer::AddNode.
  Status Run();
  // Returns the model's own node at which Run failed. nullptr: no node failed.
  const onnx::NodeProto* failed() const { return failed_; }
  // Returns the value that a part for another framework can't take, because it is no tensor of a known type. "": there
  // is none.
  const std::string& untyped() const { return untyped_; }
  // Returns the sequences and optional values of the model's own graph.
  Sequences& sequences() { return sequences_; }

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  // Expands a graph inside of the model.
  Expander(const Expander& outer, importer::Importer& graph, Sequences& sequences)
      : file_(outer.file_),
        model_(outer.model_),
        directory_(outer.directory_),
        graph_(graph),
        own_sequences_(graph),
        sequences_(sequences),
        narrow_(outer.narrow_, graph.values()),
        functions_(outer.functions_) {}

  Status AddValues();
  // Declares the types of a graph's values and outputs, and the names of its nodes.
  Status Declare(const onnx::GraphProto& graph);
  // Adds the nodes of a graph inside of the model. The graph's inputs must have been added.
  Status ExpandInside(const onnx::GraphProto& graph, const OpsetImports& imports, int depth);
  Status ExpandAll(const Nodes& nodes, const OpsetImports& imports, int depth);
  Status Expand(const onnx::NodeProto& node, const OpsetImports& imports, int depth);
  // Adds a node that has a mapping of its own.
  Status AddMapped(importer::SourceNode source, const onnx::NodeProto& node, bool checked);
  Status ExpandConstant(const onnx::NodeProto& node);
  Status ExpandSequences(const onnx::NodeProto& node, const OpsetImports& imports, int64_t opset, int depth);
  Status ExpandFunction(const onnx::NodeProto& call, const onnx::FunctionProto& function, int depth);
  Status AddFallback(const onnx::NodeProto& node);

  ModelFile& file_;
  onnx::ModelProto& model_;
  const std::string& directory_;
  importer::Importer& graph_;
  Sequences own_sequences_;
  Sequences& sequences_;
  NarrowValues narrow_;
  std::shared_ptr<const ModelFunctions> functions_;  // of all graphs of the model
  const Fallback* fallback_ = nullptr;
  const onnx::NodeProto* failed_ = nullptr;
  std::string untyped_;
};

}  // namespace opdk::onnx_plugin
