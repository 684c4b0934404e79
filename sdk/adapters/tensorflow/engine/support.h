// The nodes of TensorFlow's graphs that opdk may take, judged by the node alone, without its neighbours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

struct Support {
  std::string refusal;     // "": it may go down
  bool is_border = false;  // as MixedNode's
};

// Decides for annotated nodes (abi.h) whether opdk can run them.
class SupportTable {
 public:
  // Both must outlive the table.
  SupportTable(const PackageRegistry& packages, const tensorflow::FunctionDefLibrary& library);
  Support Of(const tensorflow::NodeDef& node) const;

 private:
  // Returns why an operator can't go down; "" when its type is mapped, or when the reader of TensorFlow's graphs
  // translates it.
  std::string WhyNotMapped(const tensorflow::NodeDef& node, int depth) const;

  const PackageRegistry& packages_;
  std::map<std::string, const tensorflow::FunctionDef*> functions_;
};

// Returns whether the node is a constant whose type opdk has.
bool IsConstant(const tensorflow::NodeDef& node);
// Returns for each input whether it is a reference, a resource or a string, which can't cross to the other side.
std::vector<bool> TiedInputs(const tensorflow::NodeDef& node);
// Returns whether an output is a reference to a variable's own memory.
bool GivesReference(const tensorflow::NodeDef& node, int output);
// Returns the types of a node's outputs as values: for a reference the type that it refers to.
std::vector<tensorflow::DataType> OutputTypes(const tensorflow::NodeDef& node);

}  // namespace opdk::tensorflow_adapter
