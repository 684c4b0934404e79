// Mixed compute of ONNX models: another framework runs the nodes that no loaded package runs, part by part.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "opdk/mixed_compute.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/importer/source_node.h"
#include "plugins/onnx/parser/model_file.h"
#include "plugins/onnx/parser/support.h"

namespace opdk::onnx_plugin {

// Reasons why opdk can't take a node although a package maps its type, by the node's first output.
using Refusals = std::map<std::string, std::string>;

class Fallback {
 public:
  // Decides which nodes stay with the other framework, and replaces each part of them by one node in the model's graph.
  // Weights lie below `directory`. E1001, E2008: errors of in_out_pair. E2001, E1002: errors of the data of a part.
  static Result<Fallback> Part(ModelFile& file, const std::string& directory, const importer::MappingTable& mappings,
                               const ParserContext& context, const MixedOptions& options, const Refusals& refusals);

  // Returns whether the node stands for a part.
  bool Holds(const onnx::NodeProto& node) const { return parts_.contains(&node); }
  // Returns the part as a model. Its inputs have no types yet.
  const onnx::ModelProto& PartOf(const onnx::NodeProto& node) const { return parts_.at(&node); }
  const std::string& report() const { return report_; }

 private:
  std::map<const onnx::NodeProto*, onnx::ModelProto> parts_;
  std::string report_;
};

// Returns the part's model as a tensor. E2007: the model is larger than 2 GiB. FallbackNode makes the operator that the
// part becomes (FrameworkOp), whose first input is this tensor.
Result<ge::Tensor> ModelTensor(const onnx::NodeProto& node, const onnx::ModelProto& part);
importer::SourceNode FallbackNode(const onnx::NodeProto& node, const std::string& model_input, const ge::Tensor& model);

}  // namespace opdk::onnx_plugin
