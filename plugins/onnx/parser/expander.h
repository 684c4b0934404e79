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

// Domain ("ai.onnx" for the standard one) -> opset.
using OpsetImports = std::map<std::string, int64_t>;

// E2001 when a domain is imported twice or a version is not positive.
Result<OpsetImports> ReadImports(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports);

// Adds what a model holds to an importer. The model gives its initializers' bytes away while that is used.
class Expander {
 public:
  // All must outlive the expander. External data lies below `model_directory`. `fallback`: what another framework runs
  // of the model, which is one that it has parted; nullptr: nothing.
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

  // E2001, E2002, E2004; the errors of Importer::AddNode.
  Status Run();
  // The model's own node at which Run failed; nullptr: none.
  const onnx::NodeProto* failed() const { return failed_; }
  // The value that what stays was to take and can't, being no tensor of a known type; "": none.
  const std::string& untyped() const { return untyped_; }

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  // For a graph inside of the model.
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
  // What a graph says of its values, its outputs and its nodes' names.
  Status Declare(const onnx::GraphProto& graph);
  // The nodes of a graph inside of the model, whose inputs are there.
  Status ExpandInside(const onnx::GraphProto& graph, const OpsetImports& imports, int depth);
  Status ExpandAll(const Nodes& nodes, const OpsetImports& imports, int depth);
  Status Expand(const onnx::NodeProto& node, const OpsetImports& imports, int depth);
  // A node of its own mapping.
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
