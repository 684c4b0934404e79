// A node of a model as every framework has it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace google::protobuf {
class Message;
}  // namespace google::protobuf

namespace opdk::importer {

// The nodes of a model that one operator replaces, in the model's order.
struct FusedNodes {
  std::vector<ge::Operator> operators;
  std::vector<const google::protobuf::Message*> messages;
};

// A node of a model. Its values are called by name. "" stands for an absent optional input or an unused output.
struct SourceNode {
  std::string name;  // "": the node is called after its first output
  std::string domain;
  std::string type;
  int64_t version = 0;  // of the domain's operators; 0 where the framework doesn't count them
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  AttrMap attributes;
  std::vector<std::string> regions;  // the attributes that hold graphs, which this node runs
  bool checked = false;              // the framework's own definition of the operator has checked the attributes
  // The framework's own message, for mappings that read it; nullptr: none. Must live as long as the node is read.
  const google::protobuf::Message* message = nullptr;
  // The nodes that the mapping gets instead of this node (FusionParseParamsFn). nullptr: this is a node of the model.
  // The pointer must stay valid as long as the node is read.
  const FusedNodes* fused = nullptr;
};

// The domain of nodes that are operators of Ascend IR already: the prototype of their type, its ports in order, its
// attributes. Upgrades make them.
inline constexpr const char* kIrDomain = "npu";

// The attribute in which CANN's parsers hand a text of all attributes to mappings.
inline constexpr const char* kAttributeText = "attribute";

// Returns a node's title for messages: "node 'conv1' (Conv)". A node without a name is called after its first output.
std::string NodeTitle(const std::string& name, const std::string& type, const std::string& first_output);
std::string NodeTitle(const SourceNode& node);

// Returns the text under which mappings are registered: "ai.onnx::17::Conv", or "Conv" where the framework has no
// domains.
std::string OriginText(const std::string& domain, int64_t version, const std::string& type);

// Refuses a node that holds graphs. E2002.
Status RefuseRegions(const SourceNode& node);

}  // namespace opdk::importer
