// The nodes of a model that the loaded packages can take, as far as operators' names tell.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "opdk/status.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/schemas.h"

namespace opdk::onnx_plugin {

class Support {
 public:
  // Both must outlive it.
  Support(const ModelFunctions& functions, const importer::MappingTable& mappings);

  // Returns "" when opdk can take the node. Else the reason: no package maps the node, or a node of its function or its
  // graphs.
  std::string WhyNot(const onnx::NodeProto& node, const OpsetImports& imports, int depth = 0) const;

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
  std::string WhyNotAll(const Nodes& nodes, const OpsetImports& imports, int depth) const;

  const importer::MappingTable& mappings_;
  const ModelFunctions& functions_;
};

}  // namespace opdk::onnx_plugin
